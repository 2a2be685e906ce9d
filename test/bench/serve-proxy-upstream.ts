/** A service that answers every validation at once, in a process of its own. Ends when its standard input does. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { LOOPBACK, onFreePort } from '../../demo/world/loopback.js';
import { encodeValidation, neutralNames } from '../../src/wire/index.js';
import type { ProxyPlace } from './serve-proxy.js';

const { status, body } = encodeValidation(
  {
    email: 'jane@shop.example',
    result: 'Safe to Send',
    code: 5,
    reasons: ['Deliverable'],
    role: false,
    freeEmail: false,
    sendTransactional: true,
    didYouMean: '',
    balance: 1000,
  },
  neutralNames.envelope,
);
const json = JSON.stringify(body);
const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) };

const server = createServer((_, response) => response.writeHead(status, headers).end(json));
const port = await onFreePort(async (wanted) => {
  server.listen(wanted, LOOPBACK);
  await once(server, 'listening');
  return wanted;
});
process.stdout.write(`${JSON.stringify({ port } satisfies ProxyPlace)}\n`);
await once(createInterface({ input: process.stdin }), 'close');
server.close();
server.closeAllConnections();
