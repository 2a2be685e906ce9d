import { expect } from '@open-wc/testing';
import { mount, until } from './page.js';

describe('assistive technology', () => {
  it('finds one status region, empty from the first', async () => {
    const page = await mount();
    const regions = page.element.shadowRoot?.querySelectorAll('[role=status]');
    expect(regions).to.have.length(1);
    expect(page.status()).to.equal('');
    expect(page.element.shadowRoot?.querySelector('[role=alert]')).to.equal(null);
  });

  it('hears a verdict once, no sooner than a second after the last key', async () => {
    const page = await mount();
    const said: string[] = [];
    new MutationObserver(() => said.push(page.status())).observe(
      page.element.shadowRoot!.querySelector('[role=status]')!,
      {
        childList: true,
        characterData: true,
        subtree: true,
      },
    );
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(page.status()).to.equal('');
    await until(() => page.status() !== '');
    expect(performance.now() - page.lastChange()).to.be.greaterThan(900);
    expect(said).to.deep.equal(['Looks good']);
  });

  it('finds the lasting message at the field, and a success not', async () => {
    const page = await mount();
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    await page.element.updateComplete;
    await until(() => page.input.hasAttribute('aria-describedby'));
    const description = document.getElementById(page.input.getAttribute('aria-describedby')!);
    expect(description?.textContent).to.match(/^Can't be reached/);
    expect(description && getComputedStyle(description).display).to.equal('none');
    page.input.value = '';
    await page.type('safe@acme.org');
    await page.reaches('safe');
    await page.element.updateComplete;
    expect(description?.textContent).to.equal('');
  });

  it('finds nothing to object to, in any state', async () => {
    for (const [address, state] of [
      ['safe@acme.org', 'safe'],
      ['invalid@acme.org', 'invalid'],
      ['meant@acme.org', 'invalid'],
    ] as const) {
      const page = await mount({ block: 'syntax invalid' });
      await page.type(address);
      await page.reaches(state);
      await page.element.updateComplete;
      await expect(page.element).to.be.accessible();
    }
  });

  it('does not hear the visible message twice', async () => {
    const page = await mount();
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    await page.element.updateComplete;
    expect(page.element.shadowRoot?.querySelector('[part=message]')?.getAttribute('aria-hidden')).to.equal('true');
  });
});

describe('the room below the field', () => {
  it('does not change its height from the first render to any message', async () => {
    const page = await mount({ block: 'syntax invalid' });
    const height = (): number => page.element.getBoundingClientRect().height;
    const before = height();
    for (const address of ['invalid@acme.org', 'meant@acme.org', 'safe@gmial.com', 'temporary@acme.org']) {
      page.element.reset();
      page.input.value = '';
      await page.type(address);
      await until(() => page.element.state !== 'typing' || page.element.suggestion);
      await page.element.updateComplete;
      expect(height(), address).to.equal(before);
    }
  });
});
