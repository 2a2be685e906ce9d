export { createSemaphore, type Semaphore } from './semaphore.js';
export { orAborted, orLate } from './waiting.js';
