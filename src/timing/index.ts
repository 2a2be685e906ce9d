export { yieldToEventLoop } from './event-loop.js';
export { LONGEST_TIMEOUT } from './longest-timeout.js';
export { createSemaphore, type Semaphore } from './semaphore.js';
export { WorkCancelledError, orAborted, orLate, withinTime, withSignal } from './waiting.js';
