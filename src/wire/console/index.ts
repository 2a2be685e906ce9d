/** The console's own interface, between its page and the service. It is not part of the contract. */
export type * from './accounts.js';
export type * from './answers.js';
export * from './lists.js';
export * from './overview.js';
export * from './routes.js';
export type * from './session.js';
export type * from './webhooks.js';
