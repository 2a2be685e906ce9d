import { livingMailboxes, promptDomains } from './living-mailboxes.js';
import type { Zone } from './world/index.js';

/** A file of addresses that the demo hosts. */
export interface HostedFile {
  /** Its path, with the slash before it. */
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** The cell that an address is written in, and why it is here. */
const oneOfEach: readonly (readonly [cell: string, note: string])[] = [
  ['jane.doe@gmail.com', 'the mailbox exists'],
  ['"""jane.doe""@acme.com"', 'a local part in quotes, and the mailbox exists'],
  ['sales@acme.com', 'a shared inbox'],
  ['jane.doe@accept-all.net-trouble.com', 'takes every address'],
  ['jane.doe@full.net-trouble.com', 'mailbox full'],
  ['nobody@gmail.com', 'no such mailbox'],
  ['jane.doe@no-such-domain.com', 'no such domain'],
  ['jane.doe@gmial.com', 'a slip of the finger'],
  ['x@mailinator.com', 'temporary'],
  ['jane..doe@gmail.com', 'no address by its syntax'],
  ['nobody@greylisted.net-trouble.com', 'put off at first, and known when it is asked about again'],
  ['jane.doe@blocking.net-trouble.com', 'the mail host refuses everyone'],
  ['=sum@acme.com', 'a spreadsheet would run it'],
  ['jane.doe@gmail.com', 'the first line again'],
];

const webPage = `<!doctype html>
<html lang="en">
  <head><title>Sign in</title></head>
  <body><p>Please sign in to see this file, jane.doe@gmail.com.</p></body>
</html>
`;

/** The living mailboxes of the zone's mail hosts that answer at once, and visitors whom these do not know. */
const peopleOf = (
  zone: Zone,
  count: number,
): { readonly living: readonly string[]; readonly visitors: readonly string[] } => {
  const open = promptDomains(zone);
  const living = livingMailboxes(zone);
  const visitors = Array.from({ length: count - living.length }, (_, at) => {
    if (at % 9 === 0) return `visitor${at}@mailinator.com`;
    if (at % 4 === 0) return `visitor${at}@accept-all.net-trouble.com`;
    if (at % 11 === 0) return `visitor${at}@blocking.net-trouble.com`;
    return `visitor${at}@${open[at % open.length]?.name}`;
  });
  return { living, visitors };
};

/** A step through all lines in no order that the eye sees: it is a prime, and no part of their number. */
const STEP = 7_919;

/** A list of so many lines, of so many addresses; the living stand there more than once. */
const listOf = (zone: Zone, { lines, distinct }: { readonly lines: number; readonly distinct: number }): string => {
  const { living, visitors } = peopleOf(zone, distinct);
  const all = [...living, ...visitors];
  const again = (at: number): string | undefined =>
    at % 3 === 0 ? visitors[at % visitors.length] : living[at % living.length];
  const inOrder = Array.from({ length: lines }, (_, at) => all[at] ?? again(at));
  return ['email', ...inOrder.map((_, at) => inOrder[(at * STEP) % lines])].join('\r\n');
};

/** The lists, of the addresses of a mail world: they are the same at each start. */
export const hostedLists = (zone: Zone): readonly HostedFile[] => {
  const csv = (path: string, text: string): HostedFile => ({
    path,
    type: 'text/csv; charset=utf-8',
    text: `${text}\r\n`,
  });
  return [
    csv('/one-of-each.csv', ['email,note', ...oneOfEach.map(([cell, note]) => `${cell},"${note}"`)].join('\r\n')),
    csv('/guests.csv', listOf(zone, { lines: 400, distinct: 250 })),
    csv('/everybody.csv', listOf(zone, { lines: 20_000, distinct: 5_000 })),
    { path: '/a-web-page.csv', type: 'text/html; charset=utf-8', text: webPage },
  ];
};
