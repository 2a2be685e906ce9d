import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { ownAddress, startOwnershipSite, type Arrived, type OwnershipSite } from './ownership-site.js';
import { open, PATIENCE, skip, watchProofs, type ProofWatch } from './proving-browser.js';

describe('a sign-up in a browser that proves ownership', { skip }, () => {
  let site: OwnershipSite;
  let browser: Browser;
  let page: Page;
  let proofs: ProofWatch;

  before(async () => {
    site = await startOwnershipSite();
    browser = await open(site.chromiumFlags);
    proofs = await watchProofs(browser);
  });
  beforeEach(async () => {
    site.delay = 0;
    page = await browser.newPage();
  });
  after(async () => {
    await browser.close();
    await site.close();
  });

  const load = (path: string): Promise<unknown> => page.goto(`${site.url}${path}`, { waitUntil: 'load' });

  /** Types into the field, as a person does: by the time it is finished, the form has its nonce. */
  const type = async (email: string, within = ''): Promise<void> => {
    await page.type(`${within}[name=email]`, email, { delay: 10 });
    await page.waitForSelector(`${within}[name=email_check_token][nonce], ${within}[name=email_check_token]`);
  };

  /** Leaves the field, and waits until the browser has ended the protocol. */
  const leave = async (within = ''): Promise<void> => {
    const before = await proofs.ended();
    await page.focus(`${within}[name=note]`);
    await proofs.endedAfter(before);
  };

  /** Does what sends the form, and gives what came of it. */
  const sent = async (send: () => Promise<unknown>): Promise<Arrived> => {
    const before = site.arrived.length;
    await Promise.all([page.waitForNavigation({ timeout: PATIENCE }), send()]);
    assert.equal(site.arrived.length, before + 1, 'the form goes out once');
    return site.arrived.at(-1)!;
  };

  const assertOwned = ({ fields, signUp }: Arrived): void => {
    assert.ok(
      signUp.owned,
      signUp.owned ? '' : `${signUp.why.code} ${fields['email_check_token']?.length ?? 'no field'}`,
    );
    assert.equal(signUp.issuer, 'https://accounts.net-trouble.com');
    assert.equal(signUp.receipt?.ok, true, 'the receipt goes along');
  };

  for (const [what, path] of [
    ['on a plain page', '/plain'],
    ['on a page under a strict policy that is sent as a header', '/plain?policy'],
    ['on a page whose submits are held', '/held'],
    ['with the form of docs/ownership.md', '/documented'],
  ] as const)
    it(`is proven by a token that arrives and verifies ${what}: typed, left and sent`, async () => {
      await load(path);
      await type(ownAddress);
      await leave();
      assertOwned(await sent(() => page.click('button')));
    });

  it('is proven in a page whose form is in a shadow root', async () => {
    await load('/shadow');
    await type(ownAddress, 'sign-up >>> ');
    await leave('sign-up >>> ');
    assertOwned(await sent(() => page.click('sign-up >>> button')));
  });

  it('is proven in each of two forms', async () => {
    for (const id of ['first', 'second']) {
      await load('/two');
      await type(ownAddress, `#${id} `);
      await leave(`#${id} `);
      assertOwned(await sent(() => page.click(`#${id} button`)));
    }
  });

  it('is proven if the browser fills the field', async () => {
    await load('/plain');
    await page.focus('[name=email]');
    await page.waitForSelector('[name=email_check_token]');
    const own = await page.createCDPSession();
    const { root } = await own.send('DOM.getDocument', { depth: 0 });
    const { nodeId } = await own.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[name=email]' });
    const { node } = await own.send('DOM.describeNode', { nodeId });
    const before = await proofs.ended();
    await own.send('Autofill.enable');
    await own.send('Autofill.trigger', {
      fieldId: node.backendNodeId,
      address: { fields: [{ name: 'EMAIL_ADDRESS', value: ownAddress }] },
    });
    await proofs.endedAfter(before);
    assertOwned(await sent(() => page.click('button')));
  });

  it('is proven after an edit that led back to the address', async () => {
    await load('/plain');
    await type(`${ownAddress}x`);
    await leave();
    await page.focus('[name=email]');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await leave();
    assertOwned(await sent(() => page.click('button')));
  });

  it('is not proven for an address that was edited after the proof', async () => {
    await load('/plain');
    await type(ownAddress);
    await leave();
    await page.focus('[name=email]');
    await page.keyboard.press('Home');
    await page.keyboard.type('x');
    const { signUp, fields } = await sent(() => page.click('button'));
    assert.equal(signUp.owned, false);
    assert.equal(fields['email'], `x${ownAddress}`);
  });

  it('is not proven for an address that the provider does not know', async () => {
    await load('/plain');
    await type('john@mail.net-trouble.com');
    await leave();
    const { signUp } = await sent(() => page.click('button'));
    assert.equal(!signUp.owned && signUp.why.code, 'missing');
  });

  it('goes out once by a click straight from the field while the submit is held, with or without a token', async () => {
    await load('/held');
    site.delay = 800;
    await type(ownAddress);
    const { signUp } = await sent(() => page.click('button'));
    if (!signUp.owned) assert.equal(signUp.why.code, 'missing');
  });

  it('goes out once by Enter, with or without a token', async () => {
    for (const path of ['/plain', '/held']) {
      await load(path);
      await type(ownAddress);
      const { signUp } = await sent(() => page.keyboard.press('Enter'));
      if (!signUp.owned) assert.equal(signUp.why.code, 'missing');
    }
  });

  it('has no field for a token without the attribute', async () => {
    await load('/without');
    await page.type('[name=email]', ownAddress, { delay: 10 });
    await page.focus('[name=note]');
    const { fields } = await sent(() => page.click('button'));
    assert.deepEqual(Object.keys(fields).sort(), ['email', 'email_check_receipt', 'note']);
  });
});

describe('the same sign-up in a browser that does not know the protocol', { skip }, () => {
  it('carries an empty token, and goes out as ever', async () => {
    const site = await startOwnershipSite();
    const browser = await open([]);
    try {
      const page = await browser.newPage();
      await page.goto(`${site.url}/plain`, { waitUntil: 'load' });
      await page.type('[name=email]', ownAddress, { delay: 10 });
      await page.waitForSelector('[name=email_check_token]');
      await Promise.all([page.waitForNavigation({ timeout: PATIENCE }), page.click('button')]);
      const [arrived] = site.arrived;
      assert.equal(site.arrived.length, 1);
      assert.equal(arrived?.signUp.owned, false);
      assert.equal(arrived.fields['email_check_token'], '');
      assert.equal(arrived.signUp.receipt?.ok, true);
    } finally {
      await browser.close();
      await site.close();
    }
  });
});
