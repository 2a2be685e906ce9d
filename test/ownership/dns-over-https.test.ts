import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { txtOverHttps } from '../../src/ownership/index.js';

const name = '_email-verification.example.com';

const ask = async (answer: Response | Error) => {
  const asked: string[] = [];
  const fetch = (url: string): Promise<Response> => {
    asked.push(url);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const records = await txtOverHttps(fetch, 'https://resolver.example/resolve')(name, AbortSignal.timeout(1_000));
  return { asked, records };
};

const answered = (...data: readonly string[]): Response =>
  Response.json({ Status: 0, TC: false, Answer: data.map((each) => ({ name, type: 16, TTL: 60, data: each })) });

describe('TXT records by DNS over HTTPS', () => {
  it('are asked for by name and type', async () => {
    const { asked } = await ask(answered());
    assert.deepEqual(asked, [`https://resolver.example/resolve?name=${name}&type=TXT`]);
  });

  for (const [what, data, expected] of [
    ['as they are', 'iss=a.example', 'iss=a.example'],
    ['without quotes', '"iss=a.example"', 'iss=a.example'],
    ['with their parts joined', '"iss=" "a.example"', 'iss=a.example'],
    ['although a quote is missing', '"iss=a.example', 'iss=a.example'],
  ] as const)
    it(`are given ${what}`, async () => assert.deepEqual((await ask(answered(data))).records, [expected]));

  it('are given each, and other records are not', async () => {
    const answer = Response.json({
      Status: 0,
      Answer: [
        { type: 5, data: 'alias.example.' },
        { type: 16, data: 'a' },
        { type: 16, data: 7 },
        { type: 16, data: 'b' },
      ],
    });
    assert.deepEqual((await ask(answer)).records, ['a', 'b']);
  });

  it('are none if the name does not exist or has none', async () => {
    assert.deepEqual((await ask(Response.json({ Status: 3 }))).records, []);
    assert.deepEqual((await ask(Response.json({ Status: 0 }))).records, []);
  });

  for (const [what, answer] of [
    ['fails', Response.json({ Status: 2 })],
    ['cuts its answer short', Response.json({ Status: 0, TC: true })],
    ['answers with an error', new Response('', { status: 500 })],
    ['answers with a page', new Response('<h1>')],
    ['answers null', Response.json(null)],
    ['answers too much', new Response(`{"Status":0,"pad":"${'x'.repeat(20_000)}"}`)],
    ['is not there', new TypeError('offline')],
  ] as const)
    it(`are not told if the resolver ${what}`, () => assert.rejects(ask(answer)));
});
