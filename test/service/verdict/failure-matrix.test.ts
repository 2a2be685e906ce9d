import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openEngine } from '../../../src/service/compose/verdicts.js';
import { readConfig } from '../../../src/service/index.js';
import { loadReputation } from '../../../src/service/reputation/index.js';
import { failureMatrix, startFailureWorld, verdictOf } from './failure-matrix.js';

const world = await startFailureWorld();
const { engine } = openEngine(
  readConfig({
    flags: {
      ...{
        'dns-servers': world.dns,
        canary: 'off',
        'smtp-port': String(world.smtpPort),
        'allow-loopback': 'on',
        helo: 'check.own.com',
        'mail-from': 'probe@own.com',
      },
      ...{ 'dns-timeout': '2000', 'smtp-timeout': '500', 'verdict-timeout': '4000' },
    },
  }),
  loadReputation(),
);

after(async () => {
  await engine.close();
  await world.close();
});

describe('the cases at which verifiers go wrong', () => {
  for (const { what, address, expected } of failureMatrix) {
    it(`${what}: ${expected}`, async () => {
      const { validation, evidence } = await engine.verify(address);
      assert.equal(verdictOf(validation), expected, JSON.stringify(evidence));
    });
  }
});
