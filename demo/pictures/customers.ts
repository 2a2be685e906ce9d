import { livingMailboxes } from '../living-mailboxes.js';
import { readZone } from '../world/index.js';

const LINES = 120;

/** What the first lines have: one of each kind. */
const first = [
  ...['Jane Doe,jane.doe@acme.com', 'Olivia Hart,olivia@gmail.com', 'Ana Ruiz,ana.ruiz@gmial.com'],
  ...['Sam Field,sam@mailinator.com', 'Sales,sales@acme.com', 'Mia Stone,mia@accept-all.net-trouble.com'],
];

/** A file of customers, as a shop would export it: most can be reached in the mail world. */
export const customers = async (): Promise<string> => {
  const living = livingMailboxes(await readZone());
  const others = Array.from({ length: LINES - first.length }, (_, at) => {
    const email = at % 9 === 0 ? `guest${at}@gmail.com` : living[at % living.length];
    return `Guest ${at + 1},${email}`;
  });
  const since = (at: number) => `2026-0${1 + Math.floor(at / 20)}-${10 + (at % 20)}`;
  return ['name,email,since', ...[...first, ...others].map((line, at) => `${line},${since(at)}`)].join('\r\n');
};
