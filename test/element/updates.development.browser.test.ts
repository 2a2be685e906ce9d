import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { insert, mount, until } from './page.js';

/** What Lit's development build has warned of. It says each thing once a page, and that it is that build first of all. */
const warnings = (): string[] => [...((globalThis as { litIssuedWarnings?: Set<string> }).litIssuedWarnings ?? [])];

describe('Lit’s development build', () => {
  it('never warns of an update after an update, whatever happens to the element', async () => {
    const page = await mount({ block: 'syntax typo invalid', hold: '5000', 'mark-input': '' }, { type: 'text' });
    const { element, input, form, button } = page;
    const settled = async (): Promise<void> => void (await element.updateComplete);
    const seen: [string, string[]][] = [];
    const note = async (what: string): Promise<void> => {
      await settled();
      seen.push([what, warnings().filter((text) => /scheduled an update|change-in-update/.test(text))]);
    };
    await note('connected');
    await page.type('safe@acme.org');
    await page.reaches('safe');
    await note('safe');
    insert(page, 'jane@gmial.com');
    await page.offers();
    await note('suggestion');
    page.buttons()['accept']!.click();
    await settled();
    page.buttons()['undo']!.click();
    await note('undo');
    await sendKeys({ press: 'Escape' });
    await note('keep');
    insert(page, 'jane@');
    form.requestSubmit();
    await page.reaches('malformed');
    await note('malformed');
    insert(page, 'later@acme.org');
    form.requestSubmit();
    await note('held');
    await page.answer();
    await page.reaches('safe');
    await note('answered');
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    await page.leave();
    await until(() => page.buttons()['override']);
    page.buttons()['override']!.click();
    await note('override');
    element.lang = 'de';
    element.block = 'syntax';
    element.messages = { invalid: 'Nope' };
    element.deny = 'acme.org';
    await note('settings');
    document.documentElement.lang = 'fr';
    await note('language');
    document.documentElement.removeAttribute('lang');
    button.before(element);
    await note('moved');
    input.value = '';
    element.reset();
    await note('reset');
    input.replaceWith(Object.assign(document.createElement('input'), { type: 'email' }));
    await note('another input');
    element.remove();
    form.append(element);
    await note('removed and back');
    for (const [address, state] of [
      ['forbidden@acme.com', 'misconfigured'],
      ['broken500@acme.com', 'unavailable'],
      ['dayslimit@acme.com', 'limited'],
      ['temporary@acme.com', 'disposable'],
    ] as const) {
      const other = await mount();
      insert(other, address);
      await other.reaches(state);
      await other.leave();
      await other.element.updateComplete;
      await note(state);
    }
    expect(warnings().join(), 'the development build is loaded').to.contain('dev mode');
    expect(seen.filter(([, said]) => said.length > 0)).to.deep.equal([]);
  });
});
