import assert from 'node:assert/strict';
import { it } from 'node:test';
import { base64url } from 'jose';
import { createOwnershipCache, verifyOwnership } from '../../src/ownership/index.js';
import { seeded } from '../random.js';
import { audience, email, newIssued, newPair, newToken, newWorld, right } from './issuer-world.js';

const COUNT = 20_000;

const pick = <Value>(random: () => number, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

const CHARACTERS = 'ABCXYZabcxyz0189-_.~=+/ \n\0\u00e9\u{1f600}';

/** Values that stand in a header or claim instead of the right one. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1e308, '', 'x', [], {}, [1], { a: 1 }, 'none', 'HS256', 'evt+jwt', audience, email],
  ...['https://accounts.example.net/', 'accounts.example.net.', '\u0000', 'x'.repeat(5_000), { jwk: {} }],
];

type Json = Record<string, unknown>;

const decode = (part: string): Json => JSON.parse(new TextDecoder().decode(base64url.decode(part))) as Json;

/** Changes one member of the header or the claims of one half, whose signature stays. */
const changeMember = (token: string, random: () => number): string => {
  const halves = token.split('~');
  const half = pick(random, [0, 1]);
  const pieces = (halves[half] ?? '').split('.');
  const piece = pick(random, [0, 1]);
  const json = decode(pieces[piece] ?? '');
  const names = [...Object.keys(json), 'exp', 'crit', 'jwk', 'x5c', 'b64'];
  const name = pick(random, names);
  const before = JSON.stringify(json);
  if (random() < 0.2) delete json[name];
  else json[name] = pick(random, VALUES);
  if (JSON.stringify(json) === before) json['more'] = 1;
  pieces[piece] = base64url.encode(JSON.stringify(json));
  halves[half] = pieces.join('.');
  return halves.join('~');
};

const changeCharacter = (token: string, random: () => number): string => {
  const at = Math.floor(random() * token.length);
  const [before, after] = [token.slice(0, at), token.slice(at + 1)];
  const character = pick(
    random,
    [...CHARACTERS].filter((each) => each !== token[at]),
  );
  return pick(random, [
    `${before}${character}${after}`,
    `${before}${after}`,
    `${before}${character}${token.slice(at)}`,
  ]);
};

const changeSize = (token: string, random: () => number): string =>
  pick(random, [
    token.slice(0, Math.floor(random() * token.length)),
    token.slice(1 + Math.floor(random() * (token.length - 1))),
    token + token,
    `${token}~`,
    `~${token}`,
    token.padEnd(Math.ceil(random() * 100_000) + token.length, 'A'),
  ]);

it(`none of ${COUNT} mutated tokens is accepted, and each is refused with a code`, async () => {
  const random = seeded(22);
  const good = await newToken();
  const other = await newToken({ claims: { email: 'john@mail.example.com' }, holderPair: await newPair('ES256') });
  const issued = await newIssued({ claims: { jti: '2' } });
  const swap = (): string => {
    const [mine, theirs] = [good.split('~'), other.split('~')];
    const mix = [mine, theirs].map((halves) => halves.map((half) => half.split('.')));
    const parts = [0, 1].map((half) => [0, 1, 2].map((piece) => pick(random, mix)[half]?.[piece] ?? '').join('.'));
    return parts.join('~');
  };
  const cache = createOwnershipCache();
  const options = { ...right(newWorld()), cache };
  assert.equal((await verifyOwnership({ ...options, token: good })).ok, true);
  const codes = new Map<string, number>();
  for (let index = 0; index < COUNT; index++) {
    const mutate = pick(random, [changeCharacter, changeMember, changeMember, changeSize, swap]);
    let token = mutate(good, random);
    if (token === good) token = `${issued}~${good.split('~')[1] ?? ''}`;
    const verified = await verifyOwnership({ ...options, token });
    assert.equal(verified.ok, false, token);
    if (!verified.ok) codes.set(verified.code, (codes.get(verified.code) ?? 0) + 1);
  }
  console.log(`measured: ${COUNT} mutated tokens: ${[...codes].map(([code, count]) => `${code} ${count}`).join(', ')}`);
  assert.ok(codes.size >= 10, 'the mutations reach many of the checks');
});
