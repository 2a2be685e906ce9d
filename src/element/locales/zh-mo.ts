/** Traditional Chinese, by its regions' names. */
export { catalogue } from './zh-hant.js';
