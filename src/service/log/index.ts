export type { CallEntry, StageTimings } from './call-entry.js';
export type { HeardCall, HeardFields } from './heard-call.js';
export { createLog, type LogOptions, type ServiceLog } from './log.js';
