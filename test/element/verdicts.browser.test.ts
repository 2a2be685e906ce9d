import { expect } from '@open-wc/testing';
import { mount } from './page.js';

describe('an address that is typed', () => {
  it('is asked about once and can receive email', async () => {
    const page = await mount();
    await page.type('safe@acme.org');
    await page.reaches('safe');
    await page.element.updateComplete;
    expect(page.message()).to.equal('This address can receive email');
    expect(page.input.value).to.equal('safe@acme.org');
    expect(await page.asked('v1')).to.have.length(1);
    expect((await page.asked('disposable')).map(({ email }) => email)).to.deep.equal(['acme.org']);
  });
});
