import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { commandProgram } from '../programs.js';
import { startWorld } from '../../demo/world/index.js';
import { LOOPBACK, onFreePort } from '../../demo/world/loopback.js';
import { onMachine } from './operator.js';
import { Shell } from './shell.js';

/** What a reader of docs/bulk.md has: a service, a web server of their own, and a shell. */
export interface BulkMachine {
  /** What the page says, as it is on this machine. */
  readonly here: (text: string) => string;
  /** Puts a file of the page into the reader's folder; a module with what it imports, as the source has it. */
  write(name: string, content: string): Promise<void>;
  /** Gives what commands print. What they start that listens goes on beside them. Rejects where one of them fails. */
  run(commands: string): Promise<string>;
  close(): Promise<void>;
}

/** The command as its source has it. */
const command = await commandProgram();

/** The package's entries that the page's modules import. */
const alias = Object.fromEntries(
  Object.entries({ client: 'client/index.ts', proxy: 'proxy/index.ts', 'proxy/node': 'proxy/adapters/node.ts' }).map(
    ([entry, file]) => [`email-check-element/${entry}`, resolve('src', file)],
  ),
);

/** So long addresses of a list rest that their mail hosts put off; these take them after half of it. */
const LIST_REST_MS = 500;

/** What a reader installs beside it. */
const installed = ['jose'];

/** The demo's mail world, and the name of the reader's web server in its DNS. */
const zoneIn = (root: string): string => {
  const zone = join(root, 'zone.txt');
  writeFileSync(
    zone,
    `${readFileSync('demo/world/zone.txt', 'utf8')}\ndomain lists.example.com\n  address ${LOOPBACK}\n  mailboxes postmaster\n`,
  );
  return zone;
};

/** A key and a certificate of lists.example.com, which whoever is given it trusts. */
const certify = (root: string): { readonly key: string; readonly certificate: string } => {
  const [key, certificate] = [join(root, 'lists.key'), join(root, 'lists.pem')];
  const order = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=lists.example.com',
    '-addext',
    'subjectAltName=DNS:lists.example.com',
  ];
  execFileSync('openssl', [...order, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { key, certificate };
};

/** A web server that offers the files of a folder. */
const offer = async (
  folder: string,
  { key, certificate }: ReturnType<typeof certify>,
): Promise<{ readonly server: Server; readonly port: number }> => {
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, ({ url = '' }, response) => {
    try {
      response.end(readFileSync(join(folder, new URL(url, 'https://lists.example.com').pathname)));
    } catch {
      response.writeHead(404).end();
    }
  });
  const port = await onFreePort(async (free) => {
    server.listen(free, LOOPBACK);
    await once(server, 'listening');
    return free;
  });
  return { server, port };
};

const freePort = (): Promise<number> =>
  onFreePort(async (port) => {
    const server = createServer().listen(port, LOOPBACK);
    await once(server, 'listening');
    await once(server.close(), 'close');
    return port;
  });

/** Lines of a shell that start what says that it listens, go on when it does, and show what it said first. */
const begun = (started: string): string =>
  `: > begun.log\n${started} >> begun.log 2>&1 & BEGUN=$!\nSTARTED="$STARTED $BEGUN"\nuntil grep -q Listening begun.log; do kill -0 $BEGUN || break; sleep 0.1; done\ngrep Listening begun.log || cat begun.log`;

/** Starts all of it, with an account of 1,000 credits and its private key. */
export const startBulkMachine = async (): Promise<BulkMachine> => {
  /** Undoes what was begun, also where the beginning failed half-way. */
  const ending: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (let undo = ending.pop(); undo; undo = ending.pop()) await undo();
  };
  try {
    return { ...(await begin(ending)), close };
  } catch (error) {
    await close();
    throw error;
  }
};

const begin = async (ending: (() => unknown)[]): Promise<Omit<BulkMachine, 'close'>> => {
  const root = mkdtempSync(join(tmpdir(), 'email-check-bulk-docs-'));
  ending.push(() => rmSync(root, { recursive: true, force: true }));
  const [home, bin, site] = [join(root, 'home'), join(root, 'usr/local/bin'), join(root, 'var/www/lists.example.com')];
  for (const folder of [join(home, 'node_modules'), bin, site]) mkdirSync(folder, { recursive: true });
  for (const name of installed) symlinkSync(resolve('node_modules', name), join(home, 'node_modules', name));
  writeFileSync(join(bin, 'email-check'), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`, { mode: 0o755 });
  const world = await startWorld({ zone: zoneIn(root), greylistSeconds: LIST_REST_MS / 1_000 / 2 });
  ending.push(() => world.close());
  const certified = certify(root);
  const { server, port: listPort } = await offer(site, certified);
  ending.push(() => (server.closeAllConnections(), server.close()));
  const [port, proxyPort] = [await freePort(), await freePort()];
  writeFileSync(
    join(home, '.curlrc'),
    `connect-to = "lists.example.com:${listPort}:${LOOPBACK}:${listPort}"\ncacert = "${certified.certificate}"\n`,
  );
  const ofWorld = {
    EMAIL_CHECK_DNS_SERVERS: world.dns,
    EMAIL_CHECK_CANARY: 'off',
    EMAIL_CHECK_SMTP_PORT: String(world.smtpPort),
    EMAIL_CHECK_ALLOW_LOOPBACK: 'on',
    EMAIL_CHECK_HELO: 'check.example.com',
  };
  const ofService = {
    EMAIL_CHECK_PORT: String(port),
    EMAIL_CHECK_DATABASE: join(root, 'email-check.sqlite'),
    EMAIL_CHECK_LIST_REST: String(LIST_REST_MS),
    NODE_EXTRA_CA_CERTS: certified.certificate,
  };
  const ofReader = {
    HOME: home,
    CURL_HOME: home,
    TSX_TSCONFIG_PATH: resolve('tsconfig.json'),
    PATH: `${bin}:${process.env['PATH']}`,
  };
  const shell = new Shell({
    folder: home,
    environment: { ...process.env, ...ofWorld, ...ofService, ...ofReader },
    prelude: '',
  });
  ending.push(
    () => shell.close(),
    () => shell.run('kill $STARTED; wait').catch(() => undefined),
  );
  const run = (commands: string) => shell.run(commands.replace(/^(?:email-check serve|node proxy\.mjs)$/m, begun));
  await shell.run(
    'email-check accounts add --name "My site" --credits 1000 > /dev/null\nKEY=$(email-check keys add --account 1 --kind private 2> /dev/null)',
  );
  assert.match(await run('email-check serve'), /^Listening on/);
  return {
    here: (text) =>
      onMachine(text, { root, ports: { 3000: proxyPort }, postgres: '' })
        .replaceAll('https://check.example.com', `http://${LOOPBACK}:${port}`)
        .replaceAll('https://lists.example.com', `https://lists.example.com:${listPort}`)
        .replaceAll('EMAIL_CHECK_KEY=…', 'EMAIL_CHECK_KEY=$KEY'),
    async write(name, content) {
      const outfile = join(home, name);
      if (!name.endsWith('.mjs')) return writeFileSync(outfile, content);
      await build({
        stdin: { contents: content, loader: 'js', resolveDir: resolve('.') },
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile,
        alias,
        external: installed,
        logLevel: 'silent',
      });
    },
    run,
  };
};
