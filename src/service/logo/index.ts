export { monogram } from './monogram.js';
