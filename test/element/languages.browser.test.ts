import { expect } from '@open-wc/testing';
import ar from '../../src/element/locales/ar.json';
import de from '../../src/element/locales/de.json';
import { en } from '../../src/element/locales/en.js';
import { mount, until } from './page.js';

const GERMAN = de.invalid;
const ENGLISH = en.invalid;

describe('the language', () => {
  afterEach(() => document.documentElement.removeAttribute('lang'));

  const saying = async (attributes: Record<string, string>, around?: string) => {
    const page = await mount(attributes);
    if (around) page.form.lang = around;
    page.form.append(page.element);
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    // A text that needs a second line comes when the field is left.
    await page.leave();
    await page.element.updateComplete;
    return { page, line: page.element.shadowRoot!.querySelector<HTMLElement>('[part=line]')! };
  };

  it('is the element’s own', async () => {
    const { page, line } = await saying({ lang: 'de-AT' });
    await until(() => page.message() === GERMAN);
    expect(line.lang).to.equal('de');
    await until(() => page.status() === GERMAN);
  });

  it('is the nearest around it, and the page’s if none is nearer', async () => {
    const { page } = await saying({}, 'de');
    await until(() => page.message() === GERMAN);
    document.documentElement.lang = 'de';
    const { page: other } = await saying({}, 'en');
    await until(() => other.message() === ENGLISH);
    const { page: plain } = await saying({});
    await until(() => plain.message() === GERMAN);
  });

  it('is English if there is no other, and says so', async () => {
    const { page, line } = await saying({ lang: 'de' });
    await until(() => line.lang === 'de');
    page.element.lang = 'tlh';
    await until(() => page.message() === ENGLISH);
    expect(line.lang).to.equal('en');
  });

  it('is that around the host of a shadow root', async () => {
    const page = await mount();
    const host = document.createElement('div');
    host.lang = 'de';
    page.form.append(host);
    host.attachShadow({ mode: 'open' }).append(page.element);
    await until(() => page.element.shadowRoot!.querySelector<HTMLElement>('[part=line]')!.lang === 'de');
  });

  it('may change under a message', async () => {
    const { page } = await saying({});
    expect(page.message()).to.equal(ENGLISH);
    page.element.lang = 'de';
    await until(() => page.message() === GERMAN);
    page.element.removeAttribute('lang');
    await until(() => page.message() === ENGLISH);
  });

  it('leaves the page’s own texts alone', async () => {
    const { page } = await saying({ lang: 'de' });
    page.element.messages = { invalid: 'Passt nicht' };
    await until(() => page.message() === 'Passt nicht');
  });

  it('keeps an address readable in a right-to-left page', async () => {
    const page = await mount({ lang: 'ar' });
    page.form.dir = 'rtl';
    await page.type('safe@gmial.com');
    await page.offers();
    await until(() => page.message() === ar.suggest.replace('{address}', '@gmail.com'));
    const address = page.element.shadowRoot!.querySelector('bdi')!;
    expect([address.dir, address.textContent]).to.deep.equal(['ltr', '@gmail.com']);
    expect(getComputedStyle(page.element.shadowRoot!.querySelector('[part~=message]')!).direction).to.equal('rtl');
  });
});
