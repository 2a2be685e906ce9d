import type { Connection } from '../net/connect.js';
import type { EnvelopeSenders } from './envelope-senders.js';

/** What conversations with one host have in common. */
export interface ConversationOptions {
  /** The name to greet with. */
  readonly helo: string;
  readonly senders: Pick<EnvelopeSenders, 'all' | 'of'>;
  /** One command at a time, whatever the host offers. */
  readonly oneByOne: boolean;
  /** No second greeting: the reply to RSET is enough. */
  readonly greetsOnce: boolean;
  readonly ip: string;
  /** Encrypts the connection. */
  readonly startTls: (connection: Connection, host: string) => Promise<Connection>;
}
