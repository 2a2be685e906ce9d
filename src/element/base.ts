// The script-tag file is built with `native-base.ts` in this one's place.
export { Base, sheetOf } from './lit-base.js';
