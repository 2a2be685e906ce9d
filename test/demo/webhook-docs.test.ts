import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatted } from '../../demo/markdown.js';
import { withWebhookReference } from '../../demo/webhook-reference.js';
import { run } from '../../src/cli/run.js';
import { createService, type Service } from '../../src/service/index.js';
import { createWebPoster } from '../../src/service/net/web-post.js';
import { RETRY_DELAYS } from '../../src/service/webhook/after-try.js';
import { eventBody } from '../../src/service/webhook/event-body.js';
import { createProject, type Project } from '../project.js';
import { samplesIn } from '../samples.js';
import { listenSomewhere, secret, stubEngine } from '../service/app/fixture.js';
import { startReceiver, until, type Receiver } from '../service/webhook/receiver.js';
import { ts } from '../typescript.js';
import { asShown } from './as-shown.js';

const page = readFileSync('docs/webhooks.md', 'utf8');
const receivers = ['node', 'bun', 'workers', 'deno', 'express'].map((name) =>
  readFileSync(`demo/receivers/${name}.ts`, 'utf8'),
);

describe('docs/webhooks.md', () => {
  const own = samplesIn('docs/webhooks.md', 'ts').filter(({ code }) => !receivers.includes(code));
  let project: Project;
  before(() => {
    const files = Object.fromEntries(own.map(({ code }, index) => [`sample-${index + 1}.ts`, code]));
    project = createProject(files, ['@types'], { moduleDetection: ts.ModuleDetectionKind.Force, types: ['node'] });
  });
  after(() => project.remove());

  it('has the current receivers and errors: run `npm run manifest` after a change', async () => {
    for (const marker of ['receivers', 'errors'])
      assert.match(page, new RegExp(`<!-- ${marker} -->\n\n.{1000,}<!-- /${marker} -->`, 's'));
    assert.ok(page === (await formatted(withWebhookReference(page))), 'they are others');
    assert.equal(samplesIn('docs/webhooks.md', 'ts').length, own.length + receivers.length);
  });

  it('shows the body of an event as it is sent', () => {
    const [{ code } = assert.fail()] = samplesIn('docs/webhooks.md', 'json');
    const { data, timestamp } = JSON.parse(code) as { data: Record<string, never>; timestamp: string };
    const list = { id: data['list_id']!, name: data['list_name']!, state: 'completed', reason: '' } as const;
    const sent = eventBody({
      ...{ number: data['sequence']!, id: 'evt_1', accountId: data['account']!, type: 'list.completed' },
      ...{ at: Date.parse(timestamp), balance: data['balance']!, list: { ...list, addresses: 20, done: 20 } },
    });
    assert.deepEqual(JSON.parse(code), JSON.parse(sent));
  });

  it('has the current waits, times and limits', () => {
    const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
    assert.deepEqual(RETRY_DELAYS, [
      ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
      ...[1 * HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR, 8 * HOUR],
    ]);
    for (const [file, inCode, inPage] of [
      ['src/service/webhook/after-try.ts', 'LONGEST_WAIT = 8 * HOUR', 'by 8 hours at most'],
      ['src/service/webhook/after-try.ts', 'JITTER = 0.2', 'up to a fifth longer or shorter'],
      ['src/service/webhook/delivery-worker.ts', 'timeoutMs = 15_000', 'ends after 15 seconds'],
      ['src/service/webhook/delivery-worker.ts', 'leaseMs = 25_000', 'again after 25 seconds'],
      ['src/service/webhook/webhooks.ts', 'ROTATION = 24 * HOUR', 'For a day, each event has two signatures'],
      ['src/service/deletions.ts', 'EVENT_DAYS = 30', 'kept for 30 days'],
      ['src/webhook/verify.ts', 'TOLERANCE_SECONDS = 300', '300 by default'],
      ['src/webhook/signature.ts', 'MOST_SECRETS = 10', 'or up to 10'],
      ['src/network/callback-url.ts', 'CALLBACK_CHARACTERS = 2_048', 'at most 2,048 characters'],
    ] as const)
      assert.ok(readFileSync(file, 'utf8').includes(inCode) && page.includes(inPage), `${inCode}: ${inPage}`);
  });

  own.forEach(({ heading }, index) => {
    it(`has a sample under "${heading}" that compiles`, () =>
      assert.deepEqual(project.complaints(join(project.folder, `sample-${index + 1}.ts`)), []));
  });
});

describe('the commands of docs/webhooks.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-webhook-docs-'));
  const database = join(folder, 'test.sqlite');
  const poster = createWebPoster({ addressesOf: () => Promise.resolve([]), internalHosts: ['127.0.0.1'] });
  const steps = samplesIn('docs/webhooks.md', 'sh', 'text');
  let receiver: Receiver;
  let service: Service;
  let environment: Record<string, string>;
  /** The secret that a command has shown last. */
  let shown = '';

  before(async () => {
    writeFileSync(join(folder, 'may.csv'), 'deliverable@shop.example\n');
    receiver = await startReceiver({ secrets: () => [shown] });
    const engine = stubEngine();
    service = await createService({
      ...{ database, secret, engine, reputation: { isDisposable: () => false } },
      listWork: {
        fetch: () => Promise.reject(new Error('Lists are files.')),
        verify: (email) => engine.verify(email),
        pollMs: 10,
      },
      // The site of the page is here.
      webhookWork: { post: (url, post) => poster.post(`${receiver.url}${new URL(url).pathname}`, post), pollMs: 10 },
    });
    const { id: account } = await service.accounts.createAccount({ name: 'Shop', credits: 1_000 });
    const { key } = await service.accounts.createKey({ account, kind: 'private' });
    environment = {
      ...{ EMAIL_CHECK_DATABASE: database, EMAIL_CHECK_SECRET: secret, EMAIL_CHECK_KEY: key },
      EMAIL_CHECK_SERVICE: (await listenSomewhere(service)).url,
    };
  });
  after(async () => {
    await service.close();
    poster.close();
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  const printed = async (command: string): Promise<string> => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const words = command.trim().replace('may.csv', join(folder, 'may.csv')).split(' ').slice(1);
    const context = { environment, printError: print, stopped: () => new Promise(() => undefined) };
    const code = await run(words, { ...context, say: (line) => Promise.resolve(print(line)) });
    assert.equal(code, 0, lines.join('\n'));
    [shown = shown] = lines.filter((line) => line.startsWith('whsec_'));
    return lines.map((line) => `${line}\n`).join('');
  };

  it('print what the page shows, and what they start is delivered', async () => {
    for (const [index, { kind, code }] of steps.entries()) {
      if (kind !== 'sh') continue;
      const expected = steps[index + 1];
      assert.equal(expected?.kind, 'text', code);
      // The list of the page has ended before the test: its two deliveries have the first numbers.
      const awaited = { deliveries: 3, test: 2 }[/webhooks (deliveries|test)/.exec(code)?.[1] ?? ''];
      if (awaited !== undefined)
        await until(async () => {
          const deliveries = await service.webhooks.deliveries(1);
          return deliveries.length === awaited && deliveries.every(({ state }) => state === 'delivered');
        });
      assert.match(await printed(code), asShown(expected.code));
    }
    assert.deepEqual(receiver.refused, []);
    assert.deepEqual(receiver.received.map(({ path, event }) => [path, event.type]).sort(), [
      ['/lists/may', 'list.completed'],
      ['/webhook', 'list.completed'],
      ['/webhook', 'test'],
    ]);
  });
});
