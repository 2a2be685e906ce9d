import { ListError, readHostedList } from '../../../src/service/bulk/index.js';
import type { ListWorkOptions } from '../../../src/service/bulk/list-workers.js';
import { stubEngine, type Gate } from '../../service/app/fixture.js';

export const url = 'https://lists.shop.example/may.csv';
export const lines = [
  'E-Mail',
  'deliverable@shop.example',
  'bounce@shop.example',
  '=1+2@shop.example',
  'unknown@shop.example',
  'deliverable@SHOP.example',
];
/** The results of these lines. */
export const results = [
  'email,result,reason,code,role,free_email,send_transactional,did_you_mean,original',
  'deliverable@shop.example,Safe to Send,Deliverable,5,false,false,1,,',
  'bounce@shop.example,Invalid,Bounce,6,false,false,0,,',
  "'=1+2@shop.example,Safe to Send,Deliverable,5,false,false,1,,",
  'unknown@shop.example,Unknown,Unknown,7,false,false,1,,',
  'deliverable@SHOP.example,Safe to Send,Deliverable,5,false,false,1,,',
  '',
].join('\r\n');
export const summary = 'safe 3  risky 0  invalid 1  unknown 1';

const engine = stubEngine();

/** Fetches these lines or fails, and verifies each when the gate is open. */
export const workOn = (listed: readonly string[] | ListError, gate?: Gate): ListWorkOptions => ({
  fetch: () => (listed instanceof ListError ? Promise.reject(listed) : readHostedList(Buffer.from(listed.join('\n')))),
  verify: async (address, signal) => {
    if (gate)
      await Promise.race([
        gate.pass(),
        new Promise<void>((resolve) =>
          signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
        ),
      ]);
    return engine.verify(address);
  },
  pollMs: 10,
});
