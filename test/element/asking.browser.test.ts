import { aTimeout, expect } from '@open-wc/testing';
import { EmailCheckElement } from '../../src/index.js';
import { insert, mount, press, until } from './page.js';

/** Long enough for a question to have gone out, had one been due: the quiet time is 0 and the service is next door. */
const calm = (): Promise<void> => aTimeout(400);

describe('the service', () => {
  it('is not asked about an incomplete or malformed address', async () => {
    for (const text of ['safe', 'safe@', 'safe@acme', 'safe@acme.c', 'safe@@acme.org', 'safe@[192.0.2.1]']) {
      const page = await mount({}, { type: 'text' });
      await page.type(text);
      await calm();
      expect(await page.asked(), text).to.deep.equal([]);
    }
  });

  it('is asked when the field is left with trigger="change"', async () => {
    const page = await mount({ trigger: 'change' });
    await page.type('safe@acme.org');
    await calm();
    expect(await page.asked('v1')).to.have.length(0);
    await page.leave();
    await page.reaches('safe');
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is asked at submit alone with trigger="submit", and the form goes out once', async () => {
    const page = await mount({ trigger: 'submit' });
    await page.type('safe@acme.org');
    await page.leave();
    await calm();
    expect(await page.asked('v1')).to.have.length(0);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    await until(() => page.submits() === 1);
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is asked once though the field is left after the answer, and once by two elements', async () => {
    const page = await mount();
    await page.type('safe@acme.org');
    await page.reaches('safe');
    await page.leave();
    const other = page.element.cloneNode(true) as typeof page.element;
    page.form.append(other);
    const input = other.querySelector('input')!;
    input.value = '';
    input.focus();
    let source = '';
    other.addEventListener('email-check-verdict', (event) => (source = event.source));
    await press('safe@ACME.org');
    await until(() => other.state === 'safe');
    expect(source).to.equal('cache');
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is not asked about a value that the page set, until it is edited or asked for', async () => {
    const page = await mount({}, { value: 'safe@acme.org' });
    page.input.focus();
    await page.leave();
    await calm();
    expect(await page.asked()).to.deep.equal([]);
    page.input.value = 'free@acme.org';
    page.input.dispatchEvent(new Event('input', { bubbles: true }));
    await calm();
    expect(await page.asked()).to.deep.equal([]);
    page.element.check();
    await page.reaches('safe');
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['free@acme.org']);
  });

  it('is asked about a value that came without an event while the field had focus', async () => {
    const page = await mount();
    page.input.focus();
    page.input.value = 'safe@acme.org';
    await page.leave();
    await page.reaches('safe');
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is not asked about a value that the page sets later and the person tabs past', async () => {
    const page = await mount();
    page.input.value = 'safe@acme.org';
    page.input.focus();
    await page.leave();
    await calm();
    expect(await page.asked()).to.deep.equal([]);
  });

  it('is asked for the second of two elements although the first one leaves', async () => {
    const page = await mount();
    const other = page.element.cloneNode(true) as typeof page.element;
    page.form.append(other);
    await page.type('slow300@acme.org');
    page.button.focus();
    const input = other.querySelector('input')!;
    input.focus();
    await press('slow300@acme.org');
    page.button.focus();
    page.element.remove();
    await until(() => other.state === 'safe');
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is asked about one address however its domain is written meanwhile', async () => {
    const page = await mount();
    const errors: string[] = [];
    page.element.addEventListener('email-check-error', ({ code }) => errors.push(code));
    await page.type('slow300@ACME.org');
    page.button.focus();
    page.input.value = '';
    await page.type('slow300@acme.org');
    page.button.focus();
    await page.reaches('safe');
    expect(errors).to.deep.equal([]);
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is left alone while the element is paused, and asked when consent comes', async () => {
    const page = await mount({ paused: '', logo: 'always' });
    await page.type('safe@acme.org');
    await calm();
    expect(await page.asked()).to.deep.equal([]);
    page.element.paused = false;
    await page.reaches('safe');
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is asked once by an element that leaves the page and comes back with its input before the answer', async () => {
    const page = await mount();
    await page.type('slow300@acme.org');
    page.button.focus();
    await until(async () => (await page.asked('v1')).length === 1);
    page.element.remove();
    await page.reaches('safe');
    page.form.prepend(page.element);
    await until(() => page.message() === 'Looks good');
    expect(page.element.state).to.equal('safe');
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is not asked by an element that was paused before its turn; that is no failure, and it asks when consent comes', async () => {
    const page = await mount();
    const errors: string[] = [];
    page.element.addEventListener('email-check-error', ({ code }) => errors.push(code));
    await page.type('safe@slowdetector.org');
    await page.reaches('checking');
    page.element.paused = true;
    await page.reaches('typing');
    expect(await page.asked('v1')).to.deep.equal([]);
    page.element.paused = false;
    await page.reaches('safe');
    expect(errors).to.deep.equal([]);
  });

  it('is not asked about domains of the page’s lists, however they are written', async () => {
    const page = await mount({ deny: 'bücher.org', allow: 'MÜLL.org' }, { type: 'text' });
    await page.type('jane@bücher.org');
    await page.reaches('invalid');
    page.input.value = '';
    await page.type('jane@post.müll.org');
    await page.reaches('unknown');
    expect((await page.asked()).filter(({ call }) => call !== 'logo')).to.deep.equal([]);
  });

  it('is not asked without a key: the detector is', async () => {
    const page = await mount({ 'public-key': '' });
    await page.type('jane@acme.org');
    await page.reaches('unknown');
    expect((await page.asked()).map(({ call }) => call)).to.deep.equal(['disposable']);
  });

  it('is not asked if only the detector has an address: that one is, about the bare domain', async () => {
    const { baseUrl } = (await mount()).element;
    const page = await mount({
      'public-key': '',
      'base-url': '',
      'disposable-url': `${baseUrl}/disposable`,
      logo: 'always',
    });
    await page.type('jane@disposable.org');
    await page.reaches('disposable');
    insert(page, 'jane@acme.org');
    await page.reaches('unknown');
    const asked = (await (await fetch(`${baseUrl}/asked`)).json()) as { call: string; email: string }[];
    expect(asked.map(({ call, email }) => `${call} ${email}`)).to.deep.equal([
      'disposable disposable.org',
      'disposable acme.org',
    ]);
  });

  it('is not asked, nor is the script’s own origin, if the page names no service; with a key that origin is', async () => {
    const { defaultBaseUrl } = EmailCheckElement;
    const { baseUrl } = (await mount()).element;
    const requests = (): Promise<{ call: string }[]> => fetch(`${baseUrl}/asked`).then((answer) => answer.json());
    EmailCheckElement.defaultBaseUrl = baseUrl;
    try {
      const page = await mount({ 'public-key': '', 'base-url': '', logo: 'always' });
      await page.type('safe@acme.org');
      await page.leave();
      await page.reaches('unknown');
      page.element.check();
      page.form.requestSubmit();
      expect(page.submits()).to.equal(1);
      expect(await requests()).to.deep.equal([]);
      page.element.publicKey = 'public_test';
      await page.reaches('safe');
      expect((await requests()).map(({ call }) => call)).to.include.members(['disposable', 'v1']);
    } finally {
      EmailCheckElement.defaultBaseUrl = defaultBaseUrl;
    }
  });

  it('gets the key, the address, and neither cookie nor path of the page', async () => {
    const page = await mount({ workspace: '', 'workspace-param': 'gsuite' });
    await page.type('safe+tag@acme.org');
    await page.reaches('safe');
    const [asked] = await page.asked('v1');
    expect(new URLSearchParams(asked?.query).get('api')).to.equal('public_test');
    expect(new URLSearchParams(asked?.query).get('gsuite')).to.equal('true');
    expect(asked?.email).to.equal('safe+tag@acme.org');
    expect(asked?.referrer).to.equal(`${location.origin}/`);
  });

  it('is asked about the latest value only; an answer that came late is kept', async () => {
    const page = await mount();
    await page.type('slow600@acme.org');
    await until(async () => (await page.asked('v1')).length === 1);
    await press('x');
    expect(page.edits.at(-1)).to.equal('typing');
    await aTimeout(900);
    expect(page.element.verdict?.email).not.to.equal('slow600@acme.org');
    page.input.value = '';
    await page.type('slow600@acme.org');
    await page.reaches('safe');
    expect((await page.asked('v1')).filter(({ email }) => email === 'slow600@acme.org')).to.have.length(1);
  });
});

describe('a logo', () => {
  const logos = async (attributes: Record<string, string>, address: string): Promise<string[]> => {
    const page = await mount(attributes);
    await page.type(address);
    await page.reaches('safe');
    await page.element.updateComplete;
    const image = page.element.shadowRoot?.querySelector('img');
    if (image) {
      expect([image.alt, image.referrerPolicy]).to.deep.equal(['', 'no-referrer']);
      // The browser asks for it in its own time.
      await until(async () => (await page.asked('logo')).length > 0);
    }
    return (await page.asked('logo')).map(({ email }) => email);
  };

  it('is asked for with the bare domain', async () => {
    expect(await logos({}, 'safe@acme.org')).to.deep.equal(['acme.org']);
  });

  it('is not asked for at free-mail domains, save with logo="always"', async () => {
    expect(await logos({}, 'safe@gmail.com')).to.deep.equal([]);
    expect(await logos({ logo: 'always' }, 'safe@gmail.com')).to.deep.equal(['gmail.com']);
  });

  it('is never asked for with logo="off"', async () => {
    expect(await logos({ logo: 'off' }, 'safe@acme.org')).to.deep.equal([]);
  });
});
