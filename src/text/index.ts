export { fromBase64url, toBase64url } from './base64url.js';
export { shownText, type ShownTextOptions } from './shown-text.js';
export { addCodeUnit, fnv1a, FNV_OFFSET_BASIS, toIndex } from './text-hash.js';
