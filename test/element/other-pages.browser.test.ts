import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { EmailCheckElement } from '../../src/index.js';
import { en } from '../../src/element/locales/en.js';
import { insert, mount, type Page, until } from './page.js';

describe('a library’s button that is made, clicked and taken away', () => {
  const held = async (button: HTMLElement): Promise<Page> => {
    const page = await mount({ block: 'invalid', debounce: '5000' });
    page.form.append(button);
    insert(page, 'later@acme.org');
    button.click();
    button.remove();
    expect(page.submits()).to.equal(0);
    return page;
  };

  /** What a submit was sent with. */
  const sentWith = ({ form }: Page): { button: Element | null; data: [string, FormDataEntryValue][] }[] => {
    const heard: ReturnType<typeof sentWith> = [];
    form.addEventListener('submit', ({ submitter }) =>
      heard.push({ button: submitter, data: [...new FormData(form, submitter)] }),
    );
    return heard;
  };

  const attributes = {
    name: 'plan',
    value: 'yearly',
    formaction: '/pay',
    formmethod: 'post',
    formenctype: 'multipart/form-data',
    formtarget: '_top',
    'data-turbo-stream': '',
  };

  for (const [what, name, more] of [
    ['<button>', 'button', {}],
    ['<input type="submit">', 'input', { type: 'submit' }],
  ] as const) {
    it(`is gone when the held submit goes on, and what it says is sent all the same: ${what}`, async () => {
      const button = document.createElement(name);
      const all: Record<string, string> = { ...attributes, ...more };
      for (const each in all) button.setAttribute(each, all[each]!);
      const page = await held(button);
      const heard = sentWith(page);
      await page.answer();
      await until(() => page.submits() === 1);
      const [{ button: sender, data }] = heard as [(typeof heard)[0]];
      for (const each in all) expect(sender!.getAttribute(each), each).to.equal(all[each]);
      expect(data).to.deep.equal([
        ['email', 'later@acme.org'],
        ['plan', 'yearly'],
      ]);
      expect(button.isConnected).to.equal(false);
      expect([...page.form.querySelectorAll('[name=plan]')]).to.deep.equal([]);
    });
  }

  it('is sent as it was, if it is still there', async () => {
    const button = document.createElement('button');
    const page = await held(button);
    page.form.append(button);
    const heard = sentWith(page);
    await page.answer();
    await until(() => page.submits() === 1);
    expect(heard[0]!.button).to.equal(button);
  });
});

describe('a page that changes its language', () => {
  const GERMAN = 'de';
  const lineOf = ({ element }: Page): HTMLElement => element.shadowRoot!.querySelector('[part=line]')!;
  afterEach(() => document.documentElement.removeAttribute('lang'));

  it('on <html>, has the message change with it', async () => {
    const page = await mount({}, { type: 'text' });
    insert(page, 'jane@');
    await page.leave();
    await until(() => page.message() === en.noDomain);
    document.documentElement.lang = GERMAN;
    await until(() => lineOf(page).lang === GERMAN, 'the line stays English');
    await until(() => page.message() !== en.noDomain, 'the message stays English');
    document.documentElement.lang = 'en';
    await until(() => page.message() === en.noDomain);
  });

  it('on any ancestor, also after a move', async () => {
    const page = await mount();
    page.form.lang = GERMAN;
    await until(() => lineOf(page).lang === GERMAN);
    const aside = document.createElement('aside');
    page.form.after(aside);
    aside.append(page.element);
    await until(() => lineOf(page).lang === 'en');
    aside.lang = GERMAN;
    await until(() => lineOf(page).lang === GERMAN);
    aside.remove();
  });

  it('around the host of a shadow root', async () => {
    const page = await mount();
    const host = document.createElement('div');
    page.form.append(host);
    host.attachShadow({ mode: 'open' }).append(page.element);
    await page.element.updateComplete;
    host.lang = GERMAN;
    await until(() => lineOf(page).lang === GERMAN);
    host.removeAttribute('lang');
    await until(() => lineOf(page).lang === 'en');
    page.form.lang = GERMAN;
    await until(() => lineOf(page).lang === GERMAN);
  });
});

describe('an element where a page', () => {
  it('scrolls in a part of its own does not make the document scroll', async () => {
    const page = await mount();
    const shell = document.createElement('main');
    shell.style.cssText = 'height: 100px; overflow: auto';
    const terms = document.createElement('div');
    terms.style.height = '3000px';
    page.form.before(shell);
    shell.append(terms, page.form);
    const { scrollHeight } = document.documentElement;
    expect(scrollHeight).to.be.lessThan(3000);
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    await until(() => page.status());
    expect(document.documentElement.scrollHeight).to.equal(scrollHeight);
    shell.remove();
  });

  it('does not wrap its text wraps its own', async () => {
    const page = await mount({ block: 'invalid' });
    const bar = document.createElement('nav');
    bar.style.cssText = 'width: 300px; white-space: nowrap';
    page.form.before(bar);
    bar.append(page.form);
    page.element.messages = { invalid: 'A message that is much longer than the bar is wide, and wraps' };
    insert(page, 'invalid@acme.org');
    await page.leave();
    await until(() => page.message());
    expect(bar.scrollWidth).to.be.at.most(300);
    bar.remove();
  });

  it('copies a row leaves the mark of the other field behind', async () => {
    const page = await mount({ 'mark-input': '', block: 'invalid' });
    insert(page, 'invalid@acme.org');
    await page.leave();
    await until(() => page.input.getAttribute('data-email-check') === 'blocked');
    const other = page.element.cloneNode(true) as EmailCheckElement;
    const input = other.querySelector('input')!;
    input.value = '';
    page.form.append(other);
    await other.updateComplete;
    expect(input.getAttribute('data-email-check')).to.equal(null);
    expect([input.validity.customError, page.input.validity.customError]).to.deep.equal([false, true]);
  });
});

describe('a copy of an input alone', () => {
  it('has no error of the one that it was made of, if another element names it', async () => {
    const page = await mount({}, { type: 'text' });
    insert(page, 'jane@');
    await page.leave();
    await until(() => page.input.getAttribute('aria-invalid') === 'true');
    const copy = page.input.cloneNode() as HTMLInputElement;
    Object.assign(copy, { id: 'copied', value: '' });
    const element = document.createElement('email-check');
    element.htmlFor = 'copied';
    page.form.append(copy, element);
    await element.updateComplete;
    expect(['aria-invalid', 'aria-describedby'].map((name) => copy.getAttribute(name))).to.deep.equal([null, null]);
  });
});

describe('a value that was typed before the script came', () => {
  let count = 0;

  /** A field on a page that has no element yet, and what brings that. */
  const bare = async (attributes: Record<string, string> = {}) => {
    const page = await mount();
    const { input, element } = page;
    page.form.prepend(input);
    input.type = 'text';
    input.id = `early-${++count}`;
    element.remove();
    const bring = async (): Promise<EmailCheckElement> => {
      const late = document.createElement('email-check');
      for (const [name, value] of Object.entries({ for: input.id, block: 'syntax typo', ...attributes }))
        late.setAttribute(name, value);
      page.form.append(late);
      await late.updateComplete;
      return late;
    };
    return { page, input, bring };
  };

  it('and left is looked at when the element comes', async () => {
    const { page, input, bring } = await bare();
    input.focus();
    await sendKeys({ type: 'jane@' });
    await page.leave();
    const element = await bring();
    expect(element.state).to.equal('malformed');
    const other = await bare();
    other.input.focus();
    await sendKeys({ type: 'jane@gmial.com' });
    await other.page.leave();
    expect((await other.bring()).suggestion).to.equal('jane@gmail.com');
  });

  it('is looked at when it is left, if the person is still in the field when the element comes', async () => {
    const { page, input, bring } = await bare();
    input.focus();
    await sendKeys({ type: 'jane@gmial.com' });
    const element = await bring();
    expect([element.state, element.suggestion]).to.deep.equal(['idle', '']);
    await page.leave();
    expect(element.suggestion).to.equal('jane@gmail.com');
  });

  it('is not, if the page had put it there', async () => {
    for (const fill of [
      (input: HTMLInputElement) => (input.defaultValue = 'jane@gmial.com'),
      (input: HTMLInputElement) => (input.value = 'jane@gmial.com'),
    ]) {
      const { page, input, bring } = await bare();
      fill(input);
      const element = await bring();
      input.focus();
      await page.leave();
      expect([element.state, element.suggestion]).to.deep.equal(['idle', '']);
    }
  });
});
