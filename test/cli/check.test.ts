import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { commandProgram } from '../programs.js';
import { startWorld } from '../../demo/world/index.js';
import { run } from '../../src/cli/run.js';

const world = await startWorld();
const folder = mkdtempSync(join(tmpdir(), 'email-check-check-'));
after(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

const inWorld = [
  '--dns-servers',
  world.dns,
  '--canary',
  'off',
  '--smtp-port',
  String(world.smtpPort),
  '--allow-loopback',
  '--helo',
  'check.own.com',
];

interface Line {
  readonly email: string;
  readonly result: string;
  readonly reason: string;
  readonly evidence: {
    readonly syntax?: { readonly fault: string; readonly at: number };
    readonly dns?: { readonly kind: string };
    readonly probe?: unknown;
    readonly timings: Record<string, number>;
  };
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const verdictsOf = (text: string): string[] =>
  linesOf(text).map(({ email, result, reason }) => `${email}: ${result} · ${reason}`);

/** Follows a command line in this process, with `input` on standard input. */
const check = async (
  words: readonly string[],
  input: string | Buffer | readonly Buffer[] = '',
  { isTerminal = false, environment = {} } = {},
) => {
  const [written, complained, drawn]: [string[], string[], string[]] = [[], [], []];
  const collect = (into: string[]) =>
    new Writable({ decodeStrings: false, write: (text: string, _, done) => (into.push(text), done()) });
  const code = await run(['check', ...words], {
    environment,
    say: (line) => Promise.resolve(void written.push(`${line}\n`)),
    printError: (line) => complained.push(line),
    stopped: () => new Promise(() => undefined),
    stdio: {
      stdin: Readable.from(Array.isArray(input) ? (input as readonly Buffer[]) : [Buffer.from(input as string)]),
      stdout: collect(written),
      stderr: Object.assign(collect(drawn), { isTTY: isTerminal }),
    },
  });
  return { code, written: written.join(''), complained: complained.join('\n'), drawn: drawn.join('') };
};

const program = [await commandProgram(), 'check', ...inWorld];

/** Starts the program itself. */
const start = (words: readonly string[], { input, node = [] }: { input?: number; node?: readonly string[] } = {}) => {
  const child = spawn(process.execPath, [...node, ...program, ...words], {
    cwd: folder,
    stdio: [input ?? 'pipe', 'pipe', 'pipe'],
  });
  const said = { written: '', complained: '' };
  child.stdout?.on('data', (text) => (said.written += String(text)));
  child.stderr?.on('data', (text) => (said.complained += String(text)));
  child.stdin?.on('error', () => undefined);
  return { child, said, exited: once(child, 'close').then(([code]) => ({ code: code as number | null, ...said })) };
};

const inTrouble = (name: string) => `jane.doe@${name}.net-trouble.com`;

describe('email-check check', () => {
  it('answers addresses of the command line in their order, with evidence', async () => {
    const { code, written, complained, drawn } = await check([
      ...inWorld,
      inTrouble('greylisted'),
      'jane.doe@acme.com',
      'nobody.such@acme.com',
      'a@@b',
      'jane@no-such-domain.com',
    ]);
    assert.deepEqual([code, complained, drawn], [0, '', '']);
    assert.deepEqual(verdictsOf(written), [
      `${inTrouble('greylisted')}: Unknown · Unknown`,
      'jane.doe@acme.com: Safe to Send · Deliverable',
      'nobody.such@acme.com: Invalid · Bounce',
      'a@@b: Invalid · Syntax',
      'jane@no-such-domain.com: Invalid · Bounce',
    ]);
    const [, safe, , syntax, nowhere] = linesOf(written);
    assert.deepEqual(Object.keys(safe ?? {}), [
      'email',
      'code',
      'role',
      'free_email',
      'result',
      'reason',
      'send_transactional',
      'did_you_mean',
      'evidence',
    ]);
    assert.deepEqual(Object.keys(safe?.evidence.timings ?? {}).sort(), ['dns', 'probe', 'total']);
    assert.deepEqual(syntax?.evidence.syntax, { fault: 'manyAt', at: 2 });
    assert.deepEqual(nowhere?.evidence.dns, { kind: 'no-such-domain' });
  });

  it('reads one address on each line of standard input, and answers invalid lines too', async () => {
    const bad = Buffer.from('j\xe4ne@acme.com\r\n', 'latin1');
    const { code, written } = await check(
      [...inWorld, '--probing', 'off'],
      [
        Buffer.from('\ufeffjane.doe@acme.com\r\n\r\n'),
        bad,
        Buffer.from(`${'x'.repeat(1_000_000)}\r\na\0b@acme.com\n \n=1+1@acme.com`),
      ],
    );
    assert.equal(code, 0);
    assert.deepEqual(verdictsOf(written), [
      'jane.doe@acme.com: Unknown · Unknown',
      'jäne@acme.com: Unknown · Unknown',
      `${'x'.repeat(1_000)}: Invalid · Syntax`,
      'a\ufffdb@acme.com: Invalid · Syntax',
      '=1+1@acme.com: Unknown · Unknown',
    ]);
    assert.deepEqual(
      linesOf(written).map(({ evidence }) => evidence.syntax?.fault),
      [undefined, undefined, 'tooLong', 'format', undefined],
    );
    assert.ok(linesOf(written).every(({ evidence: { probe } }) => probe === undefined || probe === 'off'));
  });

  it("reads a CSV's column and writes a CSV that no spreadsheet runs", async () => {
    const { code, written } = await check(
      [...inWorld, '--probing', 'off', '--column', 'email', '--format', 'csv'],
      'Name,Email\r\n"Doe, Jane","jane.doe@acme.com"\r\nX,=1+1@acme.com\r\nY\r\n',
    );
    assert.equal(code, 0);
    const [head, ...rows] = written.split('\r\n');
    assert.equal(head, 'email,result,reason,code,role,free_email,send_transactional,did_you_mean,original,evidence');
    assert.deepEqual(
      rows.map((row) => row.split(',"{')[0]),
      ['jane.doe@acme.com,Unknown,Unknown,7,false,false,1,,', "'=1+1@acme.com,Unknown,Unknown,7,false,false,1,,", ''],
    );
  });

  it('explains the evidence to a person', async () => {
    const { code, written } = await check([...inWorld, '--explain', 'jane.doe@acme.com', 'a..b@acme.com']);
    assert.equal(code, 0);
    for (const line of [
      /^jane\.doe@acme\.com\n {2}verdict +Safe to Send: Deliverable \(code 5\); transactional mail: yes\n {2}because .*\(row 14\)\n/,
      / {2}mail hosts +mx1\.acme\.com \(preference 10\)/,
      / {2}mailbox +accepted the address\n {2}it said +250 /,
      / {2}accept-all +a random address of the domain: refused\n/,
      / {2}took +DNS [\d.]+ ms, mail host [\d.]+ ms, [\d.]+ ms in all\n\na\.\.b@acme\.com\n/,
      / {2}syntax +a dot is at the start or end of a part, or follows another dot \(dots, at character 3\)\n/,
    ])
      assert.match(written, line);
  });

  it('shows on a terminal how far it is, apart from the results', async () => {
    const { written, drawn } = await check([...inWorld, 'jane.doe@acme.com', 'a@@b'], '', { isTerminal: true });
    assert.match(drawn, /2 addresses in [\d.]+ s: safe 1 {2}risky 0 {2}invalid 1 {2}unknown 0\n$/);
    assert.equal(linesOf(written).length, 2);
  });

  it('clears its bar before it prints an error', { timeout: 60_000 }, async () => {
    const domains = join(folder, 'changing');
    mkdirSync(domains);
    const drawn: string[] = [];
    let printError: (before: string | undefined) => void = () => undefined;
    const complained = new Promise<string | undefined>((resolve) => (printError = resolve));
    const stdin = new Readable({ read: () => undefined });
    // A list gets a line without an entry once the bar is there.
    const draw = (text: string, _: unknown, done: () => void) => {
      if (drawn.push(text) === 1) writeFileSync(join(domains, 'free.txt'), 'no entry\n');
      done();
    };
    const ended = run(['check', ...inWorld, '--probing', 'off', '--domains-folder', domains], {
      environment: {},
      say: () => Promise.resolve(),
      printError: () => printError(drawn.at(-1)),
      stopped: () => new Promise(() => undefined),
      stdio: {
        stdin,
        stdout: new Writable({ write: (_, __, done) => done() }),
        stderr: Object.assign(new Writable({ decodeStrings: false, write: draw }), { isTTY: true }),
      },
    });
    assert.equal(await complained, '\r\u001b[K');
    stdin.push(null);
    assert.equal(await ended, 0);
  });

  it('accepts empty input without output', async () => {
    assert.deepEqual(await check(inWorld), { code: 0, written: '', complained: '', drawn: '' });
    assert.equal((await check([...inWorld, '--column', 'email'])).code, 0);
    assert.match((await check([...inWorld, '--format', 'csv'])).written, /^email,.*\r\n$/);
  });

  it('uses the options configured for the service', async () => {
    const config = join(folder, 'config.json');
    writeFileSync(
      config,
      JSON.stringify({ dnsServers: [world.dns], canary: false, smtpPort: world.smtpPort, allowLoopback: true }),
    );
    assert.deepEqual(verdictsOf((await check(['jane.doe@acme.com', '--config', config])).written), [
      'jane.doe@acme.com: Safe to Send · Deliverable',
    ]);
    const environment = { EMAIL_CHECK_CONFIG: config, EMAIL_CHECK_PROBING: 'off' };
    assert.deepEqual(verdictsOf((await check(['jane.doe@acme.com'], '', { environment })).written), [
      'jane.doe@acme.com: Unknown · Unknown',
    ]);
  });

  it('accepts the former names of options for one more release, and warns with the new names', async () => {
    const { code, written, complained } = await check([
      ...['--dns', '127.0.0.1:9', '--dns', world.dns, '--no-smtp', '--timeout', '5000', '--canary', 'off'],
      ...['--smtp-port', String(world.smtpPort), '--allow-loopback', 'jane.doe@acme.com'],
    ]);
    assert.deepEqual([code, verdictsOf(written)], [0, ['jane.doe@acme.com: Unknown · Unknown']]);
    assert.deepEqual(complained.split('\n'), [
      '--dns is now --dns-servers. The next release will not accept --dns.',
      '--no-smtp is now --probing off. The next release will not accept --no-smtp.',
      '--timeout is now --verdict-timeout. The next release will not accept --timeout.',
    ]);
  });

  it('treats a switch without a value as on, whatever comes after it', async () => {
    const places = ['--dns-servers', world.dns, '--canary', 'off', '--smtp-port', String(world.smtpPort)];
    for (const words of [
      ['--allow-loopback', 'jane.doe@acme.com'],
      ['jane.doe@acme.com', '--allow-loopback'],
      ['--allow-loopback', '--probing', 'on', 'jane.doe@acme.com'],
      ['--probing', '--allow-loopback=on', '--', 'jane.doe@acme.com'],
    ])
      assert.deepEqual(verdictsOf((await check([...places, ...words])).written), [
        'jane.doe@acme.com: Safe to Send · Deliverable',
      ]);
  });

  it("uses the operator's own lists", async () => {
    const domains = join(folder, 'domains');
    mkdirSync(domains);
    writeFileSync(join(domains, 'spam-traps.txt'), 'jane.doe@acme.com\n');
    const { written } = await check([...inWorld, '--domains-folder', domains, 'jane.doe@acme.com']);
    assert.deepEqual(verdictsOf(written), ['jane.doe@acme.com: Invalid · Spam Trap']);
  });

  it('checks the addresses before an error in the list, and then reports the error', async () => {
    const { code, written, complained } = await check(
      [...inWorld, '--probing', 'off'],
      'Email,Note\njane.doe@acme.com,x\na@@b,"more\nlast@acme.com,y\n',
    );
    assert.equal(code, 1);
    assert.deepEqual(
      linesOf(written).map(({ email }) => email),
      ['jane.doe@acme.com'],
    );
    assert.match(
      complained,
      /The addresses are read from the column "Email"\.\nThe quote in line 3 of the file is never closed/,
    );
  });

  for (const words of [['list.csv'], ['jane.doe@acme.com', 'list.csv'], ['--column', 'email', 'list.csv']])
    it(`explains how to check a file at "${words.join(' ')}"`, async () => {
      const { code, written, complained } = await check([...inWorld, ...words]);
      assert.deepEqual(
        [code, written, complained],
        [
          2,
          '',
          'list.csv is the name of a file, not an address. Without addresses, check reads standard input: email-check check < list.csv',
        ],
      );
    });

  it('explains how to check a file of any name, if it exists', async () => {
    const file = join(folder, 'my addresses');
    writeFileSync(file, '');
    const { code, complained } = await check([...inWorld, file]);
    assert.equal(code, 2);
    assert.ok(complained.endsWith(`email-check check < '${file}'`), complained);
    assert.equal((await check([...inWorld, '--probing', 'off', 'no address', 'a@shop.csv'])).code, 0);
  });

  it('warns of a name to greet with that is not fully qualified', async () => {
    const { code, complained } = await check([...inWorld, '--helo', 'localhost', 'jane.doe@acme.com']);
    assert.equal(code, 0);
    assert.match(complained, /^Mail hosts are greeted with "localhost", which is not .* Set --helo to /);
  });

  it('prints its options in the help', async () => {
    const { code, written } = await check(['--help']);
    assert.equal(code, 0);
    assert.match(written, /^email-check check \[ADDRESS…\]: check addresses/);
    for (const option of [
      'column',
      'format',
      'explain',
      'concurrency',
      'verdict-timeout',
      'dns-servers',
      'canary',
      'canary-domains',
      'smtp-port',
      'probing',
      'helo',
      'mail-from',
      'fallback-mail-from',
      'socks5',
      'workspace',
      'workspace-detection',
      'allow-loopback',
    ])
      assert.match(written, new RegExp(`\n  --${option} `));
  });

  const rows: readonly (readonly [line: string, words: RegExp])[] = [
    ['--dns-servers somewhere', /^--dns-servers is "somewhere": write IP addresses/],
    [
      '--dns-servers 127.0.0.1 --dns-servers 127.0.0.1:x',
      /^--dns-servers is "127\.0\.0\.1,127\.0\.0\.1:x": write IP addresses/,
    ],
    ['--dns 127.0.0.1 --dns-servers 127.0.0.1', /^--dns is the earlier name of --dns-servers: leave it out\.$/],
    ['--probing maybe', /^--probing is "maybe": write on or off\.$/],
    ['--allow-loopback maybe', /^--allow-loopback is "maybe": write on or off\.$/],
    ['--colum 1', /^Unknown option '--colum'\. Did you mean --column\? Otherwise see email-check check --help\.$/],
    ['--verdict-timeout 1', /^--verdict-timeout is "1": write a whole number from 100 to 600000\.$/],
    ['--concurrency 0', /^--concurrency is "0": write a whole number from 1 to 10000\.$/],
    ['--socks5 proxy', /^--socks5 is not usable: write socks5:/],
    ['--smtp-port mail', /^--smtp-port is "mail": write a whole number/],
    ['--format xml', /^--format is "xml": write ndjson or csv\.$/],
    ['--column 0', /^--column is "0": write a column's name or a whole number from 1/],
    ['--column 1 a@b.com', /^--column is for standard input/],
    ['--explain --format csv', /leave out one of --explain and --format/],
    ['--colour', /^Unknown option '--colour': see email-check check --help\.$/],
    ['--column mail', /The file has no column "mail": write one of its columns: name, email\.$/],
    ['--column 3', /The file has no column "3": write one of its columns/],
  ];
  for (const [line, words] of rows)
    it(`ends with 2 at "${line}"`, async () => {
      const { code, written, complained } = await check(line.split(' '), 'name,email\n');
      assert.equal(code, 2);
      assert.match(complained, words);
      assert.equal(written, '');
    });
});

describe('email-check check as a program', () => {
  it('needs no database, and loads no database driver', async () => {
    const report =
      "process.on('exit',()=>console.error(JSON.stringify(process.report.getReport().sharedObjects.filter((name)=>/sqlite|sharp/.test(name)))))";
    const before = readdirSync(folder);
    const { code, complained } = await start(['jane.doe@acme.com'], {
      node: ['--import', `data:text/javascript,${encodeURIComponent(report)}`],
    }).exited;
    assert.deepEqual([code, complained, readdirSync(folder)], [0, '[]\n', before]);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`writes the complete results at ${signal}, cancels the others, and exits with 130`, async () => {
      const { child, said, exited } = start([]);
      child.stdin?.write(`${['jane.doe@acme.com', inTrouble('tarpit'), 'a@@b'].join('\n')}\nnot.yet.whole@ac`);
      while (!said.written.includes('\n')) await once(child.stdout!, 'data');
      child.kill(signal);
      const { code, written, complained } = await exited;
      assert.equal(code, 130);
      assert.deepEqual(verdictsOf(written), [
        'jane.doe@acme.com: Safe to Send · Deliverable',
        'a@@b: Invalid · Syntax',
      ]);
      assert.equal(complained, 'Stopped: 2 answered, 1 given up.\n');
    });

  it('ends without an error if its reader leaves, although more addresses may come', async () => {
    const { child, exited } = start(['--probing', 'off']);
    child.stdin?.write('jane.doe@acme.com\n'.repeat(900));
    await once(child.stdout!, 'data');
    child.stdout!.destroy();
    const { code, complained } = await exited;
    assert.deepEqual([code, complained], [0, '']);
  });

  it('does not treat a directory as an empty list', async () => {
    const { code, complained } = await start([], { input: openSync(folder, 'r') }).exited;
    assert.equal(code, 1);
    assert.match(complained, /^Standard input cannot be read \(a directory\)/);
  });

  it('reads a file to its end', async () => {
    const list = join(folder, 'list.txt');
    writeFileSync(list, Array.from({ length: 5_000 }, (_, index) => `person.${index}@acme.com\n`).join(''));
    const { code, written } = await start(['--probing', 'off', '--concurrency', '100'], { input: openSync(list, 'r') })
      .exited;
    assert.equal(code, 0);
    assert.deepEqual(
      linesOf(written).map(({ email }) => email),
      Array.from({ length: 5_000 }, (_, index) => `person.${index}@acme.com`),
    );
  });
});
