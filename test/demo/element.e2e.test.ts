import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { en } from '../../src/element/locales/en.js';
import { violations } from './axe.js';
import { openBrowser } from './browser.js';

/** What the line shows. */
const SEEN = 'email-check >>> .row';

/** What the playground can force: its button, the element's state then, and words that are shown. */
const states: readonly (readonly [button: string, state: string, words: string])[] = [
  ['idle', 'idle', ''],
  ['typing', 'typing', ''],
  ['malformed', 'malformed', en.dots],
  ['suggestion', 'typing', 'Did you mean'],
  ['denied', 'invalid', "example.com can't be used here"],
  ['disposable', 'disposable', en.disposable],
  ['checking', 'checking', ''],
  ['safe', 'safe', en.safe],
  ['risky', 'risky', en.risky],
  ['invalid', 'invalid', en.invalid],
  ['unknown', 'unknown', ''],
  ['shared inbox', 'risky', en.role],
  ['accept-all', 'risky', en.acceptAll],
  ['work address', 'safe', en.free],
  ['blocked', 'invalid', en.invalid],
  ['held', 'checking', en.checking],
  ['limited', 'limited', en.limit],
  ['unavailable', 'unavailable', ''],
  ['too slow', 'unavailable', ''],
  ['misconfigured', 'misconfigured', ''],
];

let demo: Demo;
let browser: Browser;
let page: Page;
let devtools: CDPSession;

/** Paid calls that the service has answered. */
const validations = (): number => demo.entries().filter(({ path }) => path === '/v1/').length;

const emulate = (features: Readonly<Record<string, string>>): Promise<unknown> =>
  devtools.send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });

const choose = (name: string, value: string): Promise<void> =>
  page.$eval(`[name=${name}][value=${value}]`, (radio) => (radio as HTMLInputElement).click());

const set = (name: string, value: string): Promise<void> =>
  page.$eval('email-check', (element, ...pair) => element.setAttribute(...pair), name, value);

const settles = async (state: string, words: string): Promise<void> => {
  await page.waitForFunction(
    (wanted, text) => {
      const element = document.querySelector('email-check');
      const message = element?.shadowRoot?.querySelector('.row')?.textContent ?? '';
      return element?.state === wanted && message.includes(text);
    },
    { timeout: 60_000, polling: 'raf' },
    state,
    words,
  );
};

/** Presses a button of the playground. */
const press = (button: string): Promise<void> =>
  page.$$eval(
    '#states button',
    (buttons, name) => buttons.find(({ textContent }) => textContent === name)?.click(),
    button,
  );

/** Presses a button of the playground, and waits until the state shows. */
const force = async (button: string, state: string, words: string): Promise<void> => {
  await press(button);
  await settles(state, words);
};

const forceAs = (button: string): Promise<void> => force(...states.find(([name]) => name === button)!);

const valueOf = (): Promise<string> => page.$eval('[name=email]', (input) => (input as HTMLInputElement).value);

/** What has focus: the part of the element's button, or the name of the page's own control. */
const focused = (): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.shadowRoot?.activeElement?.getAttribute('part') ?? activeElement?.getAttribute('name');
  });

/** The page's log of one kind of event, oldest first. */
const logged = (name: string): Promise<string[]> =>
  page.$$eval(
    '#events li',
    (rows, wanted) =>
      rows
        .map(({ textContent }) => textContent)
        .filter((text) => text.includes(` ${wanted} `))
        .reverse(),
    name,
  );

describe('the element in Chromium', () => {
  before(async () => {
    demo = await startDemo();
    browser = await openBrowser();
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  /** The playground in a page of its own, before the first question of a day. */
  const openPlayground = async (): Promise<void> => {
    for (const opened of await browser.pages()) if (opened === page) await opened.close();
    page = await browser.newPage();
    devtools = await page.createCDPSession();
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(`${demo.url}/playground.html`);
    await page.waitForSelector('#states button');
    await page.evaluate(() => customElements.whenDefined('email-check').then(() => true));
    const isNew = page.waitForResponse((response) => response.url().endsWith('/new-day'));
    await page.click('#new-day');
    await isNew;
  };

  describe('for axe-core', () => {
    const looks = ['light', 'dark'].flatMap((theme) => ['ltr', 'rtl'].map((direction) => [theme, direction] as const));

    let looked = 0;
    let violated = 0;

    /** Looks at the present state in light and dark, left to right and right to left. */
    const violationsInAllLooks = async (context: string): Promise<string[]> => {
      const found: string[] = [];
      for (const [theme, direction] of looks) {
        await emulate({ 'prefers-color-scheme': theme });
        await choose('direction', direction);
        // The element finds other colours when it hears that the page has others.
        await page.evaluate(
          () =>
            new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 50)),
        );
        found.push(...(await violations(page, context)).map((violation) => `${theme} ${direction} ${violation}`));
      }
      looked++;
      violated += found.length;
      return found;
    };

    // One page for all states: it takes longer to load and to read axe-core than to look with it.
    before(openPlayground);

    after(() =>
      console.log(
        `measured: axe-core violations in ${looked} states, in light and dark, left to right and right to left: ${violated}`,
      ),
    );

    for (const [button, ...expected] of states) {
      it(`has no violation: ${button}`, async () => {
        await force(button, ...expected);
        assert.deepEqual(await violationsInAllLooks('email-check'), []);
        await settles(...expected);
      });
    }

    it('has no violation: accepted, with the undo button', async () => {
      await forceAs('suggestion');
      await page.$eval(`${SEEN} [part=accept]`, (button) => (button as HTMLButtonElement).click());
      await page.waitForSelector(`${SEEN} [part=undo]`);
      const found = await violationsInAllLooks('email-check');
      // The contract names the button after what comes back, not after the word that it shows (WCAG 2.2, 2.5.3).
      const isName = (violation: string): boolean =>
        /label-content-name-mismatch: <button [^>]*part="undo"/.test(violation);
      violated -= found.filter(isName).length;
      assert.deepEqual(
        found.filter((violation) => !isName(violation)),
        [],
      );
    });

    it('has no violation: a blocked address is used anyway', async () => {
      await forceAs('blocked');
      await page.click(`${SEEN} [part=override]`);
      await page.waitForSelector('[name=email]:not([aria-invalid])');
      assert.deepEqual(await violationsInAllLooks('email-check'), []);
    });

    it('has no violation: the playground', async () => {
      assert.deepEqual(await violationsInAllLooks('html'), []);
    });

    it('would violate something with a pale error', async () => {
      await forceAs('malformed');
      await page.$eval('email-check', (element) => element.style.setProperty('--email-check-error-color', '#ddd'));
      await emulate({ 'prefers-color-scheme': 'light' });
      assert.match((await violations(page, 'email-check')).join('\n'), /color-contrast/);
    });
  });

  describe('in the accessibility tree', () => {
    beforeEach(openPlayground);

    interface Seen {
      readonly role: string;
      readonly name: string;
      readonly description: string;
      readonly invalid: string;
    }

    /** The tree's nodes, in the order in which they are read. */
    const tree = async (): Promise<Seen[]> => {
      const { nodes } = await devtools.send('Accessibility.getFullAXTree');
      const byId = new Map(nodes.map((node) => [node.nodeId, node]));
      const walk = (id: string): typeof nodes => {
        const node = byId.get(id);
        return node ? [node, ...(node.childIds ?? []).flatMap(walk)] : [];
      };
      return walk(nodes[0]!.nodeId)
        .filter(({ ignored }) => !ignored)
        .map(({ role, name, description, properties }) => ({
          role: String(role?.value),
          name: String(name?.value ?? ''),
          description: String(description?.value ?? ''),
          invalid: String(properties?.find((property) => property.name === 'invalid')?.value.value),
        }));
    };

    /** The field, the buttons from there to the page's own submit button, and the texts of all status regions. */
    const read = async () => {
      const nodes = await tree();
      const at = nodes.findIndex(({ role, name }) => role === 'textbox' && name === 'Email');
      const buttons = nodes
        .slice(at)
        .filter(({ role }) => role === 'button')
        .map(({ name }) => name);
      return {
        field: nodes[at],
        buttons: buttons.slice(0, buttons.indexOf('Sign up')),
        statuses: nodes.filter(({ role }) => role === 'status').length,
        texts: nodes.filter(({ role }) => role === 'StaticText').map(({ name }) => name),
      };
    };

    it('a field at rest has its name, no description, and one silent status', async () => {
      const { field, buttons, statuses } = await read();
      assert.deepEqual(field, { role: 'textbox', name: 'Email', description: '', invalid: 'false' });
      assert.deepEqual(buttons, []);
      assert.equal(statuses, 1);
    });

    it('a suggestion describes the field, and its two buttons follow it', async () => {
      await forceAs('suggestion');
      const { field, buttons, statuses } = await read();
      assert.deepEqual(field, {
        role: 'textbox',
        name: 'Email',
        description: 'Did you mean @gmail.com?',
        invalid: 'false',
      });
      assert.deepEqual(buttons, ['Use jane.doe@gmail.com', 'Keep what I typed']);
      assert.equal(statuses, 1);
    });

    it('a blocked address is invalid and says why, and can be used anyway; the message itself is read once', async () => {
      await forceAs('blocked');
      await page.waitForFunction(
        (text) =>
          document.querySelector('email-check')?.shadowRoot?.querySelector('[role=status]')?.textContent === text,
        {},
        en.invalid,
      );
      const { field, buttons, statuses, texts } = await read();
      assert.deepEqual(field, { role: 'textbox', name: 'Email', description: en.invalid, invalid: 'true' });
      assert.deepEqual(buttons, [en.override]);
      assert.equal(statuses, 1);
      assert.equal(texts.filter((text) => text === en.invalid).length, 1);
    });

    it('an address that is safe has no description', async () => {
      await forceAs('safe');
      const { field, buttons, statuses } = await read();
      assert.deepEqual(field, { role: 'textbox', name: 'Email', description: '', invalid: 'false' });
      assert.deepEqual(buttons, []);
      assert.equal(statuses, 1);
    });
  });

  describe('to people who change how things look', () => {
    beforeEach(openPlayground);

    /** How a part is painted, and what the two system colours are that it may not share. */
    const paintOf = (selector: string) =>
      page.$eval(selector, (part) => {
        const { color, fill, visibility, opacity, backgroundColor } = getComputedStyle(part);
        const { width, height } = part.getBoundingClientRect();
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.cssText = 'forced-color-adjust: none; color: Canvas';
        const canvas = getComputedStyle(probe).color;
        probe.remove();
        return {
          color,
          fill,
          canvas,
          backgroundColor,
          isThere: visibility === 'visible' && opacity === '1' && width > 0 && height > 0,
        };
      });

    it('message, icon and button stay with forced colours', async () => {
      await emulate({ 'forced-colors': 'active', 'prefers-color-scheme': 'dark' });
      await forceAs('blocked');
      assert.equal(await page.evaluate(() => matchMedia('(forced-colors: active)').matches), true);
      const [message, icon, button] = await Promise.all(
        ['[part=message]', '[part=icon]', '[part=override]'].map((part) => paintOf(`${SEEN} ${part}`)),
      );
      assert.ok(message?.isThere && icon?.isThere && button?.isThere);
      assert.notEqual(message.color, message.canvas);
      assert.notEqual(icon.fill, icon.canvas);
      assert.notEqual(button.color, button.backgroundColor);
    });

    it('does not animate with reduced motion, and shows the same content', async () => {
      await emulate({ 'prefers-reduced-motion': 'reduce' });
      await forceAs('blocked');
      for (const part of ['[part=message]', '[part=icon]', '[part=override]'])
        assert.ok((await paintOf(`${SEEN} ${part}`)).isThere, part);
      const moving = await page.$eval('email-check', ({ shadowRoot }) => shadowRoot?.getAnimations().length);
      assert.equal(moving, 0);
    });
  });

  describe('at 320 px', () => {
    beforeEach(openPlayground);

    /** By how many pixels the page, or what is seen of the element, is wider than the window. */
    const overflow = (): Promise<number> =>
      page.evaluate(() => {
        const root = document.documentElement;
        const parts = document.querySelector('email-check')?.shadowRoot?.querySelectorAll('.line, .row, .row *') ?? [];
        const right = Math.max(...[...parts].map((part) => part.getBoundingClientRect().right));
        return Math.max(root.scrollWidth, Math.ceil(right)) - root.clientWidth;
      });

    const longDomain = `${'d'.repeat(61)}.${'d'.repeat(61)}.${'d'.repeat(57)}.example`;
    const longAddress = `${'l'.repeat(254 - 1 - longDomain.length)}@${longDomain}`;

    for (const [zoom, deviceScaleFactor] of [
      ['100 %', 1],
      ['400 %', 4],
    ] as const) {
      it(`cuts nothing off, at ${zoom}: each text of the catalogue with an address of 254 characters`, async () => {
        assert.equal(longAddress.length, 254);
        // 1,280 px at 400 % are 320.
        await page.setViewport({ width: 320, height: 640, deviceScaleFactor });
        await choose('type', 'text');
        await set('deny', longDomain);
        await page.type('[name=email]', longAddress);
        await page.click('#elsewhere');
        await settles('invalid', longDomain);
        for (const [key, text] of Object.entries(en)) {
          // A refused domain shows any text, with its icon.
          await page.$eval('email-check', (element, deny) => (element.messages = { deny }), text);
          await settles('invalid', text.split('{')[0]!);
          assert.ok((await overflow()) <= 0, `${key}: ${await overflow()} px too wide`);
        }
      });
    }

    it('cuts nothing off: each state, and a long suggestion accepted and undone', async () => {
      await page.setViewport({ width: 320, height: 640 });
      for (const [button, ...expected] of states) {
        await press(button);
        // A text that needs a second line comes when the field is left.
        if (!['typing', 'suggestion', 'checking', 'held'].includes(button)) await page.click('#elsewhere');
        await settles(...expected);
        assert.ok((await overflow()) <= 0, button);
      }
      await forceAs('idle');
      // Nobody has that mailbox, and a warning would take the place of the way back.
      await set('warn', '');
      const local = 'l'.repeat(64);
      await page.type('[name=email]', `${local}@gmial.com`);
      await settles('typing', 'Did you mean @gmail.com?');
      assert.ok((await overflow()) <= 0, 'suggestion');
      await page.click(`${SEEN} [part=accept]`);
      await page.waitForSelector(`${SEEN} [part=undo]`);
      assert.ok((await overflow()) <= 0, 'accepted');
    });
  });

  describe('in a form', () => {
    beforeEach(openPlayground);

    it('sends no request while an input method composes, and one when the text is committed and the field left', async () => {
      const asked = demo.entries().length;
      await page.focus('[name=email]');
      const address = 'john.smith@acme.com';
      for (let end = 1; end <= address.length; end++) {
        await devtools.send('Input.imeSetComposition', {
          text: address.slice(0, end),
          selectionStart: end,
          selectionEnd: end,
        });
      }
      // Longer than any quiet time, and than the interval of the looks for values that came without an event.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3000)));
      assert.equal(await valueOf(), address);
      assert.equal(demo.entries().length, asked, 'no call while composing');
      const before = validations();
      await devtools.send('Input.insertText', { text: address });
      await page.click('#elsewhere');
      await settles('safe', en.safe);
      assert.equal(await valueOf(), address);
      assert.equal(validations() - before, 1);
    });

    it("holds Enter right after the last key, checks, and submits once by the form's own button", async () => {
      await set('block', 'syntax invalid');
      const before = validations();
      await page.evaluate(() => {
        const check = document.querySelector('email-check')!;
        document.querySelector('form')!.addEventListener('submit', () => (document.body.dataset.heardIn = check.state));
      });
      await page.type('[name=email]', 'jane.doe@acme.com');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelector('#events')?.textContent?.includes('action:'));
      assert.equal(
        await page.evaluate(() => document.body.dataset.heardIn),
        'safe',
        'the page hears it after the answer',
      );
      assert.equal((await logged('submit')).length, 1);
      assert.match((await logged('submit'))[0]!, /action: sign-up · email: jane\.doe@acme\.com/);
      assert.equal(validations() - before, 1);
      await page.waitForFunction(() => document.querySelector('#events')?.textContent?.includes('email-check-verdict'));
      assert.equal((await logged('email-check-verdict')).length, 1);
    });

    it('submits a held submit by the button that was pressed', async () => {
      await set('block', 'syntax invalid');
      await page.type('[name=email]', 'john.smith@acme.com');
      await page.click('[value=save]');
      await page.waitForFunction(() => document.querySelector('#events')?.textContent?.includes('action:'));
      assert.match((await logged('submit')).join(), /^[^,]*action: save · email: john\.smith@acme\.com$/);
    });

    it('cancels a held submit whose address is blocked, and goes back to the field', async () => {
      await set('block', 'syntax invalid');
      await page.type('[name=email]', 'nobody@acme.com');
      await page.keyboard.press('Enter');
      await settles('invalid', en.invalid);
      await page.waitForSelector('[name=email][aria-invalid=true]');
      assert.deepEqual(await logged('submit'), []);
      assert.equal(await focused(), 'email');
    });

    it('accepts a suggestion and undoes it with the keyboard only', async () => {
      await page.focus('[name=email]');
      await page.keyboard.type('jane.doe@gmial.com', { delay: 10 });
      await settles('typing', 'Did you mean @gmail.com?');
      assert.equal(await focused(), 'email', 'focus stays when it appears');
      await page.keyboard.press('Tab');
      assert.equal(await focused(), 'accept');
      await page.keyboard.press('Enter');
      assert.equal(await valueOf(), 'jane.doe@gmail.com');
      assert.equal(await focused(), 'email');
      await settles('safe', 'Changed to @gmail.com');
      await page.keyboard.press('Tab');
      assert.equal(await focused(), 'undo');
      await page.keyboard.press('Enter');
      assert.equal(await valueOf(), 'jane.doe@gmial.com');
      assert.equal(await focused(), 'email');
      // The caret is at the end.
      await page.keyboard.type('x');
      assert.equal(await valueOf(), 'jane.doe@gmial.comx');
    });

    it("undoes an accepted suggestion with the browser's undo", async () => {
      await page.focus('[name=email]');
      await page.keyboard.type('jane.doe@gmial.com', { delay: 10 });
      await settles('typing', 'Did you mean');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      assert.equal(await valueOf(), 'jane.doe@gmail.com');
      await page.keyboard.down('Control');
      await page.keyboard.press('KeyZ');
      await page.keyboard.up('Control');
      assert.equal(await valueOf(), 'jane.doe@gmial.com');
    });

    it('declines a suggestion with Escape, and with the second button', async () => {
      await page.focus('[name=email]');
      await page.keyboard.type('jane.doe@gmial.com', { delay: 10 });
      await settles('typing', 'Did you mean');
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.querySelector('email-check')?.suggestion === '');
      assert.equal(await valueOf(), 'jane.doe@gmial.com');
      await page.click('[name=email]', { count: 3 });
      await page.keyboard.type('john.smith@gmial.com', { delay: 10 });
      await settles('typing', 'Did you mean');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      assert.equal(await focused(), 'keep');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelector('email-check')?.suggestion === '');
      assert.equal(await focused(), 'email');
      assert.equal(await valueOf(), 'john.smith@gmial.com');
    });

    it('has a control in the playground for each of its attributes', async () => {
      const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8')) as {
        modules: { declarations?: { attributes?: { name: string }[] }[] }[];
      };
      const names = manifest.modules.flatMap(({ declarations = [] }) =>
        declarations.flatMap(({ attributes = [] }) => attributes.map(({ name }) => name)),
      );
      assert.ok(names.length > 15);
      for (const name of names) assert.ok(await page.$(`#attributes [name="${name}"]`), name);
      await page.select('#attributes [name=trigger]', 'submit');
      await page.click('#attributes [name=paused]');
      const given = await page.$eval('email-check', (element) => [element.trigger, element.paused]);
      assert.deepEqual(given, ['submit', true]);
    });
  });
});
