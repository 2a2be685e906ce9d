import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { mount, press, type Page } from './page.js';

const offered = async (attributes: Record<string, string> = {}): Promise<Page> => {
  const page = await mount(attributes);
  await page.type('safe@gmial.com');
  await page.offers();
  return page;
};

describe('a suggestion', () => {
  it('is offered, holds the paid call back and changes nothing', async () => {
    const page = await offered();
    expect(page.message()).to.equal('Did you mean safe@gmail.com?');
    expect(Object.keys(page.buttons())).to.deep.equal(['accept', 'keep']);
    expect(page.buttons()['accept']?.textContent).to.equal('Use safe@gmail.com');
    expect(page.input.value).to.equal('safe@gmial.com');
    expect(document.activeElement).to.equal(page.input);
    expect(await page.asked('v1')).to.have.length(0);
    expect(page.element.shadowRoot?.querySelector('bdi')?.textContent).to.equal('safe@gmail.com');
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
    expect(page.buttons()['undo']?.textContent).to.equal('Undo');

    page.buttons()['undo']?.click();
    expect(page.input.value).to.equal('safe@gmial.com');
    await page.element.updateComplete;
    expect(page.element.suggestion).to.equal('');
    await page.reaches('safe');
    expect(await page.asked('v1')).to.have.length(2);
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
    expect(page.buttons()['undo']?.textContent).to.equal('Undo');
  });

  it('leaves Tab and Enter to the form', async () => {
    const page = await offered();
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

  it('of the service wins, and is offered beside an invalid address', async () => {
    const page = await mount();
    await page.type('meant@acme.org');
    await page.reaches('invalid');
    await page.element.updateComplete;
    expect(page.message()).to.equal('Did you mean safe@corrected.org?');
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
    expect(page.message()).to.equal('Did you mean safe@gmail.com?');
    expect(page.input.validity.customError).to.equal(false);
  });
});
