export { shownText, type ShownTextOptions } from './shown-text.js';
