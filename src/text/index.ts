export { shownText, type ShownTextOptions } from './shown-text.js';
export { addCodeUnit, fnv1a, FNV_OFFSET_BASIS, toIndex } from './text-hash.js';
