import { aTimeout, expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { insert, mount, press, until, type Page } from './page.js';

const SLIP = 'jane.doe@gmial.com';

/** How long after the last key the form is sent, in milliseconds. */
const DELAYS = [0, 150, 300, 600, 1200];

const noService = { 'public-key': '', 'base-url': '' };

const clickOn = async (target: Element): Promise<void> => {
  const { x, y, width, height } = target.getBoundingClientRect();
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
};

const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  Enter: async ({ input }) => {
    input.focus();
    await sendKeys({ press: 'Enter' });
  },
  click: async ({ button }) => clickOn(button),
};

const asks = (page: Page): Promise<void> =>
  until(() => page.message() === 'Did you mean @gmail.com?', 'the line does not ask');

describe('an unanswered slip stops the first submit once', () => {
  for (const [service, attributes] of [
    ['with a service', {}],
    ['without one', noService],
  ] as const) {
    for (const [way, send] of Object.entries(ways)) {
      for (const delay of DELAYS) {
        it(`${service}, by ${way}, ${delay} ms after the last key`, async () => {
          const page = await mount(attributes);
          page.input.focus();
          await press(SLIP);
          await aTimeout(delay);
          await send(page);
          await asks(page);
          expect(page.submits()).to.equal(0);
          expect(document.activeElement).to.equal(page.input);
          expect(page.input.value).to.equal(SLIP);
          await send(page);
          await until(() => page.submits() === 1, 'the second submit does not go out');
          // What went out once is not asked about again.
          await send(page);
          await until(() => page.submits() === 2, 'the third submit does not go out');
          expect(page.element.suggestion).to.equal('');
        });
      }
    }
  }

  it('in a form without validation, and not for a button without', async () => {
    const page = await mount();
    page.form.noValidate = true;
    insert(page, SLIP);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);

    const other = await mount();
    other.button.formNoValidate = true;
    insert(other, SLIP);
    other.form.requestSubmit(other.button);
    expect(other.submits()).to.equal(1);
  });

  it('and lets the next one go, whatever was done in between', async () => {
    const page = await mount();
    await page.type(SLIP);
    page.form.requestSubmit();
    await page.leave();
    page.input.focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'Backspace' });
    await press('m');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });

  it('unless it was used, kept or put away with Escape', async () => {
    for (const answer of ['accept', 'keep'] as const) {
      const page = await mount();
      await page.type(SLIP);
      await page.offers();
      page.buttons()[answer]?.click();
      page.form.requestSubmit();
      expect(page.submits(), answer).to.equal(1);
    }
    const page = await mount();
    await page.type(SLIP);
    await page.offers();
    await sendKeys({ press: 'Escape' });
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });

  it('unless the page offers the suggestion itself, or wants none of it', async () => {
    const page = await mount();
    page.element.addEventListener('email-check-suggestion', (event) => event.preventDefault());
    insert(page, SLIP);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
    for (const attributes of [{ block: 'syntax' }, { 'no-suggestion': '' }]) {
      const other = await mount(attributes);
      insert(other, SLIP);
      other.form.requestSubmit();
      expect(other.submits(), JSON.stringify(attributes)).to.equal(1);
    }
  });

  it('as it does when the service is down', async () => {
    const page = await mount({ 'base-url': 'http://localhost:1' });
    await page.type(SLIP);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });
});

describe('without a service', () => {
  it('no request leaves, and nobody is warned', async () => {
    const [asked, warned]: [string[], unknown[]] = [[], []];
    const { fetch } = window;
    const { warn, error } = console;
    window.fetch = (input) => {
      asked.push(`${input as string}`);
      return Promise.reject(new TypeError('none is asked'));
    };
    console.warn = console.error = (...words: unknown[]) => warned.push(words);
    try {
      const { EmailCheckElement } = await import('../../src/index.js');
      EmailCheckElement.defaultBaseUrl = location.origin;
      const page = await mount(noService);
      for (const text of ['jane', 'jane@acme.org', SLIP]) {
        insert(page, text);
        await page.leave();
        await aTimeout(50);
      }
      insert(page, 'jane@acme.org');
      page.form.requestSubmit();
      expect(page.submits()).to.equal(1);
      await aTimeout(1200);
      EmailCheckElement.defaultBaseUrl = '';
      expect(page.element.shadowRoot?.querySelector('img')).to.equal(null);
      expect([asked, warned]).to.deep.equal([[], []]);
    } finally {
      Object.assign(window, { fetch });
      Object.assign(console, { warn, error });
    }
  });
});
