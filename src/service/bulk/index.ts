export { fetchList, type FetchListOptions } from './fetch-list.js';
export { readHostedList, type HostedList, type ListLine } from './hosted-list.js';
export { inOrder, type InOrderOptions } from './in-order.js';
export { ListError, type ListErrorCode } from './list-error.js';
export { resultFormats, type ResultFormat, type ResultFormatName } from './result-lines.js';
