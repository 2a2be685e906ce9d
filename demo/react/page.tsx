import 'email-check-element/define';
import { hydrateRoot } from 'react-dom/client';
import { Forms } from './forms.js';

const root = document.querySelector<HTMLElement>('#root')!;
const { publicKey = '', serviceUrl = '' } = root.dataset;

hydrateRoot(root, <Forms publicKey={publicKey} serviceUrl={serviceUrl} />);
