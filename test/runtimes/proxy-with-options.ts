/** Stands for `email-check-element/proxy` in a mount that a test gives further options: they are set before the mount's own code runs. */
import { createKeyProxy as create, type KeyProxy, type KeyProxyOptions } from '../../src/proxy/index.js';
import { proxyOptions, type MountOptions } from './mount-options.js';

declare global {
  // A global has to be a `var`.
  var mountOptions: MountOptions;
}

export * from '../../src/proxy/index.js';

export const createKeyProxy = (options: KeyProxyOptions): KeyProxy =>
  create({ ...options, ...proxyOptions(globalThis.mountOptions) });
