export { createKeyProxy, type KeyProxy } from './create-key-proxy.js';
export { KeyProxyOptionError, type CostlyParameter, type KeyProxyOptions } from './options.js';
export type { ValidationCache } from './cache.js';
export { createNonces, type Nonces, type NoncesOptions } from './nonces.js';
export type { Limit, Limiter } from './limiter.js';
export { ServiceFault, type ServiceFaultCode } from './service-fault.js';
export type { ProxyCall } from './routes.js';
export type { Caller } from './visitor.js';
