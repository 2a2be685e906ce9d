import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agentName } from '../../src/console/views/sessions/agent-name.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the name of a browser', () => {
  for (const [agent, name] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox 142 on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome 140 on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge 140 on Windows'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome 140 on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari 26 on iOS',
    ],
    ['Mozilla/5.0 (Unknown) Gecko/20100101 Firefox/142.0', 'Firefox 142'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', ''],
  ] as const)
    it(`${name || 'nothing'}`, () => assert.equal(agentName(agent), name));
});
