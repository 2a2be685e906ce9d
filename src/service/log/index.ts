export type { CallEntry, StageTimings } from './call-entry.js';
export { createLog, type LogOptions, type ServiceLog } from './log.js';
