import { expect } from '@open-wc/testing';
import { en } from '../../src/element/locales/en.js';
import { importCatalogue, languageTags } from '../../src/element/locales/index.js';
import { insert, mount, until } from './page.js';

describe('assistive technology', () => {
  it('finds one status region, empty from the first', async () => {
    const page = await mount();
    const regions = page.element.shadowRoot?.querySelectorAll('[role=status]');
    expect(regions).to.have.length(1);
    expect(page.status()).to.equal('');
    expect(page.element.shadowRoot?.querySelector('[role=alert]')).to.equal(null);
  });

  it('hears a verdict once, no sooner than a second after the last key', async () => {
    const page = await mount({ warn: 'role' });
    const said: string[] = [];
    new MutationObserver(() => said.push(page.status())).observe(
      page.element.shadowRoot!.querySelector('[role=status]')!,
      {
        childList: true,
        characterData: true,
        subtree: true,
      },
    );
    await page.type('role@acme.org');
    await page.reaches('risky');
    expect(page.status()).to.equal('');
    await until(() => page.status() !== '');
    expect(performance.now() - page.lastChange()).to.be.greaterThan(900);
    expect(said).to.deep.equal([en.role]);
  });

  it('finds the lasting message at the field, and a success not', async () => {
    const page = await mount();
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    await page.element.updateComplete;
    await until(() => page.input.hasAttribute('aria-describedby'));
    const description = document.getElementById(page.input.getAttribute('aria-describedby')!);
    expect(description?.textContent).to.equal(en.invalid);
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
      ['role@acme.org', 'risky'],
      ['invalid@acme.org', 'invalid'],
      ['safe@gmial.com', 'typing'],
      ['dayslimit@acme.org', 'limited'],
    ] as const) {
      const page = await mount({ block: 'syntax invalid', warn: 'role' });
      await page.type(address);
      await page.reaches(state);
      await until(() => page.message() !== '');
      await page.element.updateComplete;
      await expect(page.element).to.be.accessible();
    }
  });

  it('finds what a button shows in its name, in every language', async () => {
    const page = await mount({ block: 'syntax typo invalid' });
    const { element } = page;
    const catalogues = await Promise.all(
      languageTags()
        .filter((tag) => tag !== 'en')
        .map(importCatalogue),
    );
    const assertNamed = async (...parts: readonly string[]): Promise<void> => {
      for (const texts of [en, ...catalogues]) {
        element.messages = texts;
        await element.updateComplete;
        expect(Object.keys(page.buttons())).to.deep.equal(parts);
        for (const { textContent, ariaLabel } of Object.values(page.buttons()))
          expect((ariaLabel ?? textContent).toLowerCase()).to.include(textContent.toLowerCase());
      }
    };
    insert(page, 'safe@gmial.com');
    await page.offers();
    await assertNamed('accept', 'keep');
    page.buttons()['accept']!.click();
    await page.reaches('safe');
    await assertNamed('undo');
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    await assertNamed('override');
  });

  it('does not hear the visible message twice', async () => {
    const page = await mount();
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    await page.element.updateComplete;
    for (const piece of page.element.shadowRoot!.querySelector('[part=message]')!.children)
      expect(piece.getAttribute('aria-hidden')).to.equal('true');
  });
});
