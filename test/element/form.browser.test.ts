import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { mount, press } from './page.js';

describe('a submit', () => {
  it('with a syntax fault is stopped, named and focused', async () => {
    for (const [text, message] of [
      ['jane', 'Add an @ sign, like name@example.com'],
      ['jane@acme', 'Add the part after the @, like example.com'],
      ['jane@', 'Add the part after the @, like example.com'],
      ['@acme.org', 'Add the part before the @'],
      ['jane@@acme.org', 'Use one @ sign only'],
      ['jane doe@acme.org', 'Remove the space in the address'],
      ['jane..doe@acme.org', 'Remove the extra dot'],
      [`${'a'.repeat(65)}@acme.org`, 'Use 254 characters or fewer'],
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
      expect(document.activeElement).to.equal(page.input);
    }
  });

  it('goes through with a syntax fault where block does not name syntax', async () => {
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
    await page.type('safe@acme.org');
    page.form.requestSubmit(page.button);
    expect(page.submits()).to.equal(0);
    await page.element.updateComplete;
    expect(page.message()).to.equal('Finishing the address check…');
    await waitUntil(() => page.submits() === 1);
    expect(submitters).to.deep.equal([page.button]);
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is held after Enter right behind the last key', async () => {
    const page = await mount({ block: 'invalid' });
    await page.type('safe@acme.org');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => page.submits() === 1);
    expect(await page.asked('v1')).to.have.length(1);
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
    await waitUntil(() => page.submits() === 1);
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

  it('has every field as the page made it once the element is removed', async () => {
    const page = await mount({ block: 'invalid' }, { 'aria-describedby': 'hint other', 'aria-invalid': 'false' });
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    await waitUntil(() => page.input.getAttribute('aria-describedby') !== 'hint other');
    expect(page.input.getAttribute('aria-describedby')).to.match(/^email-check-\d+ hint other$/);
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
    for (let times = 0; times < 3; times++) page.form.append(page.element);
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(await page.asked('v1')).to.have.length(1);
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
