/** Nynorsk is read by whoever reads Bokmål. */
export { catalogue } from './nb.js';
