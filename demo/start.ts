import { parseArgs } from 'node:util';
import { startDemo, type Demo } from './demo.js';
import { firstStopSignal } from './stop-signals.js';

const DEFAULT_PORT = 8780;
/** The service takes the port after the page's. */
const HIGHEST_PORT = 65_534;

const usage = `Write npm start, or npm start -- --port N with a whole number from 1 to ${HIGHEST_PORT}; the service takes the port after it.`;

const fail = (words: string, code: 1 | 2): never => {
  console.error(words);
  process.exit(code);
};

const readPort = (): number => {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' } } });
    if (values.port === undefined) return DEFAULT_PORT;
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : 0;
    return port >= 1 && port <= HIGHEST_PORT ? port : fail(`--port is "${values.port}", which is no port. ${usage}`, 2);
  } catch (error) {
    return fail(`${(error as Error).message}. ${usage}`, 2);
  }
};

const wordsFor = (error: unknown): string => {
  const { code, port, message } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop that one, or choose two free ports in a row: npm start -- --port N.`;
  if (code === 'EACCES') return `Port ${port} may not be used by you. Choose one above 1023: npm start -- --port N.`;
  return message;
};

const begin = (port: number): Promise<Demo> =>
  startDemo({ port, servicePort: port + 1, hasHistory: true, onFault: (fault) => console.error(fault) }).catch(
    (error: unknown) => fail(wordsFor(error), 1),
  );

const asked = firstStopSignal(process);

const demo = await begin(readPort());
console.log(`The demo runs at ${demo.url}`);
await asked;
await demo.close();
