import { expect } from '@open-wc/testing';
import { mount, mountWithProxy, until } from './page.js';

describe('a key proxy', () => {
  afterEach(() => void (document.cookie = 'visitor=; path=/; max-age=0'));

  it('is posted the address as JSON, without a key and with the page’s cookies', async () => {
    document.cookie = 'visitor=1; path=/';
    const page = await mountWithProxy();
    await page.type('safe@acme.org');
    await page.reaches('safe');
    const [asked] = await page.asked('validate');
    expect(asked).to.include({
      method: 'POST',
      type: 'application/json',
      body: '{"email":"safe@acme.org"}',
      query: '',
    });
    expect(asked?.cookie).to.contain('visitor=1');
    expect(await page.asked('v1')).to.deep.equal([]);
  });

  it('answers for the detector and the logo as well', async () => {
    const page = await mountWithProxy();
    await page.type('safe@acme.org');
    await page.reaches('safe');
    await page.element.updateComplete;
    expect((await page.asked('disposable')).map(({ email }) => email)).to.deep.equal(['acme.org']);
    await until(async () => (await page.asked('logo')).length > 0);
    expect((await page.asked('logo')).map(({ email }) => email)).to.deep.equal(['acme.org']);
  });

  it('is told of the workspace question', async () => {
    const page = await mountWithProxy({ workspace: '' });
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect((await page.asked('validate'))[0]?.body).to.equal('{"email":"safe@acme.org","workspace":true}');
  });

  it('that refuses or fails never stops the form', async () => {
    for (const [word, state] of [
      ['dayslimit', 'limited'],
      ['forbidden', 'misconfigured'],
      ['broken500', 'unavailable'],
      ['html', 'unavailable'],
    ] as const) {
      const page = await mountWithProxy({ block: 'syntax invalid' });
      await page.type(`${word}@acme.org`);
      await page.reaches(state);
      page.form.requestSubmit();
      expect(page.submits(), word).to.equal(1);
    }
  });

  it('does without the key that a page gives beside it, and refuses a private one', async () => {
    const page = await mountWithProxy({ 'public-key': 'public_test' });
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(JSON.stringify(await page.asked())).not.to.contain('public_test');
    const other = await mountWithProxy({ 'public-key': 'a1b2c3d4e5f6g' });
    await other.type('safe@acme.org');
    await other.reaches('misconfigured');
    expect(await other.asked()).to.deep.equal([]);
  });
});

describe('an address behind a relay', () => {
  for (const domain of [
    'privaterelay.appleid.com',
    'mozmail.com',
    'duck.com',
    'simplelogin.com',
    'jane.anonaddy.com',
    'addy.io',
    'passmail.net',
  ]) {
    it(`at ${domain} is never called temporary`, async () => {
      const page = await mount({ block: 'syntax disposable invalid', warn: 'disposable invalid risky' });
      await page.type(`temporary@${domain}`);
      await page.reaches('unknown');
      await page.element.updateComplete;
      expect(page.message()).to.equal('');
      page.form.requestSubmit();
      expect(page.submits()).to.equal(1);
    });
  }
});
