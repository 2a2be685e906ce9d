export { createSemaphore, type Semaphore } from './semaphore.js';
export { CalledOffError, orAborted, orLate, withinTime } from './waiting.js';
