import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { en } from '../../src/element/locales/en.js';
import type { StateName } from '../../src/index.js';
import { define, frameOf } from './frame.js';
import { insert, mount, type Page, until } from './page.js';

const lineOf = ({ element }: Page): HTMLElement => element.shadowRoot!.querySelector<HTMLElement>('[part=line]')!;
const rowOf = ({ element }: Page): HTMLElement => element.shadowRoot!.querySelector<HTMLElement>('.row')!;
const rectOf = (node: Element): DOMRect => node.getBoundingClientRect();

/** Puts an address into the field, leaves it, and waits for a message. */
const tells = async (page: Page, address: string, text?: string): Promise<void> => {
  insert(page, address);
  await page.leave();
  await until(
    () => (text === undefined ? page.message() !== '' : page.message() === text),
    `"${address}": "${page.message()}" is not "${text}"`,
  );
};

interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

/** What shifts on the page from now on, if the browser tells. */
const watchShifts = (): (() => string[]) => {
  const shifted: string[] = [];
  if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return () => shifted;
  const add = (entries: PerformanceEntryList): void => {
    for (const { sources } of entries as LayoutShift[])
      for (const { node, previousRect, currentRect } of sources) {
        const [before, after] = [previousRect, currentRect].map((rect) => JSON.stringify(rect));
        // A field's own text, which a person types, is said to move where it is.
        if (before !== after) shifted.push([node?.nodeName, node?.textContent, before, after].join(' '));
      }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  return () => {
    add(observer.takeRecords());
    observer.disconnect();
    return shifted;
  };
};

/** What texts are narrower in the fonts that pages have than in that of the tests, which is among the widest there are. */
const NARROWER = 0.9;

/** An address for each state, whose message has no button unless it is a suggestion. */
const states: readonly (readonly [address: string, state: StateName, isSilent?: boolean])[] = [
  ['jane', 'malformed'],
  ['@acme.org', 'malformed'],
  ['jane@', 'malformed'],
  ['jane@acme', 'malformed'],
  ['jane@@acme.org', 'malformed'],
  ['jane doe@acme.org', 'malformed'],
  ['jane..doe@acme.org', 'malformed'],
  ['jane@ac,me.org', 'malformed'],
  ['safe@acme.org', 'safe'],
  ['free@acme.org', 'safe'],
  ['role@acme.org', 'risky'],
  ['acceptall@acme.org', 'risky'],
  ['full@acme.org', 'risky'],
  ['temporary@acme.org', 'disposable'],
  ['invalid@acme.org', 'invalid'],
  ['jane@denied.org', 'invalid'],
  ['unknown@acme.org', 'unknown', true],
  ['broken500@acme.org', 'unavailable', true],
  ['dayslimit@acme.org', 'limited'],
];

describe('the line below the field', () => {
  it('is 4 px and a row of 24, from the first, and holds text of 14 px', async () => {
    const page = await mount();
    const bare = await mount({ reserve: 'none' });
    expect(rectOf(page.element).height - rectOf(bare.element).height).to.be.closeTo(28, 0.1);
    const { marginTop, fontSize } = getComputedStyle(lineOf(page));
    expect([marginTop, rectOf(lineOf(page)).height, fontSize]).to.deep.equal(['4px', 24, '14px']);
  });

  for (const lang of ['en', 'de', 'ar']) {
    for (const width of [1280, 421, 320]) {
      it(`moves nothing in any state, in "${lang}" at ${width} px`, async () => {
        const page = await mount(
          { lang, block: 'syntax typo', warn: 'invalid disposable role accept-all risky free', deny: 'denied.org' },
          { type: 'text' },
        );
        page.form.dir = lang === 'ar' ? 'rtl' : 'ltr';
        page.input.style.display = 'block';
        // What is left of a page's width beside its margins.
        Object.assign(page.form.style, { display: 'block', width: `${width - 32}px` });
        page.element.style.setProperty('--email-check-font-size', `${0.875 * NARROWER}em`);
        await until(() => lineOf(page).lang === lang);
        await nextFrame();
        await nextFrame();
        const shifts = watchShifts();
        const top = (): number => rectOf(page.button).top - rectOf(page.form).top;
        const before = top();
        const seen = new Set<string>();
        const look = async (what: string): Promise<void> => {
          await nextFrame();
          expect(top(), `${what}: ${page.message()}`).to.equal(before);
          expect(rectOf(lineOf(page)).height, what).to.be.closeTo(24, 0.1);
          seen.add(page.message());
        };
        for (const [address, state, isSilent] of states) {
          insert(page, address);
          await look(`${address} typed`);
          await page.leave();
          await page.reaches(state);
          await page.element.updateComplete;
          if (!isSilent) await until(() => page.message() !== '', address);
          await look(address);
        }
        insert(page, 'safe.again@gmial.com');
        await page.offers();
        await look('a suggestion');
        page.buttons()['accept']?.click();
        await page.element.updateComplete;
        await look('a change');
        page.buttons()['undo']?.click();
        await page.element.updateComplete;
        await look('a change back');
        page.element.block = 'syntax typo invalid';
        insert(page, 'hang@acme.info');
        page.form.requestSubmit();
        await look('a submit that is held');
        await nextFrame();
        expect(shifts()).to.deep.equal([]);
        expect(seen.size).to.be.at.least(15);
      });
    }
  }

  it('holds the page’s hint until there is something to say, and again afterwards', async () => {
    const page = await mount({ warn: 'role' });
    const hint = Object.assign(document.createElement('span'), { slot: 'hint', textContent: 'One mail a month' });
    const before = rectOf(page.element).height;
    page.element.append(hint);
    await nextFrame();
    const isSeen = (): boolean => getComputedStyle(hint).visibility === 'visible';
    expect([isSeen(), rectOf(page.element).height]).to.deep.equal([true, before]);
    const place = rectOf(hint).top;
    expect(place).to.be.at.least(rectOf(page.input).bottom);
    await tells(page, 'role@acme.org', en.role);
    expect([isSeen(), rectOf(page.element).height]).to.deep.equal([false, before]);
    expect(rectOf(rowOf(page)).top).to.equal(rectOf(lineOf(page)).top + 2);
    insert(page, '');
    await until(isSeen);
    expect([rectOf(hint).top, rectOf(page.element).height]).to.deep.equal([place, before]);
  });

  it('is given up by reserve="none" while it is empty', async () => {
    const page = await mount({ reserve: 'none', warn: 'role' });
    const label = page.input.closest('label')!;
    label.style.display = 'block';
    expect(rectOf(page.element).bottom).to.be.closeTo(rectOf(label).bottom, 0.1);
    const bare = rectOf(page.element).height;
    await tells(page, 'role@acme.org', en.role);
    expect(rectOf(page.element).height - bare).to.be.closeTo(28, 0.1);
    insert(page, 'jane');
    await until(() => page.message() === '');
    expect(rectOf(page.element).height).to.equal(bare);
    page.element.append(Object.assign(document.createElement('span'), { slot: 'hint', textContent: 'A hint' }));
    await nextFrame();
    expect(rectOf(page.element).height - bare).to.be.closeTo(28, 0.1);
  });

  it('lets a page give it a part of its own gap', async () => {
    const page = await mount();
    const before = rectOf(page.button).top;
    Object.assign(page.form.style, { display: 'grid' });
    const plain = rectOf(page.button).top;
    page.element.style.setProperty('--email-check-overlap', '10px');
    expect(plain - rectOf(page.button).top).to.be.closeTo(10, 0.1);
    expect(rectOf(lineOf(page)).height).to.equal(24);
    expect(before).to.be.greaterThan(0);
  });

  for (const size of [10, 16, 20, 32, 48]) {
    it(`grows with the page’s text and clips nothing: ${size} px`, async () => {
      const page = await mount({}, { type: 'text' });
      Object.assign(page.form.style, { fontSize: `${size}px`, display: 'block', width: '288px' });
      const empty = rectOf(lineOf(page)).height;
      expect(empty).to.be.closeTo(Math.max(24, (size * 7 * 10) / 8 / 7 + 4), 0.2);
      await tells(page, 'jane', en.noAt);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = lineOf(page);
      expect([scrollWidth, scrollHeight]).to.deep.equal([clientWidth, clientHeight]);
      expect(rectOf(rowOf(page)).bottom).to.be.at.most(rectOf(lineOf(page)).bottom);
      expect(rectOf(lineOf(page)).height).to.be.at.least(empty);
      expect(getComputedStyle(lineOf(page)).overflow).to.equal('visible');
    });
  }

  it('clips nothing with a visitor’s own spacing', async () => {
    const page = await mount({}, { type: 'text' });
    Object.assign(page.form.style, {
      display: 'block',
      width: '288px',
      letterSpacing: '0.12em',
      wordSpacing: '0.16em',
      lineHeight: '1.5',
    });
    await tells(page, 'jane', en.noAt);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = lineOf(page);
    expect([scrollWidth, scrollHeight]).to.deep.equal([clientWidth, clientHeight]);
    expect(rectOf(rowOf(page)).bottom).to.be.at.most(rectOf(lineOf(page)).bottom);
  });
});

describe('a second line', () => {
  const LONG = 'one.of.the.longest.domains.of.all.that.anybody.has.example.org';
  const text = `${LONG} can't be used here`;
  const narrow = async (): Promise<Page> => {
    const page = await mount({ deny: LONG, debounce: '0' });
    Object.assign(page.form.style, { display: 'block', width: '288px' });
    return page;
  };

  it('does not come while somebody types, and comes when the field is left', async () => {
    const page = await narrow();
    const before = rectOf(page.element).height;
    insert(page, `jane@${LONG}`);
    await page.reaches('invalid');
    await page.element.updateComplete;
    expect([page.message(), rectOf(page.element).height]).to.deep.equal(['', before]);
    expect(page.input.validationMessage).to.contain(text);
    await page.leave();
    await until(() => page.message() === text);
    expect(rectOf(page.element).height).to.be.greaterThan(before + 15);
    insert(page, 'jane');
    await until(() => page.message() === '');
    expect(rectOf(page.element).height).to.equal(before);
  });

  it('comes when the form is sent', async () => {
    const page = await narrow();
    insert(page, `jane@${LONG}`);
    await page.reaches('invalid');
    page.form.noValidate = true;
    page.form.requestSubmit();
    await until(() => page.message() === text);
  });
});

describe('from pointer-down to click on the submit button', () => {
  const LONG = 'one.of.the.longest.domains.of.all.that.anybody.has.example.org';
  for (const [what, address, attributes, state, message] of [
    ['a fault', 'jane@', {}, 'malformed', en.noDomain],
    ['a suggestion', 'jane@gmailcom', {}, 'typing', 'Did you mean @gmail.com?'],
    ['a verdict', 'invalid@acme.org', { debounce: '5000' }, 'invalid', en.invalid],
    ['two lines', `jane@${LONG}`, { deny: LONG, debounce: '5000' }, 'invalid', `${LONG} can't be used here`],
    ['a line where none is kept', 'invalid@acme.org', { debounce: '5000', reserve: 'none' }, 'invalid', en.invalid],
  ] as const) {
    it(`nothing moves, whatever appears: ${what}`, async () => {
      const page = await mount({ ...attributes }, { type: 'text' });
      Object.assign(page.form.style, { display: 'block', width: '288px' });
      await page.type(address);
      expect(page.message()).to.equal('');
      const before = rectOf(page.button).top;
      const tops: Record<string, number> = {};
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'click'])
        page.button.addEventListener(type, () => (tops[type] = rectOf(page.button).top));
      const { left, top, width, height } = rectOf(page.button);
      await sendMouse({ type: 'move', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
      await sendMouse({ type: 'down' });
      try {
        await until(() => page.element.state === state && (state !== 'typing' || page.element.suggestion));
        await page.element.updateComplete;
        await nextFrame();
        tops['meanwhile'] = rectOf(page.button).top;
      } finally {
        await sendMouse({ type: 'up' });
      }
      await until(() => page.message() === message, `"${page.message()}" is not "${message}"`);
      expect(tops).to.deep.equal({
        pointerdown: before,
        mousedown: before,
        meanwhile: before,
        pointerup: before,
        click: before,
      });
    });
  }
});

describe('where the line stands', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    it(`begins where the input begins, a label beside it, ${direction}`, async () => {
      const page = await mount({ warn: 'role' });
      const start = (node: Element): number => (direction === 'rtl' ? -rectOf(node).right : rectOf(node).left);
      page.form.dir = direction;
      const label = page.input.closest('label')!;
      Object.assign(label.style, { display: 'grid', gridTemplateColumns: '120px 1fr' });
      page.element.remove();
      page.element.append(
        Object.assign(document.createElement('span'), { slot: 'hint', textContent: 'One mail a month' }),
      );
      page.form.prepend(page.element);
      await page.element.updateComplete;
      await nextFrame();
      const hint = page.element.querySelector('[slot=hint]')!;
      expect(start(page.input)).to.be.greaterThan(start(page.element) + 100);
      expect(start(hint), 'the hint').to.be.closeTo(start(page.input), 1);
      await tells(page, 'role@acme.org', en.role);
      expect(start(rowOf(page)), 'a message').to.be.closeTo(start(page.input), 1);
      await tells(page, 'safe@gmial.com', 'Did you mean @gmail.com?');
      expect(start(rowOf(page).querySelector('p')!), 'a suggestion').to.be.closeTo(start(page.input), 1);
      Object.assign(label.style, { display: 'block' });
      await tells(page, 'role@acme.net', en.role);
      const box = page.element;
      expect(start(rowOf(page)), 'with a label above').to.be.closeTo(
        start(page.input) - start(box) < rectOf(box).width / 2 ? start(page.input) : start(box),
        1,
      );
    });
  }

  it('follows the input when what is beside it gets another width, without a message', async () => {
    const watched = new Set<Element>();
    const { observe, disconnect } = ResizeObserver.prototype;
    ResizeObserver.prototype.observe = function (target, options) {
      watched.add(target);
      observe.call(this, target, options);
    };
    ResizeObserver.prototype.disconnect = function () {
      watched.clear();
      disconnect.call(this);
    };
    try {
      const page = await mount();
      const label = page.input.closest('label')!;
      Object.assign(label.style, { display: 'grid', gridTemplateColumns: '120px 1fr' });
      const hint = Object.assign(document.createElement('span'), { slot: 'hint', textContent: 'One mail a month' });
      page.element.append(hint);
      const isAligned = (): boolean => Math.abs(rectOf(hint).left - rectOf(page.input).left) < 1;
      await until(isAligned);
      label.style.gridTemplateColumns = '180px 1fr';
      expect(isAligned()).to.equal(false);
      await until(isAligned);
      expect([...watched]).to.deep.equal([page.input]);
      page.element.remove();
      expect(watched.size, 'removed').to.equal(0);
      page.form.prepend(page.element);
      await until(() => watched.size === 1, 'back again');
      label.style.gridTemplateColumns = '140px 1fr';
      await until(isAligned);
    } finally {
      Object.assign(ResizeObserver.prototype, { observe, disconnect });
    }
  });

  it('may use the free space beside a narrow input', async () => {
    const page = await mount({}, { type: 'text', size: '4' });
    Object.assign(page.form.style, { display: 'block', width: '400px' });
    await tells(page, 'jane', en.noAt);
    expect(rectOf(rowOf(page)).right).to.be.greaterThan(rectOf(page.input).right + 20);
    expect(rectOf(lineOf(page)).height).to.equal(24);
  });

  const parents: Readonly<Record<string, string>> = {
    'an inline block': 'display: inline-block',
    'a float': 'float: left',
    'a table cell': 'display: table-cell',
    'a flex row': 'display: inline-flex',
    'a grid': 'display: inline-grid; grid-template-columns: auto',
    'a box as wide as its content': 'width: max-content',
    'something absolute': 'position: absolute',
  };
  const texts: Readonly<Record<string, string>> = {
    '': '',
    ', on one line': 'white-space: nowrap',
    ', preformatted': 'white-space: pre; word-break: keep-all; overflow-wrap: normal',
    ', centred': 'text-align: center',
    ', in capitals': 'text-transform: uppercase',
    ', indented': 'text-indent: 60px',
  };
  for (const [where, parent] of Object.entries(parents)) {
    it(`makes nothing wider than its field does: ${where}`, async () => {
      for (const [how, inherited] of Object.entries(texts)) {
        const page = await mount({ warn: 'role' }, { type: 'text' });
        const box = await fixture<HTMLElement>(html`<div></div>`);
        box.style.cssText = `${parent}; ${inherited}`;
        box.append(page.element);
        page.form.append(box);
        await page.element.updateComplete;
        const { width } = rectOf(box);
        page.element.append(
          Object.assign(document.createElement('span'), {
            slot: 'hint',
            textContent: 'A hint that would be a good deal wider than the field if it were let',
          }),
        );
        await nextFrame();
        expect(rectOf(box).width, `the hint${how}`).to.equal(width);
        for (const [address, text] of [
          ['role@acme.org', en.role],
          ['jane', en.noAt],
          ['safe@gmial.com', 'Did you mean @gmail.com?'],
        ] as const) {
          await tells(page, address, text);
          expect(rectOf(box).width, `${text}${how}`).to.equal(width);
          const { scrollWidth, clientWidth } = lineOf(page);
          expect(scrollWidth, `${text}${how}`).to.equal(clientWidth);
          const { textAlign, textTransform, textIndent, whiteSpace } = getComputedStyle(
            rowOf(page).querySelector('p')!,
          );
          expect([textAlign, textTransform, textIndent, whiteSpace]).to.deep.equal(['start', 'none', '0px', 'normal']);
        }
        page.form.remove();
      }
    });
  }
});

const LONG_DOMAIN = `${'d'.repeat(61)}.${'d'.repeat(61)}.${'d'.repeat(57)}.example`;
const LONG_ADDRESS = `${'l'.repeat(254 - 1 - LONG_DOMAIN.length)}@${LONG_DOMAIN}`;

describe('at 320 px', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    it(`no address makes a page wider, ${direction}`, async () => {
      const page = await frameOf(
        320,
        `<form><email-check deny="${LONG_DOMAIN}"><label>Email <input size="10"></label></email-check></form>`,
        `dir="${direction}"`,
      );
      define(page);
      await until(() => page.querySelector('email-check:defined'));
      const element = page.querySelector('email-check')!;
      const input = page.querySelector('input')!;
      const form = page.querySelector('form')!;
      const root = element.shadowRoot!;
      form.addEventListener('submit', (event) => event.preventDefault());
      const isTooWide = (): boolean => {
        const parts = [...root.querySelectorAll('.line, .row, .row *')].map((part) => part.getBoundingClientRect());
        return page.documentElement.scrollWidth > 320 || parts.some(({ left, right }) => left < 0 || right > 320);
      };
      const shown = (): string => root.querySelector('.row')?.textContent ?? '';
      const shows = async (address: string, text: string): Promise<void> => {
        input.value = address;
        element.reset();
        form.requestSubmit();
        await until(() => shown().includes(text), `"${shown()}" is not "${text}"`);
        expect(isTooWide(), text).to.equal(false);
      };
      expect(LONG_ADDRESS).to.have.length(254);
      await shows(LONG_ADDRESS, `${LONG_DOMAIN} can't be used here`);
      await shows(`${'l'.repeat(64)}@gmial.com`, 'Did you mean @gmail.com?');
      root.querySelector<HTMLButtonElement>('[part=accept]')?.click();
      await until(() => shown().includes('Undo'));
      expect(isTooWide(), 'the way back').to.equal(false);
      expect(page.defaultView!.getComputedStyle(root.querySelector('[part=message]')!).direction).to.equal('ltr');
      expect(page.defaultView!.getComputedStyle(root.querySelector('.line')!).direction).to.equal(direction);
    });
  }
});

describe('the logo', () => {
  it('comes late and moves nothing', async () => {
    const page = await mount();
    Object.assign(page.form.style, { display: 'block', width: '288px' });
    await nextFrame();
    const shifts = watchShifts();
    await tells(page, 'safe@acme.org', en.safe);
    const root = page.element.shadowRoot!;
    const words = rectOf(root.querySelector('p')!);
    const logo = await until(() => root.querySelector('img')?.complete).then(() => root.querySelector('img')!);
    await aTimeout(100);
    expect(rectOf(root.querySelector('p')!)).to.deep.equal(words);
    expect(rectOf(logo).left).to.be.closeTo(words.right + 8, 1);
    expect([rectOf(logo).width, rectOf(logo).height, rectOf(lineOf(page)).height]).to.deep.equal([20, 20, 24]);
    expect(shifts()).to.deep.equal([]);
  });
});
