export { COLUMN_NAMES, columnNameOf } from './column-names.js';
export type { Layout } from './layout.js';
export {
  countRows,
  readableBytes,
  readRows,
  readTable,
  TEXT_BYTES,
  type Table,
  type TableOptions,
  type TableRow,
} from './read-table.js';
export { refuseOtherFiles } from './file-kind.js';
export { RecordScanner } from './record-scanner.js';
export { csvCell, csvLine } from './write.js';
export { TableError, type TableErrorCode } from './table-error.js';
