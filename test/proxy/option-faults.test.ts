import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyProxy, KeyProxyOptionError, type KeyProxyOptions } from '../../src/proxy/index.js';

const right: KeyProxyOptions = { apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: 'https://check.example.com' };

describe('an option that would break each call', () => {
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    envelope: ['success', 'error', 'balance', 'receipt', 'a b', 7],
    workspaceParam: ['api', 'api_key', 'email', 'photo', 'a&b', 7],
    limiter: [null, {}, 5],
    cache: [null, {}, { get: () => Promise.resolve(undefined) }],
    allowUnmarked: ['false', 1],
    mount: ['/../email-check', '/email-check/.', '/.'],
  };
  for (const [option, values] of Object.entries(wrong))
    for (const value of values)
      it(`is refused when the proxy is made: ${option} ${JSON.stringify(value)}`, () => {
        assert.throws(
          () => createKeyProxy({ ...right, [option]: value }),
          (error) =>
            error instanceof KeyProxyOptionError && error.option === option && error.message.includes(`"${option}"`),
        );
      });

  it('differs from the usual ones', () => {
    const limiter = { consume: () => Promise.resolve(0) };
    const cache = { get: () => Promise.resolve(undefined), set: () => Promise.resolve() };
    for (const more of [
      { envelope: 'host_object', workspaceParam: 'g-workspace' },
      { envelope: '', workspaceParam: '' },
      { workspaceParam: 'workspace' },
      { limiter, cache },
      { allowUnmarked: true },
      { mount: '/a/.well-known/b..c/' },
      { mount: '' },
    ])
      assert.equal(typeof createKeyProxy({ ...right, ...more }), 'function');
  });
});
