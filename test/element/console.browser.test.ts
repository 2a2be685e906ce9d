import { expect } from '@open-wc/testing';
import { insert, mount, until } from './page.js';

/** What a page is told on the console while something runs. */
const toldDuring = async (run: () => Promise<unknown>): Promise<string[]> => {
  const { warn, error } = console;
  const told: string[] = [];
  console.warn = (...words: unknown[]): void => void told.push(`warning ${words.join(' ')}`);
  console.error = (...words: unknown[]): void => void told.push(`error ${words.join(' ')}`);
  try {
    await run();
  } finally {
    Object.assign(console, { warn, error });
  }
  return told;
};

describe('the developer is told', () => {
  it('which origin the service refused, once, and neither the key nor the address', async () => {
    const told = await toldDuring(async () => {
      for (const address of ['forbidden@acme.org', 'forbidden@acme.net']) {
        const page = await mount();
        insert(page, address);
        await page.reaches('misconfigured');
      }
    });
    expect(told).to.have.length(1);
    expect(told[0]).to.contain(`does not allow the origin ${location.origin}: add that to the key's origins`);
    expect(told[0]).not.to.match(/public_|forbidden@|acme/);
  });

  it('once that a second copy of the code is not used', async () => {
    const first = customElements.get('email-check');
    const told = await toldDuring(async () => {
      for (const copy of ['/src/define.ts', '/src/define.ts?again']) await import(copy);
      // A page in another language fetches its texts first, and gives up waiting after a second.
      await until(() => customElements.get('email-check'));
    });
    expect(told).to.deep.equal([
      'warning <email-check>: is loaded twice: the first copy is used. Keep either the script tag or the import',
    ]);
    expect(customElements.get('email-check')).to.equal(first);
    const page = await mount();
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
  });
});
