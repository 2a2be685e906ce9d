import { EmailCheckElement } from './define.js';

// The file comes from the service, so the service is where the file came from.
EmailCheckElement.defaultBaseUrl = new URL(import.meta.url).origin;
