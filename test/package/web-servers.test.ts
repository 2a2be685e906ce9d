import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { freePort } from '../free-port.mjs';
import { programPath, withoutProgram } from '../installed-program.js';
import { plainRequest } from '../plain-request.js';
import { samplesIn } from '../samples.js';

const HEADING = 'From your own web server';
const sample = (kind: string): string =>
  samplesIn('docs/element.md', kind).find(({ heading }) => heading === HEADING)?.code ?? '';

/** nginx's module that sends what is compressed with brotli, if this machine has it. */
const brotliModule = ['/usr/lib/nginx/modules', '/usr/share/nginx/modules']
  .map((folder) => join(folder, 'ngx_http_brotli_static_module.so'))
  .find(existsSync);

interface WebServer {
  readonly missing: string | false;
  readonly hasBrotli: boolean;
  /** Writes the sample's configuration, changed so that it is at `port` of loopback, and says how it is run. */
  readonly configure: (folder: string, port: number) => readonly [command: string, ...options: string[]];
}

const servers: Readonly<Record<string, WebServer>> = {
  Caddy: {
    missing: withoutProgram('caddy'),
    hasBrotli: true,
    configure(folder, port) {
      const file = join(folder, 'Caddyfile');
      const site = sample('caddyfile').replace('www.example.com {', `http://127.0.0.1:${port} {\n\tbind 127.0.0.1`);
      writeFileSync(file, `{\n\tadmin off\n\tstorage file_system ${folder}\n}\n${site}`.replace('/var/www', folder));
      return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
  nginx: {
    missing: withoutProgram('nginx', 'nginx-light'),
    hasBrotli: brotliModule !== undefined,
    configure(folder, port) {
      const file = join(folder, 'nginx.conf');
      const location = sample('nginx').replace('/var/www', folder);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${join(folder, name)};`,
      );
      writeFileSync(
        file,
        `${brotliModule ? `load_module ${brotliModule};` : ''}
        ${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')}; events {}
        http { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')}
          server { listen 127.0.0.1:${port}; ${brotliModule ? location.replace('# brotli', 'brotli') : location} } }`,
      );
      return ['nginx', '-c', file];
    },
  },
};

const types: Readonly<Record<string, RegExp>> = {
  'email-check.js': /^(?:text|application)\/javascript\b/,
  'email-check.css': /^text\/css\b/,
  'locales/de.js': /^(?:text|application)\/javascript\b/,
};

const unpackers: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

for (const [server, { missing, hasBrotli, configure }] of Object.entries(servers))
  describe(`the files for pages, from ${server}`, { skip: missing }, () => {
    let folder: string;
    let url: string;
    let running: ChildProcess;

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'email-check-web-server-'));
      mkdirSync(join(folder, 'node_modules'));
      const commands = sample('sh')
        .replaceAll('/var/www', folder)
        .replaceAll('node_modules/email-check-element/dist', resolve('dist'));
      execFileSync('sh', ['-e'], { input: commands });
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      const [command, ...options] = configure(folder, port);
      running = spawn(command, options, {
        env: { ...process.env, PATH: programPath, HOME: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      running.stderr?.on('data', (part: Buffer) => (said += part.toString()));
      while (!(await plainRequest(url, '/').catch(() => undefined))) {
        assert.equal(running.exitCode, null, said);
        await sleep(20);
      }
    });

    after(async () => {
      if (running?.exitCode === null) {
        running.kill();
        await once(running, 'exit');
      }
      rmSync(folder, { recursive: true });
    });

    const ask = (name: string, accepted?: string, headers: Record<string, string> = {}, method?: 'HEAD') =>
      plainRequest(
        url,
        `/email-check/${name}`,
        { ...headers, ...(accepted !== undefined && { 'Accept-Encoding': accepted }) },
        method,
      );

    for (const [name, type] of Object.entries(types)) {
      it(`come compressed, with what caches need: ${name}`, async () => {
        const tags = new Set<string | undefined>();
        for (const [accepted, coding] of [
          ['gzip, deflate, br, zstd', hasBrotli ? 'br' : 'gzip'],
          ['gzip, deflate', 'gzip'],
        ] as const) {
          const { status, headers, body } = await ask(name, accepted);
          assert.deepEqual([status, headers['content-encoding']], [200, coding]);
          assert.deepEqual(unpackers[coding]?.(body), readFileSync(join('dist', name)));
          assert.match(headers['content-type'] ?? '', type);
          assert.equal(headers['vary'], 'Accept-Encoding');
          assert.equal(headers['cache-control'], 'public, max-age=600, must-revalidate');
          const { etag = '' } = headers;
          tags.add(etag);
          assert.equal((await ask(name, accepted, { 'If-None-Match': etag })).status, 304);
          const head = await ask(name, accepted, {}, 'HEAD');
          for (const each of ['content-encoding', 'content-type', 'etag', 'vary'])
            assert.equal(head.headers[each], headers[each], each);
          // Caddy tells no length of a small file before it has sent it (RFC 9110 §8.6 lets it).
          const { 'content-length': length = headers['content-length'] } = head.headers;
          assert.equal(length, headers['content-length']);
          assert.equal(head.body.length, 0);
          assert.equal((await ask(name, accepted, { Via: '2.0 cdn.example' })).headers['content-encoding'], coding);
        }
        assert.equal(tags.size, hasBrotli ? 2 : 1);
      });

      it(`come as they are to callers who do not take that: ${name}`, async () => {
        for (const accepted of [undefined, 'identity', 'br;q=0, gzip;q=0']) {
          const { headers, body } = await ask(name, accepted);
          assert.equal(headers['content-encoding'], undefined);
          assert.deepEqual(body, readFileSync(join('dist', name)));
        }
      });
    }
  });
