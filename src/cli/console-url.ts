import type { Config } from '../service/config.js';
import { UsageError } from './command.js';

/** Addresses that stand for all of this machine, which no browser can open. */
const ALL_ADDRESSES = ['::', '0.0.0.0', '[::]'];

/**
 * The service's URL for links to its console, without a slash at its end.
 * @throws UsageError if the port is chosen when the service starts.
 */
export const consoleUrlOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string => {
  if (publicUrl !== undefined) return publicUrl;
  if (port === 0)
    throw new UsageError(
      'The service listens on a free port (--port 0), so that its address is unknown here: give it with --public-url, as in http://127.0.0.1:8080.',
    );
  const name = ALL_ADDRESSES.includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};
