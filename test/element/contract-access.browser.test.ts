import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { en } from '../../src/element/locales/en.js';
import { insert, mount, type Page, press, until } from './page.js';

/** What the status region says from now on, in order. */
const listen = (page: Page): string[] => {
  const said: string[] = [];
  const region = page.element.shadowRoot!.querySelector('[role=status]')!;
  new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return said;
};

/** The node that describes the field, if there is one. */
const descriptionOf = (page: Page): HTMLElement | null => page.element.querySelector('[slot=description]');

describe('the status region', () => {
  const says = async (page: Page, text: string): Promise<void> =>
    until(() => page.status() === text, `the region does not say "${text}"`);

  const rows: readonly (readonly [
    what: string,
    attributes: Record<string, string>,
    address: string,
    ...texts: string[],
  ])[] = [
    ['a verdict that warns', { warn: 'role' }, 'role@acme.org', en.role],
    ['a verdict that blocks', { block: 'invalid' }, 'invalid@acme.org', en.invalid],
    ['a question that is slow, and its answer', {}, 'slow1500@acme.org', en.checking, en.safe],
    ['a failure', {}, 'broken500@acme.org', en.unavailable],
    ['a question that takes too long', { timeout: '500' }, 'hang@acme.org', en.timeout],
    ['the day’s limit', {}, 'dayslimit@acme.org', en.limit],
  ];
  for (const [what, attributes, address, ...texts] of rows) {
    it(`says ${what} once`, async () => {
      const page = await mount(attributes);
      const said = listen(page);
      insert(page, address);
      await says(page, texts.at(-1)!);
      await page.leave();
      await nextFrame();
      expect(said).to.deep.equal(texts);
    });
  }

  it('says a fault a second after the last key, is empty again with the next key, and says it again', async () => {
    const page = await mount({}, { type: 'text' });
    const said = listen(page);
    for (const times of [1, 2]) {
      await page.type('j');
      await page.leave();
      await page.element.updateComplete;
      expect(page.message()).to.equal(en.noAt);
      expect(page.status()).to.equal('');
      await says(page, en.noAt);
      expect(performance.now() - page.lastChange()).to.be.greaterThan(900);
      expect(said).to.deep.equal(new Array(times).fill(en.noAt));
      page.input.focus();
      await press('j');
      await until(() => page.status() === '');
    }
  });

  it('says a suggestion, that it was taken, the verdict, and after the way back the verdict again', async () => {
    const page = await mount();
    const said = listen(page);
    insert(page, 'slow300@gmial.com');
    await says(page, 'Did you mean slow300@gmail.com?');
    page.buttons()['accept']?.click();
    await says(page, 'Changed to slow300@gmail.com');
    await says(page, en.safe);
    page.buttons()['undo']?.click();
    await until(() => page.status() === '');
    await says(page, en.safe);
    expect(said).to.deep.equal(['Did you mean slow300@gmail.com?', 'Changed to slow300@gmail.com', en.safe, en.safe]);
  });

  it('falls silent when a suggestion is declined', async () => {
    const page = await mount({ 'public-key': '' });
    insert(page, 'safe@gmial.com');
    await says(page, 'Did you mean safe@gmail.com?');
    page.buttons()['keep']?.click();
    await page.element.updateComplete;
    expect(page.status()).to.equal('');
  });

  it('says that a submit is held', async () => {
    const page = await mount({ block: 'invalid', hold: '3000' });
    const said = listen(page);
    insert(page, 'hang@acme.org');
    page.form.requestSubmit();
    await says(page, en.holding);
    expect(said).to.deep.equal([en.holding]);
  });

  it('does not repeat what a person uses anyway', async () => {
    const page = await mount({ block: 'invalid' });
    const said = listen(page);
    insert(page, 'invalid@acme.org');
    await says(page, en.invalid);
    page.buttons()['override']?.click();
    await page.element.updateComplete;
    await nextFrame();
    expect(said).to.deep.equal([en.invalid]);
  });

  it('is polite: nothing in the element is an alert, whatever it shows', async () => {
    const page = await mount({ block: 'invalid' });
    for (const address of ['invalid@acme.org', 'safe@gmial.com', 'jane@acme', 'temporary@acme.org']) {
      insert(page, address);
      await page.leave();
      await until(() => page.message() !== '' && page.element.state !== 'checking');
      expect(
        page.element.shadowRoot?.querySelectorAll('[role=alert], [role=alertdialog], [aria-live]').length,
        address,
      ).to.equal(0);
      expect(page.element.querySelectorAll('[role], [aria-live]').length, address).to.equal(0);
    }
  });
});

describe('the description of the field', () => {
  /** Longer than any idle moment that the element might have waited for. */
  const idle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

  it('is not made before the person comes, even though the element has something to say', async () => {
    const page = await mount({ deny: 'acme.org' }, { value: 'jane@acme.org' });
    page.element.check();
    await page.reaches('invalid');
    await idle();
    expect(!!descriptionOf(page)).to.equal(false);
    expect(page.input.hasAttribute('aria-describedby')).to.equal(false);
    page.input.focus();
    expect(!!descriptionOf(page), 'in the middle of the event').to.equal(false);
    await until(() => descriptionOf(page)?.textContent?.startsWith('acme.org'));
    expect(page.input.getAttribute('aria-describedby')).to.equal(descriptionOf(page)?.id);
  });

  it('is made at the first edit, if the field had no focus', async () => {
    const page = await mount();
    page.input.value = 'jane';
    page.input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await until(() => descriptionOf(page));
  });

  it('is not made before the page has loaded', async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe title="a page that loads"></iframe>`);
    const inside = frame.contentDocument!;
    inside.open();
    inside.write('<!doctype html><head></head><body><email-check><input type="email"></email-check>');
    define(inside);
    await until(() => inside.querySelector('email-check:defined'));
    const input = inside.querySelector('input')!;
    input.dispatchEvent(new FocusEvent('focus'));
    await idle();
    expect(inside.readyState).not.to.equal('complete');
    expect(input.hasAttribute('aria-describedby')).to.equal(false);
    inside.close();
    await until(() => input.hasAttribute('aria-describedby'));
  });

  it('holds a suggestion, and neither a failure nor a limit', async () => {
    const page = await mount();
    insert(page, 'safe@gmial.com');
    await until(() => descriptionOf(page)?.textContent === 'Did you mean safe@gmail.com?');
    for (const [address, state, message] of [
      ['broken500@acme.org', 'unavailable', ''],
      ['dayslimit@acme.org', 'limited', en.limit],
    ] as const) {
      insert(page, address);
      await page.reaches(state);
      await page.element.updateComplete;
      expect(page.message()).to.equal(message);
      expect(descriptionOf(page)?.textContent).to.equal('');
    }
  });

  it('stays hidden under a page’s own rules, the important ones too', async () => {
    const page = await mount();
    page.form.append(
      Object.assign(document.createElement('style'), { textContent: 'span, [slot] { display: block !important }' }),
    );
    insert(page, 'safe@gmial.com');
    await until(() => descriptionOf(page)?.textContent);
    const description = descriptionOf(page)!;
    description.style.setProperty('display', 'block', 'important');
    expect(getComputedStyle(description).display).to.equal('none');
    expect(description.assignedSlot?.name).to.equal('description');
  });

  it('comes back when a framework takes it away while there is nothing to say', async () => {
    const page = await mount({}, { 'aria-describedby': 'own' });
    page.input.focus();
    await until(() => descriptionOf(page));
    const { id } = descriptionOf(page)!;
    descriptionOf(page)?.remove();
    page.input.removeAttribute('aria-describedby');
    await until(() => descriptionOf(page));
    expect(descriptionOf(page)?.id).to.equal(id);
    expect(page.input.getAttribute('aria-describedby')).to.equal(id);
  });

  it('leaves the field with the element, when that turns to another one', async () => {
    const page = await mount({ block: 'invalid' }, { 'aria-describedby': 'own', 'aria-invalid': 'grammar' });
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    await until(() => descriptionOf(page));
    expect(page.input.getAttribute('aria-invalid')).to.equal('true');
    const other = Object.assign(document.createElement('input'), { id: 'other' });
    page.form.prepend(other);
    page.element.htmlFor = 'other';
    await until(() => other.hasAttribute('aria-describedby'));
    expect([page.input.getAttribute('aria-describedby'), page.input.getAttribute('aria-invalid')]).to.deep.equal([
      'own',
      'grammar',
    ]);
    expect(page.input.validity.valid).to.equal(true);
    expect(other.hasAttribute('aria-invalid')).to.equal(false);
  });
});

describe('aria-invalid', () => {
  it('comes back while the field is blocked, and goes when the person uses the address anyway', async () => {
    const page = await mount({ block: 'invalid' });
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    page.input.setAttribute('aria-invalid', 'false');
    await until(() => page.input.getAttribute('aria-invalid') === 'true');
    page.buttons()['override']?.click();
    expect(page.input.getAttribute('aria-invalid')).not.to.equal('true');
  });

  it('is not set by a warning, a suggestion or a failure', async () => {
    const page = await mount();
    const set: (string | null)[] = [];
    new MutationObserver(() => set.push(page.input.getAttribute('aria-invalid'))).observe(page.input, {
      attributeFilter: ['aria-invalid'],
    });
    for (const address of ['invalid@acme.org', 'safe@gmial.com', 'broken500@acme.org']) {
      insert(page, address);
      await until(() => page.message() !== '' || page.element.state === 'unavailable');
    }
    await nextFrame();
    expect(set).to.deep.equal([]);
  });
});

describe('the element’s buttons', () => {
  it('are not hidden from assistive technology, as the message beside them is', async () => {
    const page = await mount({ block: 'invalid' });
    for (const [address, names] of [
      ['safe@gmial.com', ['Use safe@gmail.com', 'Keep what I typed']],
      ['invalid@acme.org', ['Use anyway']],
    ] as const) {
      insert(page, address);
      await until(() => Object.keys(page.buttons()).length === names.length);
      const buttons = Object.values(page.buttons());
      expect(buttons.map(({ textContent }) => textContent)).to.deep.equal(names);
      for (const button of buttons) {
        expect(button.matches('[aria-hidden], [aria-hidden] *, [aria-label], [aria-labelledby], [tabindex]')).to.equal(
          false,
        );
      }
    }
  });
});

describe('the words', () => {
  it('of success tell of mail, and none tells of accounts or of who owns an address', async () => {
    const page = await mount();
    insert(page, 'safe@acme.org');
    await until(() => page.status() !== '');
    for (const text of [page.message(), page.status(), en.safe]) {
      expect(text).to.equal('Looks good');
    }
    for (const text of Object.values(en))
      expect(text).not.to.match(/\b(correct|yours|account|exists?|regist\w+|taken|trust\w*|secure)\b/i);
  });
});

describe('colour', () => {
  type Channels = readonly [number, number, number];

  const channelsOf = (color: string): Channels => {
    const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+(e-?\d+)?/g) ?? []).map(
      (number) => Number(number) * (color.startsWith('rgb') ? 1 : 255),
    );
    expect(color).to.match(/^(rgba?\(|color\(srgb )/);
    return [r, g, b];
  };

  /** Relative luminance (WCAG 2). */
  const luminance = (color: string): number => {
    const [r, g, b] = channelsOf(color).map((channel) =>
      channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
    ) as unknown as Channels;
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  const contrast = (one: string, other: string): number => {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };

  for (const [color, background] of [
    ['#000', '#fff'],
    ['#333', '#fff'],
    ['#eee', '#111'],
    ['#fff', '#000'],
  ] as const) {
    it(`of each message is 4.5:1 at least with ${color} on ${background}, and never the only sign`, async () => {
      const page = await mount({ warn: 'role' }, { type: 'text' });
      Object.assign(page.form.style, { color, background });
      const seen = new Map<string, string>();
      for (const [address, text] of [
        ['safe@acme.org', en.safe],
        ['role@acme.org', en.role],
        ['jane', en.noAt],
      ] as const) {
        insert(page, address);
        await page.leave();
        await until(() => page.message() === text);
        const message = page.element.shadowRoot!.querySelector('[part=message]')!;
        const icon = message.querySelector('[part=icon]')!;
        const path = icon.querySelector('path')!;
        const paint = getComputedStyle(message);
        expect(contrast(paint.color, getComputedStyle(page.form).backgroundColor), text).to.be.at.least(4.5);
        expect(
          contrast(getComputedStyle(path).stroke, getComputedStyle(page.form).backgroundColor),
          `icon of ${text}`,
        ).to.be.at.least(3);
        expect(icon.getBoundingClientRect().width).to.be.greaterThan(8);
        seen.set(path.getAttribute('d')!, paint.color);
      }
      expect(seen.size, 'icons').to.equal(3);
      expect(new Set(seen.values()).size, 'colours').to.equal(3);
    });
  }
});

describe('motion', () => {
  it('is of the spinner alone, and only if a person has not asked for less', async () => {
    const page = await mount({ block: 'invalid', hold: '3000' });
    insert(page, 'hang@acme.org');
    page.form.requestSubmit();
    await page.element.updateComplete;
    const root = page.element.shadowRoot!;
    const wanted = matchMedia('(prefers-reduced-motion: no-preference)');
    expect(root.querySelectorAll('.box > :first-child [part=spinner]').length).to.equal(1);
    expect(root.getAnimations()).to.have.length(wanted.matches ? 1 : 0);
    const moving: string[] = [];
    const look = (rules: CSSRuleList, around: string): void => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule) look(rule.cssRules, rule.conditionText);
        else if (rule instanceof CSSStyleRule && !['', 'none', 'unset'].includes(rule.style.animationName))
          moving.push(around);
      }
    };
    for (const sheet of root.adoptedStyleSheets) look(sheet.cssRules, '');
    expect(moving).to.deep.equal(['(prefers-reduced-motion: no-preference)']);
  });
});

/** The element's own script in a page. */
const define = (page: Document): void => {
  const isScript = document.querySelector<HTMLScriptElement>('script[src="/dist/email-check.js"]');
  const src = new URL(isScript ? '/dist/email-check.js' : '../../src/define.ts', import.meta.url).href;
  page.head.append(Object.assign(page.createElement('script'), { type: 'module', src }));
};

/** A page in a frame of that width, without the script yet. */
const frameOf = async (width: number, markup: string, attributes = ''): Promise<Document> => {
  const frame = await fixture<HTMLIFrameElement>(
    html`<iframe title="a page" style="border: 0; height: 600px"></iframe>`,
  );
  frame.style.width = `${width}px`;
  const page = frame.contentDocument!;
  page.open();
  page.write(`<!doctype html><html ${attributes}><body>${markup}</body></html>`);
  page.close();
  return page;
};

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
      const root = element.shadowRoot!;
      const isTooWide = (): boolean => {
        const parts = [...root.querySelectorAll('.line, .box > :first-child, .box > :first-child *')].map((part) =>
          part.getBoundingClientRect(),
        );
        return page.documentElement.scrollWidth > 320 || parts.some(({ left, right }) => left < 0 || right > 320);
      };
      const shown = (): string => root.querySelector('.box > :first-child')?.textContent ?? '';
      const shows = async (address: string, text: string): Promise<void> => {
        input.value = address;
        element.reset();
        element.check();
        await until(() => shown().includes(text), `"${shown()}" is not "${text}"`);
        expect(isTooWide(), text).to.equal(false);
      };
      expect(LONG_ADDRESS).to.have.length(254);
      await shows(LONG_ADDRESS, LONG_DOMAIN);
      const local = 'l'.repeat(64);
      await shows(`${local}@gmial.com`, `Did you mean ${local}@gmail.com?`);
      root.querySelector<HTMLButtonElement>('.box > :first-child [part=accept]')?.click();
      await until(() => shown().includes(en.undo));
      expect(isTooWide(), 'the way back').to.equal(false);
      expect(page.defaultView!.getComputedStyle(root.querySelector('[part=message]')!).direction).to.equal(direction);
    });
  }
});

describe('the room below the field', () => {
  for (const lang of ['en', 'de']) {
    for (const width of [320, 1280]) {
      it(`is the same under every message, in "${lang}" at ${width} px`, async function () {
        this.timeout(20_000);
        const page = await mount(
          { lang, block: 'syntax invalid', warn: 'disposable role accept-all risky', hold: '1200', timeout: '1000' },
          { type: 'text' },
        );
        page.form.style.width = `${width - 16}px`;
        page.form.style.display = 'block';
        const root = page.element.shadowRoot!;
        await until(() => root.querySelector<HTMLElement>('.line')?.lang === lang);
        const top = (): number => page.button.getBoundingClientRect().top - page.form.getBoundingClientRect().top;
        const before = top();
        const seen: string[] = [];
        const look = (): void => {
          seen.push(page.message());
          expect(top(), page.message()).to.equal(before);
        };
        for (const address of [
          'jane',
          'jane@acme',
          'invalid@acme.org',
          'temporary@acme.org',
          'role@acme.org',
          'acceptall@acme.org',
          'full@acme.org',
          'broken500@acme.org',
          'hang@acme.org',
          'meant@acme.org',
          'safe@acme.org',
        ]) {
          insert(page, address);
          await page.leave();
          await until(
            () => page.element.state === 'unavailable' || (page.message() && page.element.state !== 'checking'),
            address,
          );
          look();
        }
        insert(page, 'invalid@acme.org');
        page.form.requestSubmit();
        await page.element.updateComplete;
        look();
        insert(page, 'forename.surname.safe@gmial.com');
        await page.offers();
        look();
        page.buttons()['accept']?.click();
        await page.element.updateComplete;
        look();
        await until(() => page.element.state !== 'checking');
        await page.element.updateComplete;
        look();
        expect(new Set(seen).size).to.be.at.least(10);
      });
    }
  }

  /** Presses the mouse on the page's button and lets go; gives where the button was at each event. */
  const pressed = async (page: Page, between: () => Promise<unknown>): Promise<Record<string, number>> => {
    const tops: Record<string, number> = {};
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'click']) {
      page.button.addEventListener(type, () => (tops[type] = page.button.getBoundingClientRect().top));
    }
    const { left, top, width, height } = page.button.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
    await sendMouse({ type: 'down' });
    await between();
    await page.element.updateComplete;
    await nextFrame();
    tops['meanwhile'] = page.button.getBoundingClientRect().top;
    await sendMouse({ type: 'up' });
    return tops;
  };

  for (const [what, address, attributes, message] of [
    ['a fault', 'jane@acme', {}, en.noDomain],
    ['a suggestion', 'jane@gmailcom', {}, 'Did you mean jane@gmail.com?'],
    [
      'a refusal of the page’s own',
      'jane@acme.org',
      { deny: 'acme.org', debounce: '5000' },
      "acme.org can't be used here",
    ],
    ['a verdict', 'invalid@acme.org', { debounce: '5000' }, en.invalid],
  ] as const) {
    it(`is the same from pointer-down to click on the submit button while ${what} appears`, async () => {
      const page = await mount({ ...attributes }, { type: 'text' });
      page.form.style.cssText = 'display: block; width: 300px';
      await page.type(address);
      expect(page.message()).to.equal('');
      const before = page.button.getBoundingClientRect().top;
      const tops = await pressed(page, () =>
        until(() => page.message() === message, `"${page.message()}" is not "${message}"`),
      );
      expect(tops).to.deep.equal({
        pointerdown: before,
        mousedown: before,
        meanwhile: before,
        pointerup: before,
        click: before,
      });
    });
  }

  for (const lang of ['en', 'de']) {
    it(`is kept by the style for late scripts until the script comes, in "${lang}"`, async () => {
      const style = new URL('../../src/late.css', import.meta.url).href;
      const page = await frameOf(
        1280,
        `<link rel="stylesheet" href="${style}"><form><email-check><label>Email <input type="email"></label></email-check><button>Sign up</button></form>`,
        `lang="${lang}"`,
      );
      const top = (): number => page.querySelector('button')!.getBoundingClientRect().top;
      const hasStyle = (element: Element | null): unknown =>
        element && page.defaultView?.getComputedStyle(element).containerType === 'inline-size';
      await until(() => page.querySelector('button') && hasStyle(page.querySelector('email-check')));
      const before = top();
      define(page);
      await until(() => page.querySelector('email-check:defined'));
      await nextFrame();
      expect(top()).to.be.closeTo(before, 0.5);
    });
  }
});
