import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { mount, press, until } from './page.js';

describe('a submit', () => {
  it('with a syntax fault is stopped, named and focused', async () => {
    for (const [text, message] of [
      ['jane', 'Add an @, like name@example.com'],
      ['jane@acme', 'Add the ending, like .com'],
      ['jane@', 'Add the part after the @'],
      ['@acme.org', 'Add the part before the @'],
      ['jane@@acme.org', 'Use only one @'],
      ['jane doe@acme.org', 'Remove the space'],
      ['jane..doe@acme.org', 'Remove the extra dot'],
      [`${'a'.repeat(65)}@acme.org`, 'Too long: 254 characters at most'],
      ['jane@ac,me.org', 'Use the form name@example.com'],
      ['jane@[192.0.2.1]', 'Use the form name@example.com'],
    ] as const) {
      const page = await mount({}, { type: 'text' });
      await page.type(text);
      page.button.focus();
      page.form.requestSubmit();
      await page.element.updateComplete;
      expect(page.submits(), text).to.equal(0);
      expect(page.message(), text).to.equal(message);
      expect(page.element.state).to.equal('malformed');
      expect(page.input.validationMessage).to.equal(message);
      await until(() => document.activeElement === page.input, `${text}: the field does not get the focus`);
    }
  });

  it('goes through with a syntax fault if block does not name syntax', async () => {
    const page = await mount({ block: '' }, { type: 'text' });
    await page.type('jane@acme');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });

  it('of an empty field is the page’s own matter', async () => {
    const page = await mount();
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
    expect(page.element.state).to.equal('idle');
  });

  it('goes through at once, and asks nothing, with nothing remote in block', async () => {
    const page = await mount({ debounce: '5000' });
    await page.type('safe@acme.org');
    await sendKeys({ press: 'Enter' });
    expect(page.submits()).to.equal(1);
    await aTimeout(300);
    expect(await page.asked()).to.deep.equal([]);
  });

  it('is held with a remote word in block, and resumed once with its button', async () => {
    const page = await mount({ block: 'invalid', debounce: '5000' });
    const submitters: unknown[] = [];
    page.button.name = 'go';
    page.form.addEventListener('submit', (event) => submitters.push(event.submitter));
    await page.type('later@acme.org');
    page.form.requestSubmit(page.button);
    expect(page.submits()).to.equal(0);
    await page.element.updateComplete;
    expect(page.message(), 'at once').to.equal('');
    await until(() => page.message() === 'Checking…', 'nobody is told');
    await page.answer();
    await until(() => page.submits() === 1);
    expect(submitters).to.deep.equal([page.button]);
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is held after Enter right behind the last key', async () => {
    const page = await mount({ block: 'invalid' });
    await page.type('safe@acme.org');
    await sendKeys({ press: 'Enter' });
    await until(() => page.submits() === 1);
    expect(await page.asked('v1')).to.have.length(1);
    console.log('measured: Enter right after the last key: held, one question, one submit');
  });

  it('that was held is cancelled by a blocked verdict', async () => {
    const page = await mount({ block: 'invalid' });
    await page.type('invalid@acme.org');
    page.form.requestSubmit(page.button);
    await page.reaches('invalid');
    expect(page.submits()).to.equal(0);
    expect(page.input.validity.customError).to.equal(true);
    expect(document.activeElement).to.equal(page.input);
  });

  it('that was held goes on after hold, whatever became of the question', async () => {
    const page = await mount({ block: 'invalid', hold: '200', timeout: '5000' });
    await page.type('hang@acme.org');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    await until(() => page.submits() === 1);
  });

  it('that was held is dropped by an edit, and goes through when repeated', async () => {
    const page = await mount({ block: 'invalid', debounce: '5000' });
    await page.type('hang@acme.org');
    page.form.requestSubmit();
    await press('x');
    expect(page.element.state).to.equal('typing');
    page.form.requestSubmit();
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });

  it('with formnovalidate, novalidate or method="dialog" passes', async () => {
    const page = await mount({ block: 'syntax invalid' }, { type: 'text' });
    await page.type('jane@acme');
    page.button.formNoValidate = true;
    page.form.requestSubmit(page.button);
    expect(page.submits()).to.equal(1);
    page.button.formNoValidate = false;
    page.form.noValidate = true;
    page.form.requestSubmit(page.button);
    expect(page.submits()).to.equal(2);
    page.form.noValidate = false;
    page.button.setAttribute('formmethod', 'DIALOG');
    page.form.requestSubmit(page.button);
    expect(page.submits()).to.equal(2 + Number(page.input.validity.valid));
    expect(page.element.state).not.to.equal('checking');
  });

  it('is held no longer than hold by two elements together', async () => {
    const page = await mount({ block: 'invalid', hold: '150', timeout: '20000' });
    const other = page.element.cloneNode(true) as typeof page.element;
    page.form.append(other);
    await page.type('hang@acme.org');
    other.querySelector('input')!.focus();
    await press('hang@other.org');
    page.form.requestSubmit();
    await until(() => page.submits() === 1);
  });

  it('that the page prevents and repeats is not held again', async () => {
    const page = await mount({ block: 'invalid', hold: '100', timeout: '20000' });
    await page.type('hang@acme.org');
    page.form.requestSubmit();
    await until(() => page.submits() === 1);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(2);
  });

  it('is not held with hold="0"', async () => {
    const page = await mount({ block: 'invalid', hold: '0', debounce: '5000' });
    await page.type('hang@acme.org');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });

  it('is resumed without its button if that submits no more', async () => {
    const page = await mount({ block: 'invalid', debounce: '5000' });
    await page.type('safe@acme.org');
    page.form.requestSubmit(page.button);
    page.button.type = 'button';
    await page.reaches('safe');
    await until(() => page.submits() === 1);
  });

  it('is not stopped by a field that is disabled or read-only', async () => {
    for (const attribute of ['disabled', 'readonly']) {
      const page = await mount({}, { type: 'text', value: 'n/a', [attribute]: '' });
      page.form.requestSubmit();
      expect(page.submits(), attribute).to.equal(1);
    }
  });

  it('judges a value that came without an event', async () => {
    const page = await mount({}, { type: 'text' });
    page.input.value = 'jane';
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    expect(page.element.state).to.equal('malformed');
    page.input.value = 'safe@acme.org';
    // The browser refuses this one by the old message; that is when the new value is seen.
    page.form.requestSubmit();
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });

  it('of a verdict of Unknown is never stopped', async () => {
    const page = await mount({ block: 'role free risky invalid' });
    await page.type('unknown@acme.org');
    await page.reaches('unknown');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });
});

describe('the form', () => {
  it('that is reset leaves no message and no block', async () => {
    const page = await mount({ block: 'invalid' });
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    page.form.reset();
    await page.reaches('idle');
    await page.element.updateComplete;
    expect(page.message()).to.equal('');
    expect(page.input.validity.valid).to.equal(true);
  });

  it('that is reset is heard although the page stops the event', async () => {
    const page = await mount({}, { type: 'text' });
    page.form.addEventListener('reset', (event) => event.stopPropagation());
    await page.type('jane');
    page.button.focus();
    expect(page.input.validity.customError).to.equal(true);
    page.form.reset();
    await until(() => !page.input.validity.customError);
  });

  it('leaves no block behind in a field that was disabled meanwhile', async () => {
    const page = await mount({}, { type: 'text' });
    await page.type('jane');
    page.button.focus();
    page.input.disabled = true;
    page.form.reset();
    await page.reaches('idle');
    page.input.disabled = false;
    expect(page.input.validity.valid).to.equal(true);
  });

  it('follows a policy that changes under a verdict', async () => {
    const page = await mount({ block: 'syntax invalid' });
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    expect(page.input.validity.valid).to.equal(false);
    page.element.block = 'syntax';
    await page.element.updateComplete;
    expect(page.input.validity.valid).to.equal(true);
    page.element.block = 'invalid';
    await page.element.updateComplete;
    expect(page.input.validity.valid).to.equal(false);
  });

  it('may be rendered again: what was taken from the field it gets back, the author’s ids kept', async () => {
    const page = await mount({ block: 'invalid' }, { 'aria-describedby': 'hint' });
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    await until(() => /^email-check-\S+ hint$/.test(page.input.getAttribute('aria-describedby') ?? ''));
    page.input.setAttribute('aria-describedby', 'other');
    page.input.removeAttribute('aria-invalid');
    page.element.querySelector('[slot=description]')?.remove();
    await aTimeout(0);
    expect(page.input.getAttribute('aria-describedby')).to.match(/^email-check-\S+ other$/);
    expect(page.input.getAttribute('aria-invalid')).to.equal('true');
    expect(page.element.querySelector('[slot=description]')?.textContent).to.equal(
      "Can't be reached: check the spelling",
    );
  });

  it('may move a blocked field: it stays blocked', async () => {
    const page = await mount({ block: 'invalid' });
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    page.form.append(page.element);
    await aTimeout(0);
    expect(page.element.state).to.equal('invalid');
    expect(page.input.validity.customError).to.equal(true);
    expect(page.input.getAttribute('aria-invalid')).to.equal('true');
  });

  it('keeps an author’s ids that resemble ours', async () => {
    const page = await mount({}, { 'aria-describedby': 'email-check-1-hint' });
    page.input.focus();
    await until(() => page.input.getAttribute('aria-describedby') !== 'email-check-1-hint');
    page.element.remove();
    expect(page.input.getAttribute('aria-describedby')).to.equal('email-check-1-hint');
  });

  it('has every field as the page made it once the element is removed', async () => {
    const page = await mount({ block: 'invalid' }, { 'aria-describedby': 'hint other', 'aria-invalid': 'false' });
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    await until(() => page.input.getAttribute('aria-describedby') !== 'hint other');
    expect(page.input.getAttribute('aria-describedby')).to.match(/^email-check-\S+ hint other$/);
    page.element.remove();
    expect(page.input.getAttribute('aria-describedby')).to.equal('hint other');
    expect(page.input.getAttribute('aria-invalid')).to.equal('false');
    expect(page.input.validity.valid).to.equal(true);
    expect(page.element.querySelector('[slot=description]')).to.equal(null);
    page.form.append(page.input);
    page.input.focus();
    await press('x');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });

  it('may move the element about: one question, one set of listeners', async () => {
    const page = await mount();
    const heard: string[] = [];
    page.element.addEventListener('email-check-verdict', ({ address }) => heard.push(address));
    page.element.deny = 'denied.org';
    for (let times = 0; times < 3; times++) page.form.append(page.element);
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(await page.asked('v1')).to.have.length(1);
    page.input.value = '';
    await page.type('jane@denied.org');
    await page.leave();
    page.form.requestSubmit();
    expect(heard).to.deep.equal(['safe@acme.org', 'jane@denied.org']);
  });

  it('may exchange the input, or bring it late and deep', async () => {
    const page = await mount();
    page.element.replaceChildren();
    await aTimeout(0);
    const label = document.createElement('label');
    label.innerHTML = '<span><span>Email <input type="email"></span></span>';
    page.element.append(label);
    await aTimeout(0);
    const input = label.querySelector('input')!;
    input.focus();
    await press('safe@acme.org');
    await page.reaches('safe');
    expect(page.element.verdict?.email).to.equal('safe@acme.org');
  });

  it('may hold the input elsewhere, named by for', async () => {
    const page = await mount();
    const input = document.createElement('input');
    input.type = 'email';
    input.id = 'elsewhere';
    page.form.prepend(input);
    page.element.htmlFor = 'elsewhere';
    await page.element.updateComplete;
    input.focus();
    await press('safe@acme.org');
    await page.reaches('safe');
    expect(page.element.verdict?.email).to.equal('safe@acme.org');
  });

  it('keeps a custom error of the page’s own', async () => {
    const page = await mount({ block: 'invalid' });
    await page.type('invalid@acme.org');
    page.input.setCustomValidity('taken');
    await page.reaches('invalid');
    expect(page.input.validationMessage).to.equal('taken');
    await press('x');
    expect(page.input.validationMessage).to.equal('taken');
  });

  it('inside a shadow root is heard too', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<form><email-check><input type="text" value="jane@acme"></email-check></form>';
    let submits = 0;
    root.querySelector('form')!.addEventListener('submit', (event) => {
      event.preventDefault();
      submits++;
    });
    root.querySelector('form')!.requestSubmit();
    expect(submits).to.equal(0);
    expect(root.querySelector('email-check')?.state).to.equal('malformed');
  });
});
