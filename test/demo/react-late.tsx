import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Forms } from '../../demo/react/forms.js';

declare global {
  interface Window {
    /** Hydrates the demo's page for React, which defines the element once its forms are there. */
    hydrate: () => void;
  }
}

const root = document.querySelector<HTMLElement>('#root')!;
const { publicKey = '', serviceUrl = '' } = root.dataset;

const Late = () => {
  useEffect(() => {
    void import('email-check-element/define');
  }, []);
  return <Forms publicKey={publicKey} serviceUrl={serviceUrl} />;
};

window.hydrate = () => void hydrateRoot(root, <Late />);
