import { expect } from '@open-wc/testing';
import '../../src/counts.js';
import { mount, mountWithProxy, until, type Page } from './page.js';

const reports = async (page: Page): Promise<string[]> => (await page.asked('counts')).map(({ query }) => query);

const sends = async (page: Page): Promise<string[]> => {
  page.form.requestSubmit();
  await until(async () => (await reports(page)).length > 0, 'nothing was reported');
  return reports(page);
};

describe('the report of a page', () => {
  it('says that a suggestion was taken', async () => {
    const page = await mount();
    await page.type('safe@gmial.com');
    await page.offers();
    page.buttons()['accept']!.click();
    await page.reaches('safe');
    expect(await sends(page)).to.deep.equal(['api=public_test&corrected=1']);
  });

  it('says that a temporary address was warned about, and sent anyway', async () => {
    const page = await mount();
    await page.type('temporary@acme.org');
    await page.reaches('disposable');
    expect(await sends(page)).to.deep.equal(['api=public_test&warned=1&used_anyway=1']);
  });

  it('says that a temporary address was warned about, and replaced', async () => {
    const page = await mount();
    await page.type('temporary@acme.org');
    await page.reaches('disposable');
    page.input.value = '';
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(await sends(page)).to.deep.equal(['api=public_test&warned=1']);
  });

  it('is about each submit once', async () => {
    const page = await mount();
    await page.type('temporary@acme.org');
    await page.reaches('disposable');
    await sends(page);
    page.form.requestSubmit();
    await until(async () => (await reports(page)).length > 1);
    expect((await reports(page))[1]).to.equal('api=public_test&used_anyway=1');
  });

  it('is about a submit that goes out, not about one that the element stops', async () => {
    const page = await mount({ trigger: 'submit' });
    await page.type('safe@gmial.com');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    await page.offers();
    expect(await sends(page)).to.deep.equal(['api=public_test&used_anyway=1']);
    expect(page.submits()).to.equal(1);
  });

  it('goes to the key proxy, without a key', async () => {
    const page = await mountWithProxy();
    await page.type('temporary@acme.org');
    await page.reaches('disposable');
    expect(await sends(page)).to.deep.equal(['warned=1&used_anyway=1']);
  });

  it('is not sent if there is nothing to tell, no service, or no consent', async () => {
    const good = await mount();
    await good.type('safe@acme.org');
    await good.reaches('safe');
    const alone = await mount({ 'public-key': '', deny: 'acme.org' });
    await alone.type('jane@acme.org');
    const paused = await mount();
    await paused.type('temporary@acme.org');
    await paused.reaches('disposable');
    paused.element.paused = true;
    for (const page of [good, alone, paused]) page.form.requestSubmit();
    const told = await mount();
    await told.type('temporary@acme.org');
    await told.reaches('disposable');
    await sends(told);
    for (const page of [good, alone, paused]) expect(await reports(page)).to.deep.equal([]);
  });

  it('has no word of the address, and no cookie', async () => {
    document.cookie = 'visitor=1; path=/';
    const page = await mount();
    await page.type('temporary@acme.org');
    await page.reaches('disposable');
    await sends(page);
    const [told] = await page.asked('counts');
    document.cookie = 'visitor=; path=/; max-age=0';
    expect(told!.query).not.to.contain('acme');
    expect(told!.cookie).to.equal('');
  });
});
