export { yieldToEventLoop } from './event-loop.js';
export { LONGEST_TIMEOUT } from './longest-timeout.js';
export { createRecentValues, type RecentValues } from './recent-values.js';
export { createSemaphore, type Semaphore } from './semaphore.js';
export { WorkCancelledError, orAborted, orLate, withinTime, withSignal } from './waiting.js';
