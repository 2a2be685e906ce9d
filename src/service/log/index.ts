export { createLog, type LogOptions, type ServiceLog } from './log.js';
