import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { en } from '../../src/element/locales/en.js';
import { takeFetch } from './held-fetch.js';
import { insert, mount, press, until, type Page } from './page.js';

const offered = async (attributes: Record<string, string> = {}): Promise<Page> => {
  const page = await mount(attributes);
  await page.type('safe@gmial.com');
  await page.offers();
  return page;
};

describe('a suggestion', () => {
  it('is offered, holds the paid call back and changes nothing', async () => {
    const page = await offered();
    expect(page.message()).to.equal('Did you mean @gmail.com?');
    expect(Object.keys(page.buttons())).to.deep.equal(['accept', 'keep']);
    const { textContent, ariaLabel } = page.buttons()['accept']!;
    expect([textContent, ariaLabel]).to.deep.equal(['@gmail.com', 'Use safe@gmail.com']);
    expect(page.input.value).to.equal('safe@gmial.com');
    expect(document.activeElement).to.equal(page.input);
    expect(await page.asked('v1')).to.have.length(0);
    const address = page.element.shadowRoot?.querySelector('bdi');
    expect([address?.textContent, address?.dir]).to.deep.equal(['@gmail.com', 'ltr']);
  });

  it('shows the whole address if what was pasted around it is cleaned away as well', async () => {
    const page = await mount({}, { type: 'text' });
    insert(page, 'Jane Doe <safe@gmial.com>,');
    await page.leave();
    await page.offers();
    expect(page.message()).to.equal('Did you mean safe@gmail.com?');
    expect(page.buttons()['accept']?.ariaLabel).to.equal('Use safe@gmail.com');
    expect(page.input.value, 'nothing is cleaned unasked').to.equal('Jane Doe <safe@gmial.com>,');
    page.buttons()['accept']?.click();
    expect(page.input.value).to.equal('safe@gmail.com');
  });

  it('that is taken is in the field with input and change events, asked about, and can be taken back', async () => {
    const page = await offered();
    const heard: string[] = [];
    for (const type of ['input', 'change'])
      page.form.addEventListener(type, () => heard.push(`${type} ${page.input.value}`));
    let accepted = '';
    page.element.addEventListener(
      'email-check-accept',
      ({ address, previous }) => (accepted = `${previous} → ${address}`),
    );
    page.buttons()['accept']?.click();
    expect(page.input.value).to.equal('safe@gmail.com');
    expect(heard).to.deep.equal(['input safe@gmail.com', 'change safe@gmail.com']);
    expect(accepted).to.equal('safe@gmial.com → safe@gmail.com');
    expect(document.activeElement).to.equal(page.input);
    await page.reaches('safe');
    await page.element.updateComplete;
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['safe@gmail.com']);
    expect(page.message()).to.equal('Changed to @gmail.com');
    const { textContent, ariaLabel } = page.buttons()['undo']!;
    expect([textContent, ariaLabel]).to.deep.equal(['Undo', 'Undo: change back to safe@gmial.com']);

    page.buttons()['undo']?.click();
    expect(page.input.value).to.equal('safe@gmial.com');
    await page.element.updateComplete;
    expect(page.element.suggestion).to.equal('');
    await page.reaches('safe');
    expect(await page.asked('v1')).to.have.length(2);
  });

  it('that is taken says so until the next edit: a good verdict does not replace it', async () => {
    const page = await offered();
    page.buttons()['accept']?.click();
    await page.element.updateComplete;
    const said = (): unknown[] => [page.message(), Object.keys(page.buttons())];
    expect(said()).to.deep.equal(['Changed to @gmail.com', ['undo']]);
    await page.reaches('safe');
    await page.element.updateComplete;
    expect(said()).to.deep.equal(['Changed to @gmail.com', ['undo']]);
    await page.leave();
    await page.element.updateComplete;
    expect(said()).to.deep.equal(['Changed to @gmail.com', ['undo']]);
    page.element.debounce = 5000;
    page.input.focus();
    await press('x');
    await page.element.updateComplete;
    expect(said()).to.deep.equal(['', []]);
  });

  it('that is taken gives way to a verdict that says more', async () => {
    const page = await mount();
    await page.type('invalid@gmial.com');
    await page.offers();
    page.buttons()['accept']?.click();
    await page.reaches('invalid');
    await page.element.updateComplete;
    expect(page.message()).to.equal("Can't be reached: check the spelling");
  });

  it('that is declined does not come back, and the address is asked about', async () => {
    const page = await offered();
    page.buttons()['keep']?.click();
    await page.reaches('safe');
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['safe@gmial.com']);
    await sendKeys({ press: 'Backspace' });
    await press('m');
    await page.reaches('safe');
    expect(page.element.suggestion).to.equal('');
  });

  it('is dismissed with Escape, which is consumed only then', async () => {
    const page = await offered();
    const escapes: boolean[] = [];
    page.form.addEventListener('keydown', ({ key }) => escapes.push(key === 'Escape'));
    await sendKeys({ press: 'Escape' });
    await page.reaches('safe');
    expect(escapes).to.deep.equal([]);
    await sendKeys({ press: 'Escape' });
    expect(escapes).to.deep.equal([true]);
  });

  it('is dismissed with Escape on its buttons too', async () => {
    const page = await offered();
    page.buttons()['accept']?.focus();
    await sendKeys({ press: 'Escape' });
    expect(page.element.suggestion).to.equal('');
  });

  it('that was declined stays so after others were', async () => {
    const page = await mount({ trigger: 'submit' });
    for (const address of ['safe@gmial.com', 'safe@hotmial.com']) {
      page.input.value = '';
      await page.type(address);
      await page.offers();
      page.buttons()['keep']?.click();
    }
    page.input.value = '';
    await page.type('safe@gmial.com');
    page.button.focus();
    await page.element.updateComplete;
    expect(page.element.suggestion).to.equal('');
  });

  it('that is longer than the field allows is taken whole, and can be taken back', async () => {
    const page = await mount({}, { maxlength: '13' });
    await page.type('safe@gmai.com');
    await page.offers();
    page.buttons()['accept']?.click();
    expect(page.input.value).to.equal('safe@gmail.com');
    await page.reaches('safe');
    await page.element.updateComplete;
    expect(page.buttons()['undo']?.ariaLabel).to.equal('Undo: change back to safe@gmai.com');
    page.buttons()['undo']?.click();
    expect(page.input.value).to.equal('safe@gmai.com');
  });

  it('leaves Tab and Enter to the form', async () => {
    const page = await offered({ block: 'syntax' });
    await sendKeys({ press: 'Tab' });
    expect(page.element.shadowRoot?.activeElement).to.equal(page.buttons()['accept']);
    page.input.focus();
    await sendKeys({ press: 'Enter' });
    expect(page.submits()).to.equal(1);
  });

  it('is taken with the keyboard, and focus returns to the field', async () => {
    const page = await offered();
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    expect(page.input.value).to.equal('safe@gmail.com');
    expect(document.activeElement).to.equal(page.input);
    expect(page.submits()).to.equal(0);
  });

  it('lets the paid call go when the field is left', async () => {
    const page = await offered();
    page.button.focus();
    await page.reaches('safe');
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['safe@gmial.com']);
  });

  it('can be undone when the verdict on it is a warning or a block, until the next edit', async () => {
    for (const [policy, parts] of [
      [{ warn: 'invalid' }, ['undo']],
      [{ block: 'syntax typo invalid' }, ['override', 'undo']],
    ] as const) {
      const page = await mount(policy);
      insert(page, 'invalid@gmial.com');
      await page.offers();
      page.buttons()['accept']!.click();
      await page.reaches('invalid');
      await page.element.updateComplete;
      expect([page.message(), Object.keys(page.buttons())]).to.deep.equal([en.invalid, parts]);
      page.buttons()['undo']!.click();
      await page.element.updateComplete;
      expect([page.input.value, page.message()]).to.deep.equal(['invalid@gmial.com', '']);
      insert(page, 'invalid@gmail.com');
      await page.reaches('invalid');
      expect(page.buttons()['undo']).to.equal(undefined);
    }
  });

  it('of the service wins, and is offered beside an invalid address', async () => {
    const page = await mount();
    await page.type('meant@acme.org');
    await page.reaches('invalid');
    await page.element.updateComplete;
    expect(page.message()).to.equal('Did you mean @corrected.org?');
    page.buttons()['keep']?.click();
    await page.element.updateComplete;
    expect(page.message()).to.match(/^Can't be reached/);
  });

  it('is not made with no-suggestion', async () => {
    const page = await mount({ 'no-suggestion': '' });
    await page.type('safe@gmial.com');
    await page.reaches('safe');
    expect(page.element.suggestion).to.equal('');
  });

  it('that the page draws itself is not shown', async () => {
    const page = await mount();
    let drawn = '';
    page.element.addEventListener('email-check-suggestion', (event) => {
      event.preventDefault();
      drawn = event.suggestion;
    });
    await page.type('safe@gmial.com');
    await page.offers();
    expect(drawn).to.equal('safe@gmail.com');
    expect(page.message()).to.equal('');
    expect(page.buttons()).to.deep.equal({});
  });

  it('mends a missing dot when the field is left', async () => {
    const page = await mount();
    await page.type('safe@gmailcom');
    page.button.focus();
    await page.element.updateComplete;
    expect(page.message()).to.equal('Did you mean @gmail.com?');
    expect(page.input.validity.customError).to.equal(false);
  });
});

describe('what a service suggests', () => {
  /** An address that was typed, what the service suggests, and what is offered: `''` for nothing. */
  const rows: readonly (readonly [what: string, suggested: string, offered: string])[] = [
    ['another domain', 'jane@corrected.org', 'jane@corrected.org'],
    ['another domain in capitals', 'JANE@CORRECTED.ORG', 'jane@corrected.org'],
    ['a domain with a Cyrillic letter', 'jane@gm\u0430il.com', 'jane@xn--gmil-63d.com'],
    ['a domain of another script', 'jane@例子.广告', 'jane@xn--fsqu00a.xn--4rr70v'],
    ['another local part', 'john@corrected.org', ''],
    ['a longer local part', 'jane.doe@corrected.org', ''],
    ['a tag that was not typed', 'jane+shop@acme.org', ''],
    ['a local part with a Cyrillic letter', 'j\u0430ne@corrected.org', ''],
    ['a local part in full-width letters', '\uFF4Aane@corrected.org', ''],
    ['no address', 'corrected.org', ''],
    ['two signs', 'jane@@corrected.org', ''],
    ['two addresses', 'jane@corrected.org, jane@corrected.com', ''],
    ['a domain without an ending', 'jane@corrected', ''],
    ['a domain that begins with a hyphen', 'jane@-corrected.org', ''],
    ['an address literal', 'jane@[192.0.2.1]', ''],
    ['an overlong domain', `jane@${'a.'.repeat(130)}org`, ''],
    ['an overlong label', `jane@${'a'.repeat(64)}.org`, ''],
    ['an overlong local part', `${'j'.repeat(65)}@corrected.org`, ''],
    ['markup in place of a local part', '<img src=x onerror=alert(1)>@corrected.org', ''],
    ['markup in a domain', 'jane@<b>corrected.org', ''],
    ['letters that run backwards', 'jane@\u202Egro.detcerroc', ''],
    ['a line end', 'jane@corrected.org\nBcc: john@acme.org', ''],
    ['what was typed', 'jane@acme.org', ''],
    ['what was typed, in capitals', 'JANE@ACME.ORG', ''],
  ];
  for (const [what, suggested, expected] of rows) {
    it(`${what} is ${expected ? `offered as ${expected}` : 'dropped'}`, async () => {
      const page = await mount({ logo: 'off' });
      const service = takeFetch(({ call }) => call === 'v1');
      try {
        insert(page, 'jane@acme.org');
        await until(() => service.calls('v1').length);
        const verdict = { email: 'jane@acme.org', code: '6', result: 'Invalid', reason: 'Bounce' };
        service.calls('v1')[0]!.answer(200, { service: { ...verdict, did_you_mean: suggested }, success: '1' });
        await page.reaches('invalid');
        await page.element.updateComplete;
        expect(page.element.suggestion).to.equal(expected);
        const { accept } = page.buttons();
        expect(page.message()).to.equal(
          expected ? `Did you mean ${expected.slice(expected.indexOf('@'))}?` : "Can't be reached: check the spelling",
        );
        expect(accept?.ariaLabel ?? '').to.equal(expected && `Use ${expected}`);
        accept?.click();
        expect(page.input.value).to.equal(expected || 'jane@acme.org');
      } finally {
        service.restore();
      }
    });
  }
});
