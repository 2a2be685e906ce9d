import 'email-check-element/define';
import { createSSRApp } from 'vue';
import { Forms } from './forms.js';

const root = document.querySelector<HTMLElement>('#app')!;
const { publicKey, serviceUrl } = root.dataset;
createSSRApp(Forms, { publicKey, serviceUrl }).mount(root);
