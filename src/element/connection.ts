import { createTransport, type Transport } from '../client/transport.js';
import { settingsOf } from './attributes.js';
import type { Settings } from './rules.js';

/** A key that would have to stay on a server. */
export const isPrivateKey = (key: string): boolean => !/^(public_|$)/.test(key);

/** The element's connection to its service. `defaultBaseUrl`: the service's address if the page names none. */
export const createConnection = (element: HTMLElement & Settings, defaultBaseUrl: () => string) => {
  let transport: Transport | undefined;
  return {
    /** `undefined` if the page names no service, or a private key: then nothing is asked. */
    transport(): Transport | undefined {
      const { publicKey, endpoint, baseUrl, disposableUrl } = element;
      // A page names a service by a key, a key proxy or an address: without one nothing is asked, of the script's own origin neither.
      const base = endpoint || baseUrl || (publicKey && defaultBaseUrl());
      if (!(base || disposableUrl) || isPrivateKey(publicKey)) return undefined;
      return (transport ??= createTransport({ ...settingsOf(element), baseUrl: base, apiKey: publicKey }));
    },

    /** The page has named another service, or changed its settings. */
    reset(): void {
      transport = undefined;
    },
  };
};
