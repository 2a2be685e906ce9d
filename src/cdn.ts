import { EmailCheckElement } from './define.js';

// The file comes from the service, so its address is the service's.
EmailCheckElement.defaultBaseUrl = new URL(import.meta.url).origin;
