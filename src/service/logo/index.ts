export { createLogos, type Logo, type Logos, type LogosOptions } from './logos.js';
export { monogram } from './monogram.js';
