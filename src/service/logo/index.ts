export { createLogos, type Logo, type Logos, type LogosOptions } from './logos.js';
export type { IconFetcher } from './site-icon.js';
export { monogram } from './monogram.js';
