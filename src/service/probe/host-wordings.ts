import type { Meaning } from '../verdict/index.js';

/** A refusal, and the host that gave it. */
interface RefusalAtHost {
  /** 400 to 599. */
  readonly code: number;
  readonly status?: string | undefined;
  readonly text: string;
  readonly host?: string | undefined;
  /** The status is written with a `#` before it, as Cisco does. */
  readonly hasHash?: boolean;
}

interface HostWording {
  /** A host's name ends so; absent for wordings that no other software has. */
  readonly host?: RegExp;
  readonly status?: string;
  readonly hasHash?: true;
  /** What the reply's text, in lower case, is or has. */
  readonly text: RegExp;
  readonly meaning: Meaning;
}

/** What hosts say of a mailbox in words that mean something else, or nothing, elsewhere. A 5xx each. */
const rows: readonly HostWording[] = [
  // Cisco Secure Email (IronPort): not in the recipient access table or the directory.
  {
    hasHash: true,
    status: '5.1.0',
    text: /^address rejected\.?(?: <?[^\s<>@]+@[^\s<>@]+>?)?$/,
    meaning: 'mailbox-missing',
  },
  { host: /\.iphmx\.com$/, status: '5.1.0', text: /^address rejected\b/, meaning: 'mailbox-missing' },
  // Orange: closed after a time without use.
  { host: /\.(?:orange|wanadoo)\.fr$/, text: /\bdestinataire archivee?\b/, meaning: 'mailbox-disabled' },
  // Trend Micro: not in the customer's directory. https://success.trendmicro.com/solution/1053962
  {
    host: /\.trendmicro\.(?:com|eu)$/,
    status: '5.7.1',
    text: /\brecipient address rejected: access denied\b/,
    meaning: 'mailbox-missing',
  },
];

/** What a refusal means at the host that gave it; `undefined` for all but a few. */
export function meaningAtHost({ code, status, text, host = '', hasHash = false }: RefusalAtHost): Meaning | undefined {
  if (code < 500) return undefined;
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const name = host.toLowerCase();
  return rows.find(
    (row) =>
      (!row.host || row.host.test(name)) &&
      (!row.status || row.status === status) &&
      (!row.hasHash || hasHash) &&
      row.text.test(plain),
  )?.meaning;
}
