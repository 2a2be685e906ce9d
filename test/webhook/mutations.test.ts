import assert from 'node:assert/strict';
import { it } from 'node:test';
import { verifyWebhook, WebhookError } from '../../src/webhook/index.js';
import { seeded } from '../random.js';
import { seed, trials } from '../soak.js';
import { body, headersOf, id, now, secret } from './signed.js';

const COUNT = trials(50_000);
const CHARACTERS = [...'ABCXYZabcxyz0189-_.,+/= "{}:\u00e9'];

it(`accepts none of ${COUNT} webhooks with one character changed, taken away or added`, async () => {
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const changed = (text: string): string => {
    const at = below(text.length);
    const other = CHARACTERS[below(CHARACTERS.length)] ?? '';
    return [
      text.slice(0, at) + other + text.slice(at + 1),
      text.slice(0, at) + text.slice(at + 1),
      text.slice(0, at) + other + text.slice(at),
    ][below(3)]!;
  };
  const headers = await headersOf();
  const good: Readonly<Record<string, string>> = { ...headers, body };
  const names = Object.keys(good);
  const codes = new Map<string, number>();
  for (let index = 0; index < COUNT; index++) {
    const name = names[below(names.length)]!;
    const mutant = { ...good, [name]: changed(good[name]!) };
    // A blank beside a signature changes nothing of it.
    if (mutant[name] === good[name] || (name === 'webhook-signature' && mutant[name]?.trim() === good[name])) continue;
    const { body: text = '', ...rest } = mutant;
    const outcome = await verifyWebhook({ body: text, headers: rest, secret, now }).catch((error: unknown) => error);
    assert.ok(outcome instanceof WebhookError, `seed ${seed}: ${name} ${JSON.stringify(mutant[name])}`);
    codes.set(outcome.code, (codes.get(outcome.code) ?? 0) + 1);
  }
  assert.equal((await verifyWebhook({ body, headers, secret, now })).id, id);
  assert.deepEqual([...codes.keys()].sort(), ['bad-header', 'too-new', 'too-old', 'wrong-signature']);
});
