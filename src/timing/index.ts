export { yieldToEventLoop } from './event-loop.js';
export { createSemaphore, type Semaphore } from './semaphore.js';
export { CalledOffError, orAborted, orLate, withinTime } from './waiting.js';
