import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startWorld, type World } from '../../demo/world/index.js';
import { onFreePort } from '../../demo/world/loopback.js';
import { hasProgram, programPath, withoutProgram } from '../installed-program.js';
import { PostgresServer, withoutPostgres } from '../suites/postgres-server.js';
import { asShown } from './as-shown.js';
import { onMachine, prelude, type Machine } from './operator.js';
import { Shell } from './shell.js';

/** What stands in the page for an operator to type, to be printed, or to be put into a file. */
interface Step {
  readonly heading: string;
  readonly kind: string;
  readonly code: string;
  /** Of a file. */
  readonly path?: string | undefined;
}

const HEADING_OR_FENCE = /^#+ ([^\n]*)$|(?:`([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$/gms;

const stepsIn = (page: string): readonly Step[] => {
  let heading = '';
  return [...readFileSync(page, 'utf8').matchAll(HEADING_OR_FENCE)].flatMap(([, title, path, kind = '', code = '']) => {
    heading = title ?? heading;
    return title === undefined ? [{ heading, kind, code, path: kind === 'sh' ? undefined : path }] : [];
  });
};

const steps = stepsIn('docs/service.md');

const freePort = (): Promise<number> =>
  onFreePort(async (port) => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    await once(server.close(), 'close');
    return port;
  });

const missing: Readonly<Record<string, string | false>> = {
  Caddy: withoutProgram('caddy'),
  nginx: withoutProgram('nginx', 'nginx-light'),
  'Backup and restore': withoutProgram('sqlite3'),
  PostgreSQL: withoutPostgres(),
  'Back it up': withoutPostgres(),
};

let world: World;
let postgres: PostgresServer | undefined;
let machine: Machine;
let httpsPort: number;
let shell: Shell;
/** The heading of the service that runs in the foreground. */
let inForeground: string | undefined;

const at = (path: string): string => join(machine.root, path);

const put = (path: string, content: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};

/** What a file has to be beside what the page says: proxies listen on loopback alone, with a certificate of the test. */
const files: Readonly<Record<string, (content: string) => string>> = {
  Caddyfile: (content) =>
    content
      .replace(/^\{\n/, `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${at('caddy')}\n`)
      .replace(
        'check.example.com {',
        `https://check.example.com:${httpsPort} {\n\tbind 127.0.0.1\n\ttls ${at('etc/ssl/check.example.com.pem')} ${at('etc/ssl/private/check.example.com.key')}`,
      ),
  'email-check.conf': (content) =>
    content.replace('listen 443', `listen 127.0.0.1:${httpsPort}`).replace(/^ *listen \[::\]:443 ssl;\n/m, ''),
};

const write = ({ path = '', code }: Step): void => {
  const own = onMachine(path, machine);
  put(
    own === path ? join(at('home'), path) : own,
    files[path.split('/').at(-1)!]?.(onMachine(code, machine)) ?? onMachine(code, machine),
  );
};

/** Runs a block; one that ends in a service in the foreground until the service listens. */
const type = async ({ code, heading }: Step): Promise<string> => {
  if (inForeground !== undefined && inForeground !== heading) await shell.run('kill $SERVICE && wait $SERVICE');
  inForeground = undefined;
  const commands = onMachine(code, machine);
  if (!/^email-check serve$/m.test(commands)) return shell.run(commands);
  inForeground = heading;
  return shell.run(
    commands.replace(
      /^email-check serve$/m,
      ': > served\nemail-check serve >> served 2>&1 & SERVICE=$!\nuntil grep -q Listening served; do kill -0 $SERVICE || break; sleep 0.1; done; cat served',
    ),
  );
};

const certify = (): void => {
  for (const folder of ['etc/ssl/private', 'etc/nginx/conf.d', 'var/log/nginx', 'home'])
    mkdirSync(at(folder), { recursive: true });
  const [key, certificate] = [at('etc/ssl/private/check.example.com.key'), at('etc/ssl/check.example.com.pem')];
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
    '/CN=check.example.com',
    '-addext',
    'subjectAltName=DNS:check.example.com',
  ];
  execFileSync('openssl', [...order, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  put(
    at('home/.curlrc'),
    `connect-to = "check.example.com:443:127.0.0.1:${httpsPort}"\ncacert = "${certificate}"\nwrite-out = "\\n"\n`,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at(`nginx-${name}`)};`,
  );
  put(
    at('etc/nginx/nginx.conf'),
    `pid ${at('nginx.pid')};\nerror_log ${at('var/log/nginx/error.log')};\nevents {}\nhttp {\n${temporary.join('\n')}\naccess_log off;\ninclude ${at('etc/nginx/conf.d')}/*.conf;\n}\n`,
  );
};

/** Lines of a shell that ask through the proxy, as somebody at an address of this machine. */
const ask = (query: string, { from = '127.0.0.1', headers = [] as readonly string[], more = '' } = {}): string =>
  `curl -sS --interface ${from} ${headers.map((header) => `-H '${header}'`).join(' ')} ${more} "https://check.example.com/${query}"\n`;

/** What holds behind each of the two proxies; `from` are two callers that have not asked before. */
const holdsBehind = (proxy: string, [one, other]: readonly [string, string], logs: readonly string[]): void => {
  const status = `-o /dev/null -w '%{http_code}\\n'`;
  const page = ['Origin: https://www.example.com'];

  it(`${proxy}: counts callers by their own IP address, whatever they send in X-Forwarded-For`, async () => {
    const asked = Array.from({ length: 21 }, (_, n) =>
      ask('v1/?api=$PUBLIC_KEY&email=x', {
        from: one,
        headers: [...page, `X-Forwarded-For: 198.51.100.${n}`],
        more: status,
      }),
    );
    assert.deepEqual((await shell.run(asked.join(''))).trim().split('\n'), [
      ...Array.from({ length: 20 }, () => '200'),
      '429',
    ]);
    assert.equal(
      await shell.run(ask('v1/?api=$PUBLIC_KEY&email=x', { from: other, headers: page, more: status })),
      '200\n',
    );
  });

  it(`${proxy}: forwards the scheme https and the page's origin to the service`, async () => {
    const headers = await shell.run(
      ask('v1/?api=$PUBLIC_KEY&email=x', { from: other, headers: page, more: '-D - -o /dev/null' }),
    );
    assert.match(headers, new RegExp(`^server: ${proxy}`, 'im'));
    assert.match(headers, /^strict-transport-security: max-age=\d+\r?$/im);
    assert.match(headers, /^access-control-allow-origin: https:\/\/www\.example\.com\r?$/im);
    await shell.run(`OWN_KEY=$(email-check keys add --account 1 --kind public --origin https://check.example.com)`);
    assert.equal(
      await shell.run(
        ask('v1/?api=$OWN_KEY&email=x', { from: other, headers: ['Sec-Fetch-Site: same-origin'], more: status }),
      ),
      '200\n',
    );
    assert.equal(
      await shell.run(
        ask('v1/?api=$OWN_KEY&email=x', { from: other, headers: ['Sec-Fetch-Site: same-site'], more: status }),
      ),
      '403\n',
    );
  });

  it(`${proxy}: sends the script compressed, and 304 to callers who have it`, async () => {
    const script = (header: string) =>
      shell.run(ask('email-check.js', { from: other, headers: [header], more: '-D - -o /dev/null' }));
    const headers = await script('Accept-Encoding: br, gzip');
    assert.match(headers, /^content-encoding: br\r?$/im);
    assert.match(headers, /^vary: Accept-Encoding\r?$/im);
    assert.match(headers, /^cache-control: public, max-age=600, must-revalidate\r?$/im);
    const [, etag = ''] = /^etag: (\S+)\r?$/im.exec(headers) ?? [];
    assert.match(await script(`If-None-Match: ${etag}' -H 'Accept-Encoding: br`), /^HTTP\/\S+ 304/);
    assert.doesNotMatch(await script('Accept-Encoding: identity'), /^content-encoding/im);
  });

  it(`${proxy}: publishes no figures`, async () => {
    assert.equal(await shell.run(ask('metrics', { more: status }) + ask('%6detrics', { more: status })), '404\n404\n');
  });

  it(`${proxy}: logs no key and no address, also while the service is down`, async () => {
    const again = `systemctl start email-check\ncurl -s --retry 5 --retry-connrefused -o /dev/null http://127.0.0.1:${machine.ports['8080']}/readyz`;
    await shell.run(
      `systemctl stop email-check\n${ask('v1/?api=$PRIVATE_KEY&email=jane.doe@gmail.com', { more: status })}${again}`,
    );
    const key = (await shell.run('echo $PRIVATE_KEY')).trim();
    assert.match(key, /^\w{13}$/);
    for (const log of logs) {
      const written = existsSync(at(log)) ? readFileSync(at(log), 'utf8') : '';
      assert.ok(!written.includes(key) && !written.includes('jane.doe'), log);
    }
  });
};

const afterSteps: Readonly<Record<string, () => void>> = {
  Caddy: () => holdsBehind('Caddy', ['127.0.0.10', '127.0.0.11'], ['var/log/caddy.log']),
  nginx: () =>
    holdsBehind(
      'nginx',
      ['127.0.0.20', '127.0.0.21'],
      ['var/log/nginx/email-check.log', 'var/log/nginx/email-check.error.log'],
    ),
  Metrics: () => {
    it('Metrics: names all that there are', async () => {
      const shown = (await shell.run(`curl -sS http://127.0.0.1:${machine.ports['8080']}/metrics`)).matchAll(
        /^# TYPE (email_check_\w+)/gm,
      );
      const said = readFileSync('docs/service.md', 'utf8').matchAll(/^\| `(email_check_\w+)`/gm);
      assert.deepEqual([...said].map(([, name]) => name).sort(), [...shown].map(([, name]) => name).sort());
    });
  },
  'With systemd': () => {
    it(
      'With systemd: has a unit that systemd takes',
      { skip: !hasProgram('systemd-analyze') && 'there is no systemd here' },
      () => {
        const { status, stderr } = spawnSync(
          'systemd-analyze',
          ['verify', at('etc/systemd/system/email-check.service')],
          { encoding: 'utf8' },
        );
        // It looks at the machine's other units too.
        assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes('email-check.service'))], [0, []]);
      },
    );
  },
};

describe('docs/service.md, step by step', () => {
  before(async () => {
    const root = mkdtempSync(join(tmpdir(), 'email-check-operator-'));
    const [port, adminPort] = [await freePort(), await freePort()];
    httpsPort = await freePort();
    world = await startWorld();
    postgres = withoutPostgres() ? undefined : await PostgresServer.start();
    const superuser = postgres?.url('postgres') ?? '';
    machine = { root, ports: { 8080: port, 8081: adminPort }, postgres: superuser && new URL(superuser).host };
    certify();
    symlinkSync(resolve('dist'), at('home/dist'));
    const ofWorld = {
      EMAIL_CHECK_DNS_SERVERS: world.dns,
      EMAIL_CHECK_CANARY: 'off',
      EMAIL_CHECK_DOCTOR: 'off',
      EMAIL_CHECK_SMTP_PORT: String(world.smtpPort),
      EMAIL_CHECK_ALLOW_LOOPBACK: 'on',
      EMAIL_CHECK_HELO: 'check.example.com',
    };
    const ofHost = {
      EMAIL_CHECK_PORT: String(port),
      HOME: at('home'),
      CURL_HOME: at('home'),
      SUPERUSER: superuser,
      PATH: `${at('usr/local/bin')}:${programPath}`,
    };
    shell = new Shell({
      folder: at('home'),
      environment: { ...process.env, ...ofWorld, ...ofHost },
      prelude: prelude(root),
    });
  });

  after(async () => {
    await shell.run('for unit in caddy nginx email-check; do stop_$unit; done').catch(() => undefined);
    await shell.close();
    await world.close();
    await postgres?.stop();
    rmSync(machine.root, { recursive: true, force: true });
  });

  it('has steps', () => assert.ok(steps.filter(({ kind }) => kind === 'sh').length > 20));

  steps.forEach((step, index) => {
    const { heading, kind, code, path: file } = step;
    const [first = ''] = code.split('\n');
    const skip = missing[heading] ?? false;
    const next = steps[index + 1];
    const shown =
      next?.path === undefined && next?.heading === heading && ['text', 'json'].includes(next.kind)
        ? next.code
        : undefined;
    if (file !== undefined) it(`${heading}: ${file}`, { skip }, () => write(step));
    else if (kind === 'sh')
      it(`${heading}: ${first}`, { skip }, async () => {
        // The test's curl ends each answer with a line end, also one that has lines of its own.
        const printed = (await type(step)).replaceAll('\r', '').replace(/\n\n$/, '\n');
        if (shown !== undefined) assert.match(printed, asShown(onMachine(shown, machine)));
        else assert.equal(printed.replace(/^Key \d.*\n/gm, ''), '', 'prints nothing that the page does not show');
      });
    if (next?.heading !== heading) afterSteps[heading]?.();
  });
});
