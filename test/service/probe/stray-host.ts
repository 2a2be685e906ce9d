import type { Socket } from 'node:net';
import { listen } from './raw-host.js';

/** What is said without having been asked for. */
export interface Stray {
  readonly reply: string;
  /** After so many commands of a connection; 0 for after the banner. */
  readonly after: number;
  /** So many times. */
  readonly times: number;
  /**
   * `together` with the reply before it; `apart`: in packets of its own, and what is asked next is answered slowly; `never
   * again`: when that has been asked, and it is not answered at all.
   */
  readonly way: 'together' | 'apart' | 'never again';
  /** In the first connection alone. */
  readonly once: boolean;
}

/** How a host words what it says to commands that it takes. */
export type Words = Readonly<Record<'MAIL' | 'RCPT' | 'RSET', string>>;

const EXTENSIONS = {
  pipelined: '250-mx.acme.com\r\n250-PIPELINING\r\n250 HELP',
  'one by one': '250-mx.acme.com\r\n250 HELP',
} as const;
export type Pace = keyof typeof EXTENSIONS;

/** Slower than a packet by itself, in milliseconds. */
const SLOW_MS = 8;
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Mailboxes that begin with `user` live; of those that do not it says nothing by name. */
const replyTo = (command: string, words: Words, pace: Pace): string => {
  const verb = command.slice(0, 4);
  if (verb === 'EHLO') return EXTENSIONS[pace];
  if (verb === 'QUIT') return '221 2.0.0 Bye';
  if (verb === 'RCPT' && !command.includes('<user')) return '550 5.1.1 User unknown';
  return words[verb as keyof Words];
};

/** An SMTP host that answers each command in its order, and says something too much. */
export function startStrayHost(words: Words, pace: Pace, stray: Stray) {
  let connections = 0;
  return listen((socket: Socket) => {
    const isStraying = !stray.once || connections === 0;
    connections += 1;
    socket.setNoDelay(true);
    let said = 0;
    const say = async (reply: string) => {
      const isNow = isStraying && said === stray.after;
      said += 1;
      if (!socket.writable) return;
      if (!isNow) return socket.write(`${reply}\r\n`);
      if (stray.way === 'together') return socket.write(`${reply}\r\n${`${stray.reply}\r\n`.repeat(stray.times)}`);
      socket.write(`${reply}\r\n`);
      for (let at = 0; at < stray.times; at += 1) {
        await later(stray.way === 'apart' ? 1 : SLOW_MS);
        if (socket.writable) socket.write(`${stray.reply}\r\n`);
      }
      return stray.way === 'apart' ? later(SLOW_MS) : new Promise(() => undefined);
    };
    let turn: Promise<unknown> = say('220 mx.acme.com ESMTP');
    socket.on('line', (line: string) => {
      turn = turn.then(() => say(replyTo(line, words, pace))).then(() => line === 'QUIT' && socket.end());
    });
  });
}
