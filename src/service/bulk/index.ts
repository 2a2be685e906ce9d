export { fetchList, type FetchListOptions } from './fetch-list.js';
export { readHostedList, type HostedList, type ListLine } from './hosted-list.js';
export { mapInOrder, type MapInOrderOptions } from './map-in-order.js';
export { ListError, type ListErrorCode } from './list-error.js';
export { resultFormats, type ResultFormat, type ResultFormatName } from './result-lines.js';
