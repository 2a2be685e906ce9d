import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { startBulkMachine, type BulkMachine } from './bulk-machine.js';
import { asShown } from './bulk-tables.js';

/** What stands in the page for a reader to type, to be printed, or to be put into a file. */
interface Step {
  readonly heading: string;
  readonly kind: string;
  readonly code: string;
  /** Of a file. */
  readonly path?: string | undefined;
}

const HEADING_OR_FENCE = /^#+ ([^\n]*)$|(?:^`([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$/gms;

const stepsIn = (page: string): readonly Step[] => {
  let heading = '';
  return [...readFileSync(page, 'utf8').matchAll(HEADING_OR_FENCE)].flatMap(([, title, path, kind = '', code = '']) => {
    heading = title ?? heading;
    return title === undefined ? [{ heading, kind, code, path }] : [];
  });
};

const steps = stepsIn('docs/bulk.md');

describe('docs/bulk.md, step by step', () => {
  let machine: BulkMachine | undefined;

  before(async () => {
    machine = await startBulkMachine();
  });

  after(() => machine?.close());

  it('has steps', () => assert.ok(steps.filter(({ kind }) => kind === 'sh').length > 10));

  steps.forEach(({ heading, kind, code, path }, index) => {
    const next = steps[index + 1];
    const shown = next && next.path === undefined && next.heading === heading && next.kind !== 'sh' ? next.code : '';
    if (path !== undefined) it(`${heading}: ${path}`, () => machine!.write(path, machine!.here(code)));
    else if (kind === 'sh')
      it(`${heading}: ${code.split('\n')[0]}`, async () => {
        const printed = (await machine!.run(machine!.here(code))).replaceAll('\r', '');
        assert.match(printed, asShown(machine!.here(shown)), `${printed}\nis not as the page shows it:\n${shown}`);
      });
  });

  it('Addresses that are asked about twice: come to the verdict of the second question', async () => {
    const address = 'nemo@greylisted.net-trouble.com';
    const upload = `echo ${address} > grey.txt\nsudo install -D -m 644 grey.txt /var/www/lists.example.com/grey.txt\nupload https://lists.example.com/grey.txt\n`;
    await machine!.run(machine!.here(`${upload}wait_for "$(field upload list_id)"`));
    assert.match(
      await machine!.run('curl -sS "$(field status download_link)"'),
      new RegExp(`^${address},Invalid,Bounce,6,`, 'm'),
    );
  });
});
