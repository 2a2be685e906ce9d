import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chunkOf } from '../../../src/service/bulk/list-result.js';
import type { ProbeEvidence } from '../../../src/service/verdict/index.js';

const unknown = (probe: ProbeEvidence) => ({
  address: 'jane@acme.com',
  verified: {
    validation: {
      email: 'jane@acme.com',
      result: 'Unknown',
      code: 7,
      reasons: ['Unknown'],
      role: false,
      freeEmail: false,
      sendTransactional: true,
      didYouMean: '',
    } as const,
    evidence: { probe, timings: { total: 1 } },
  },
});
const place = { place: 'google', reason: '', until: 0 };

describe('an address of a list that no mail host was asked for', () => {
  for (const [why, isAskedAgain] of [
    ['refused', true],
    ['unknown-share', true],
    ['pace', true],
    ['budget', false],
    ['never', false],
  ] as const)
    it(`is free, and ${isAskedAgain ? '' : 'not '}asked again later: ${why}`, () => {
      const { credits, deferred } = chunkOf(0, [unknown({ outcome: 'not-asked', why, ...place })], {
        at: 0,
        pass: 'first',
      });
      assert.deepEqual([credits, deferred], [[0], isAskedAgain ? [0] : []]);
    });
});
