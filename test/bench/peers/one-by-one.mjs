/**
 * What libraries that ask mail hosts do for each address, and nothing else: the MX record, a connection, EHLO, MAIL, RCPT, QUIT.
 * In a process of its own, with the task of `run.mjs` and the world's place over standard input.
 */
import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const { addresses, concurrency, dns, smtpPort } = JSON.parse(await text(process.stdin));
const resolver = new Resolver();
resolver.setServers([dns]);

const ask = async (address) => {
  const [{ exchange }] = await resolver.resolveMx(address.split('@')[1]);
  const [host] = await resolver.resolve4(exchange);
  const socket = connect({ host, port: smtpPort });
  const commands = ['EHLO own.com', 'MAIL FROM:<probe@own.com>', `RCPT TO:<${address}>`, 'QUIT'];
  let code = 0;
  try {
    for await (const line of createInterface({ input: socket })) {
      if (line[3] === '-') continue;
      code = Number(line.slice(0, 3));
      const command = commands.shift();
      if (command === 'QUIT' || code >= 400) break;
      socket.write(`${command}\r\n`);
    }
  } finally {
    socket.on('error', () => undefined);
    socket.end('QUIT\r\n');
  }
  return code === 250 ? 'Safe to Send' : code >= 500 ? 'Invalid' : 'Unknown';
};

const said = [];
let next = 0;
const work = async () => {
  while (next < addresses.length) {
    const at = next++;
    said[at] = await ask(addresses[at]).catch(() => 'Unknown');
  }
};
const since = performance.now();
await Promise.all(Array.from({ length: concurrency }, work));
process.stdout.write(JSON.stringify({ said, milliseconds: performance.now() - since }));
process.exit(0);
