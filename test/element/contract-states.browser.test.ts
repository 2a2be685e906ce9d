import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { EmailCheckElement, StateName } from '../../src/index.js';
import { suggestionFor } from '../../src/element/domains.js';
import { lookalikes, providers } from '../../src/address/known-domains.js';
import { takeFetch, type HeldCall } from './held-fetch.js';
import { mount, press, until, type Page } from './page.js';
import { takeClock, type Clock } from './typing-clock.js';

const LIMIT = 'Too many checks today. You can continue';
const IMPOSSIBLE = "Can't be reached: check the spelling";
const TEMPORARY = "Temporary? Use one you'll keep";
const ACCEPT_ALL = 'Not confirmed: check the spelling';
const ROLE = 'Shared inbox: fine if you can read it';
const RISKY = 'Email may not arrive';
const FREE = 'Use your work email';
const FORMAT = 'Use the form name@example.com';

const names: readonly StateName[] = [
  ...(['idle', 'typing', 'malformed', 'checking', 'safe', 'risky'] as const),
  ...(['disposable', 'invalid', 'unknown', 'limited', 'unavailable', 'misconfigured'] as const),
];

/** Whether this browser knows custom states. */
const hasStates = CSS.supports('selector(:state(idle))');

const customStates = ({ element }: Page): StateName[] =>
  names.filter((name) => hasStates && element.matches(`:state(${name})`));

/** Puts a text into the field whole, by the browser's own hand. */
const enter = ({ input }: Pick<Page, 'input'>, text: string): void => {
  input.focus();
  input.select();
  document.execCommand('insertText', false, text);
};

/** The message's tone, and whether it has an icon. */
const look = ({ element }: Pick<Page, 'element'>): [tone: string, hasIcon: boolean] => {
  const row = element.shadowRoot?.querySelector('.row:not(:empty)');
  return [row?.className.replace('row ', '') ?? '', !!row?.querySelector(':scope > svg[part=icon] path')];
};

/** The parts that are shown beside the hint. */
const partsOf = ({ element }: Pick<Page, 'element'>): string[] =>
  [...element.shadowRoot!.querySelectorAll('.row [part]')].map((each) => each.getAttribute('part')!);

/** What a page is told on the console, by level, while something runs. */
const toldDuring = async (run: () => Promise<unknown>): Promise<string[]> => {
  const { warn, error } = console;
  const told: string[] = [];
  console.warn = (text: unknown): void => void told.push(`warn ${String(text)}`);
  console.error = (text: unknown): void => void told.push(`error ${String(text)}`);
  try {
    await run();
  } finally {
    Object.assign(console, { warn, error });
  }
  return told;
};

// First of all: a page is told a sentence but once.
describe('misconfigured', () => {
  for (const [what, attributes, address, code] of [
    ['401', {}, 'wrongkey@acme.org', 'wrong-key'],
    ['402', {}, 'nocredits@acme.org', 'no-credits'],
    ['403', {}, 'forbidden@acme.org', 'forbidden'],
    ['a private key', { 'public-key': 'a1b2c3d4e5f6g' }, 'safe@acme.org', 'private-key'],
  ] as const) {
    it(`by ${what} shows the visitor nothing, and tells the developer by the console and an event`, async () => {
      const page = await mount(attributes);
      const codes: string[] = [];
      page.form.addEventListener('email-check-error', (event) => codes.push(event.code));
      const told = await toldDuring(async () => {
        enter(page, address);
        await page.reaches('misconfigured');
      });
      expect(codes).to.deep.equal([code]);
      expect(told).to.have.length(1);
      expect(told[0]).to.match(new RegExp(`^error <email-check>: .*${code}`));
      await page.element.updateComplete;
      expect([page.message(), page.status(), page.input.validity.valid]).to.deep.equal(['', '', true]);
    });
  }
});

interface Row {
  readonly state: StateName;
  readonly address: string;
  readonly attributes?: Record<string, string>;
  /** The field is left once the address is in it. */
  readonly isLeft?: true;
  readonly message: string;
  /** Nothing is shown: no tone. */
  readonly tone?: 'good' | 'neutral' | 'warning' | 'error';
  readonly isInvalid?: true;
}

const rows: readonly Row[] = [
  {
    state: 'malformed',
    address: 'jane@acme',
    isLeft: true,
    message: 'Add the ending, like .com',
    tone: 'error',
    isInvalid: true,
  },
  {
    state: 'malformed',
    address: 'jane..doe@acme.org',
    isLeft: true,
    message: 'Remove the extra dot',
    tone: 'error',
    isInvalid: true,
  },
  {
    state: 'malformed',
    address: 'jane@acme',
    attributes: { block: '' },
    isLeft: true,
    message: 'Add the ending, like .com',
    tone: 'warning',
  },
  { state: 'checking', address: 'hang@acme.org', message: '' },
  { state: 'safe', address: 'safe@acme.org', message: 'Looks good', tone: 'good' },
  { state: 'safe', address: 'safe@acme.org', attributes: { 'no-success': '' }, message: '' },
  { state: 'risky', address: 'full@acme.org', message: '' },
  { state: 'risky', address: 'full@acme.org', attributes: { warn: 'risky' }, message: RISKY, tone: 'warning' },
  {
    state: 'risky',
    address: 'full@acme.org',
    attributes: { block: 'risky' },
    message: RISKY,
    tone: 'error',
    isInvalid: true,
  },
  { state: 'disposable', address: 'temporary@acme.org', message: TEMPORARY, tone: 'warning' },
  { state: 'disposable', address: 'temporary@acme.org', attributes: { warn: '' }, message: '' },
  { state: 'disposable', address: 'jane@disposable.org', attributes: { warn: '' }, message: '' },
  {
    state: 'disposable',
    address: 'jane@disposable.org',
    attributes: { block: 'disposable' },
    message: TEMPORARY,
    tone: 'error',
    isInvalid: true,
  },
  { state: 'invalid', address: 'invalid@acme.org', message: IMPOSSIBLE, tone: 'warning' },
  { state: 'invalid', address: 'invalid@acme.org', attributes: { warn: '' }, message: '' },
  { state: 'invalid', address: 'faulty@acme.org', message: FORMAT, tone: 'error', isInvalid: true },
  {
    state: 'invalid',
    address: 'jane@acme.org',
    attributes: { block: '', warn: '', deny: 'acme.org' },
    message: "acme.org can't be used here",
    tone: 'error',
    isInvalid: true,
  },
  { state: 'unknown', address: 'unseen@acme.org', attributes: { block: 'risky invalid' }, message: '' },
  {
    state: 'unknown',
    address: 'invalid@mail.acme.org',
    attributes: { block: 'invalid', allow: 'acme.org' },
    message: '',
  },
  { state: 'limited', address: 'dayslimit@acme.org', message: LIMIT, tone: 'neutral' },
  { state: 'unavailable', address: 'broken500@acme.org', message: '' },
  { state: 'misconfigured', address: 'forbidden@acme.org', message: '' },
];

describe('the state', () => {
  for (const { state, address, attributes = {}, isLeft, message, tone, isInvalid } of rows) {
    it(`${state} of ${address} with ${JSON.stringify(attributes)} shows ${tone ?? 'nothing'}, is the custom state, and ends at the next key`, async () => {
      const page = await mount(attributes, { type: 'text' });
      await page.type(address);
      if (isLeft) await page.leave();
      await page.reaches(state);
      await page.element.updateComplete;
      expect(customStates(page)).to.deep.equal(hasStates ? [state] : []);
      expect(page.message()).to.equal(message);
      if (tone) expect(look(page)).to.deep.equal([tone, tone !== 'neutral']);
      else expect(partsOf(page)).to.deep.equal([]);
      expect(page.input.validity.customError).to.equal(!!isInvalid);

      // What follows the next key can wait until it was looked at.
      page.element.debounce = 5000;
      await page.type('x');
      await page.element.updateComplete;
      expect([page.element.state, ...customStates(page)]).to.deep.equal(['typing', ...(hasStates ? ['typing'] : [])]);
      expect([page.message(), page.input.validity.customError, page.input.getAttribute('aria-invalid')]).to.deep.equal([
        '',
        false,
        null,
      ]);
    });
  }

  it('idle is that of an emptied field, and of a reset element', async () => {
    const page = await mount({ block: 'invalid' });
    await page.type('j');
    expect(page.element.state).to.equal('typing');
    await sendKeys({ press: 'Backspace' });
    expect(page.element.state).to.equal('idle');
    enter(page, 'invalid@acme.org');
    await page.reaches('invalid');
    page.element.reset();
    await page.element.updateComplete;
    expect([page.element.state, page.element.verdict, page.message(), page.input.validity.valid]).to.deep.equal([
      'idle',
      undefined,
      '',
      true,
    ]);
  });

  it('idle shows the hint, and leaves the validity as the page has it', async () => {
    const page = await mount({}, { required: '' });
    page.element.insertAdjacentHTML('beforeend', '<p slot="hint">We write once a month</p>');
    expect(page.element.querySelector('p')!.getBoundingClientRect().height).to.be.greaterThan(0);
    expect(page.input.validity.valueMissing).to.equal(true);
    page.input.setCustomValidity('taken');
    page.element.reset();
    await page.element.updateComplete;
    expect([page.element.state, page.input.validationMessage]).to.deep.equal(['idle', 'taken']);
  });

  it('touches the field’s validity only to block', async () => {
    const page = await mount({ block: 'syntax invalid' });
    const set: string[] = [];
    page.input.setCustomValidity = (message) => {
      set.push(message);
      HTMLInputElement.prototype.setCustomValidity.call(page.input, message);
    };
    for (const [address, state] of [
      ['safe@acme.org', 'safe'],
      ['full@acme.org', 'risky'],
      ['unknown@acme.org', 'unknown'],
      ['broken500@acme.org', 'unavailable'],
    ] as const) {
      enter(page, address);
      await page.reaches(state);
    }
    expect(set).to.deep.equal([]);
    enter(page, 'invalid@acme.org');
    await page.reaches('invalid');
    expect(set).to.deep.equal([`${IMPOSSIBLE}\nChange the address to go on`]);
  });

  it('malformed waits for the field to be left: nothing is wrong while it is typed', async () => {
    const page = await mount({}, { type: 'text' });
    await page.type('jane..doe@acme');
    await page.element.updateComplete;
    expect([page.element.state, page.message(), page.input.validity.valid]).to.deep.equal(['typing', '', true]);
    await page.leave();
    await page.reaches('malformed');
    expect(document.activeElement).to.equal(page.button);
  });

  it('and the verdict can be read, not set', async () => {
    const page = await mount();
    enter(page, 'role@acme.org');
    await page.reaches('risky');
    for (const property of ['state', 'verdict', 'suggestion'])
      expect(Reflect.set(page.element, property, 'safe'), property).to.equal(false);
    expect(page.element.state).to.equal('risky');
    expect(page.element.verdict).to.deep.equal({
      email: 'role@acme.org',
      result: 'Risky',
      code: 5,
      reasons: ['Deliverable', 'Role'],
      role: true,
      freeEmail: false,
      sendTransactional: true,
      didYouMean: '',
    });
    await press('x');
    expect(page.element.verdict).to.equal(undefined);
  });

  for (const [what, states] of [
    ['has no custom states', undefined],
    [
      'wants two dashes before their names',
      {
        add: () => {
          throw new DOMException("It must start with '--'", 'SyntaxError');
        },
        delete: () => false,
      },
    ],
  ] as const) {
    it(`is told by the property alone if a browser ${what}`, async () => {
      const { attachInternals } = HTMLElement.prototype;
      HTMLElement.prototype.attachInternals = () => ({ states }) as unknown as ElementInternals;
      try {
        const page = await mount();
        await page.type('safe@acme.org');
        await page.reaches('safe');
        await page.element.updateComplete;
        expect(page.message()).to.equal('Looks good');
      } finally {
        HTMLElement.prototype.attachInternals = attachInternals;
      }
    });
  }

  it('limited is shown by one element of the page', async () => {
    const page = await mount();
    const other = page.element.cloneNode(true) as EmailCheckElement;
    page.form.append(other);
    enter(page, 'dayslimit@acme.org');
    await page.reaches('limited');
    enter({ input: other.querySelector('input')! }, 'safe@acme.org');
    await until(() => other.state === 'limited');
    await other.updateComplete;
    const shown = [page.element, other].map(
      ({ shadowRoot }) => shadowRoot?.querySelector('[part=message]')?.textContent ?? '',
    );
    expect(shown).to.deep.equal([LIMIT, '']);
  });

  it('limited is not spoken', async () => {
    const page = await mount();
    enter(page, 'dayslimit@acme.org');
    await page.reaches('limited');
    await page.element.updateComplete;
    expect(page.message()).to.equal(LIMIT);
    // What is to be spoken of another field is spoken after what this one would have said.
    const other = await mount();
    enter(other, 'invalid@acme.org');
    await until(() => other.status() === IMPOSSIBLE);
    expect(page.status()).to.equal('');
  });
});

describe('a service that cannot be reached', () => {
  /** Checks what every such failure has in common. */
  const isUnavailable = async (page: Page, address: string, code: string): Promise<void> => {
    const codes: string[] = [];
    page.element.addEventListener('email-check-error', (event) => codes.push(event.code));
    const hint = document.createElement('p');
    hint.slot = 'hint';
    hint.textContent = 'We write once a month';
    page.element.append(hint);
    await page.type(address);
    await page.reaches('unavailable');
    await page.element.updateComplete;
    expect(codes).to.deep.equal([code]);
    expect([page.message(), page.status(), partsOf(page)]).to.deep.equal(['', '', []]);
    expect(getComputedStyle(hint).visibility, 'the hint stays').to.equal('visible');
    expect(page.input.validity.valid).to.equal(true);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  };

  it('since the visitor is offline says nothing, and stops no one', async () => {
    const page = await mount({ block: 'syntax invalid disposable' });
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    try {
      await isUnavailable(page, 'reset@acme.org', 'offline');
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });

  it('since it allows no other origin says nothing, and stops no one', async () => {
    const page = await mount({ block: 'syntax invalid disposable' });
    // The same server by its other name: another origin, which is sent no CORS headers.
    const { baseUrl } = page.element;
    page.element.baseUrl = baseUrl.replace(
      /\/\/(localhost|127\.0\.0\.1)/,
      (_, host) => `//${host === 'localhost' ? '127.0.0.1' : 'localhost'}`,
    );
    expect(new URL(page.element.baseUrl).origin).not.to.equal(location.origin);
    await page.element.updateComplete;
    await isUnavailable(page, 'safe@acme.org', 'network');
    expect(
      (await page.asked('v1')).map(({ email }) => email),
      'the service has answered',
    ).to.deep.equal(['safe@acme.org']);
  });
});

describe('while time stands still, the state checking', () => {
  let clock: Clock;
  let service: ReturnType<typeof takeFetch>;

  const asking = async (attributes: Record<string, string> = {}): Promise<{ page: Page; paid: HeldCall }> => {
    const page = await mount({ logo: 'off', ...attributes });
    clock = takeClock();
    service = takeFetch(({ call }) => call === 'v1');
    page.input.focus();
    page.input.value = 'jane@acme.org';
    page.input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
    await clock.advance(0);
    return { page, paid: service.calls('v1')[0]! };
  };

  /** What is shown so many milliseconds later: message, tone, spinner and other parts. */
  const later = async (page: Page, milliseconds: number): Promise<unknown[]> => {
    await clock.advance(milliseconds);
    return [page.element.state, page.message(), look(page)[0], partsOf(page)];
  };

  const NOTHING = ['checking', '', '', []];
  const SAID = ['checking', 'Checking…', 'busy', ['spinner', 'message']];
  const GOOD = ['safe', 'Looks good', 'good', ['icon', 'message']];

  afterEach(() => {
    document.querySelector('email-check')?.remove();
    clock.restore();
    service.restore();
  });

  it('says nothing, however long the question is out', async () => {
    const { page, paid } = await asking();
    expect(await later(page, 0)).to.deep.equal(NOTHING);
    expect(await later(page, 300)).to.deep.equal(NOTHING);
    expect(await later(page, 4000)).to.deep.equal(NOTHING);
    expect([page.input.validity.valid, page.status()]).to.deep.equal([true, '']);
    paid.answer();
    expect(await later(page, 0)).to.deep.equal(GOOD);
    expect(await later(page, 5000)).to.deep.equal(GOOD);
  });

  it('has a spinner and words 300 ms after a submit began to be held, and no longer than the answer takes', async () => {
    const { page, paid } = await asking({ block: 'syntax invalid' });
    expect(await later(page, 1000)).to.deep.equal(NOTHING);
    page.form.requestSubmit();
    expect(await later(page, 299)).to.deep.equal(NOTHING);
    expect(await later(page, 1)).to.deep.equal(SAID);
    expect([page.input.validity.valid, page.submits()]).to.deep.equal([true, 0]);
    paid.answer();
    expect(await later(page, 0)).to.deep.equal(GOOD);
    expect(page.submits()).to.equal(1);
  });

  it('has none if the answer to the held submit comes sooner', async () => {
    const { page, paid } = await asking({ block: 'syntax invalid' });
    page.form.requestSubmit();
    expect(await later(page, 299)).to.deep.equal(NOTHING);
    paid.answer();
    expect(await later(page, 0)).to.deep.equal(GOOD);
    expect(await later(page, 1000)).to.deep.equal(GOOD);
    expect(page.submits()).to.equal(1);
  });

  it('has none any more after hold, 2,500 ms by default, when the submit goes out and the question is still out', async () => {
    const { page, paid } = await asking({ block: 'syntax invalid' });
    page.form.requestSubmit();
    expect(await later(page, 2499)).to.deep.equal(SAID);
    expect(page.submits()).to.equal(0);
    expect(await later(page, 1)).to.deep.equal(NOTHING);
    expect(page.submits()).to.equal(1);
    paid.answer();
    expect(await later(page, 0)).to.deep.equal(GOOD);
  });

  it('has none after an edit, which drops the held submit', async () => {
    const { page } = await asking({ block: 'syntax invalid' });
    page.form.requestSubmit();
    expect(await later(page, 300)).to.deep.equal(SAID);
    page.input.value = 'jane@acme.or';
    page.input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'deleteContentBackward' }));
    expect(await later(page, 0)).to.deep.equal(['typing', '', '', []]);
    expect(await later(page, 299)).to.deep.equal(['typing', '', '', []]);
    expect(page.submits()).to.equal(0);
  });
});

describe('the policy', () => {
  const verdicts: readonly (readonly [
    address: string,
    attributes: Record<string, string>,
    message: string,
    canOverride?: boolean,
  ])[] = [
    ['trap@acme.org', { block: 'spam-trap' }, IMPOSSIBLE, true],
    ['acceptall@acme.org', { block: 'accept-all' }, ACCEPT_ALL, true],
    ['role@acme.org', { block: 'role' }, ROLE, true],
    ['full@acme.org', { block: 'risky' }, RISKY, true],
    ['acceptall@acme.org', { block: 'risky' }, ACCEPT_ALL, true],
    ['free@acme.org', { block: 'free' }, FREE, true],
    ['temporary@acme.org', { block: 'disposable' }, TEMPORARY, true],
    ['jane@disposable.org', { block: 'disposable' }, TEMPORARY, true],
    // Of the texts that apply, the most exact one, though a more general word blocks.
    ['temporary@acme.org', { block: 'syntax invalid' }, TEMPORARY, true],
    ['jane@disposable.org', { block: 'syntax invalid' }, TEMPORARY, true],
    ['temporary@acme.org', { block: 'invalid', warn: '' }, TEMPORARY, true],
    ['invalid@acme.org', { block: 'invalid', warn: '' }, IMPOSSIBLE, true],
    ['trap@acme.org', { block: 'invalid', warn: '' }, IMPOSSIBLE, true],
    ['faulty@acme.org', { block: 'syntax invalid' }, FORMAT, false],
    ['faulty@acme.org', { block: 'invalid', warn: 'syntax' }, FORMAT, true],
    // The strongest of several gives the message, in whatever order they are written; what blocks is stronger than what warns.
    ['mixed@acme.org', { block: 'free risky role accept-all' }, ACCEPT_ALL, true],
    ['mixed@acme.org', { block: 'free risky role' }, ROLE, true],
    ['mixed@acme.org', { block: 'free risky' }, ACCEPT_ALL, true],
    ['mixed@acme.org', { block: 'free', warn: 'accept-all role risky' }, FREE, true],
    ['mixed@acme.org', { block: '', warn: 'free risky role accept-all' }, ACCEPT_ALL],
    ['mixed@acme.org', { block: '', warn: 'free,risky,role' }, ROLE],
    ['mixed@acme.org', { block: '', warn: 'FREE Risky' }, ACCEPT_ALL],
    ['temporary@acme.org', { block: 'invalid disposable' }, TEMPORARY, true],
    ['temporary@acme.org', { block: 'invalid', warn: 'disposable' }, TEMPORARY, true],
    ['mixed@acme.org', { block: 'accept-all', 'no-override': '' }, ACCEPT_ALL, false],
    [
      'jane@disposable.org',
      { block: 'disposable', deny: 'disposable.org' },
      "disposable.org can't be used here",
      false,
    ],
  ];
  for (const [address, attributes, message, canOverride] of verdicts) {
    const effect = canOverride === undefined ? 'warns' : canOverride ? 'blocks until overridden' : 'blocks for good';
    it(`${JSON.stringify(attributes)} ${effect} at ${address}: ${message}`, async () => {
      const page = await mount(attributes);
      enter(page, address);
      await until(() => page.element.verdict);
      await page.element.updateComplete;
      expect(page.message()).to.equal(message);
      expect(page.input.validity.customError).to.equal(canOverride !== undefined);
      expect(Object.keys(page.buttons())).to.deep.equal(canOverride ? ['override'] : []);
      if (!canOverride) return;
      page.buttons()['override']!.click();
      await page.element.updateComplete;
      expect([page.message(), page.input.validity.customError]).to.deep.equal([message, false]);
      page.form.requestSubmit();
      expect(page.submits()).to.equal(1);
    });
  }

  it('offers no way around a fault of syntax', async () => {
    const page = await mount({ block: 'syntax invalid' });
    enter(page, 'jane@acme');
    await page.leave();
    await page.reaches('malformed');
    await page.element.updateComplete;
    expect(page.buttons()).to.deep.equal({});
  });

  for (const name of ['unknown', 'limited', 'unavailable', 'misconfigured']) {
    it(`cannot name ${name}: the page is told, and the form goes out`, async () => {
      const address = {
        unknown: 'unknown',
        limited: 'dayslimit',
        unavailable: 'broken500',
        misconfigured: 'forbidden',
      }[name]!;
      const told = await toldDuring(async () => {
        const page = await mount({ block: `syntax invalid ${name}` });
        enter(page, `${address}@acme.org`);
        await page.reaches(name as StateName);
        page.form.requestSubmit();
        expect(page.submits()).to.equal(1);
      });
      expect(told.filter((text) => text.includes(`block="syntax invalid ${name}" is not used`))).to.have.length(1);
    });
  }

  for (const [list, address, state] of [
    ['deny', 'jane@acme.org', 'invalid'],
    ['deny', 'jane@a.b.acme.org', 'invalid'],
    ['deny', 'jane@other.org', 'invalid'],
    ['deny', 'safe@notacme.org', 'safe'],
    ['deny', 'safe@acme.org.example', 'safe'],
    ['allow', 'jane@ACME.org', 'unknown'],
    ['allow', 'jane@a.b.acme.org', 'unknown'],
    ['allow', 'jane@disposable.org', 'unknown'],
    ['allow', 'safe@notacme.org', 'safe'],
  ] as const) {
    it(`${list} of three domains makes ${address} ${state}, ${state === 'safe' ? 'by the service' : 'and neither detector nor service is asked'}`, async () => {
      const page = await mount({ [list]: 'Acme.org, other.org disposable.org', logo: 'off' });
      enter(page, address);
      await page.reaches(state);
      expect(await page.asked()).to.have.length(state === 'safe' ? 2 : 0);
    });
  }
});

describe('an offered suggestion', () => {
  const offered = async (
    attributes: Record<string, string> = {},
    input: Record<string, string> = {},
  ): Promise<Page> => {
    const page = await mount(attributes, input);
    await page.type('safe@gmial.com');
    await page.offers();
    return page;
  };

  it('comes right after the field in tab order, and what follows the field after it', async () => {
    const page = await mount();
    page.element.insertAdjacentHTML('beforeend', '<a slot="hint" href="#hint">Why?</a>');
    await page.type('safe@gmial.com');
    await page.offers();
    const stops: unknown[] = [];
    for (let stop = 0; stop < 3; stop++) {
      await sendKeys({ press: 'Tab' });
      stops.push(page.element.shadowRoot?.activeElement?.getAttribute('part') ?? document.activeElement);
    }
    // Some browsers leave links out of the tab order.
    expect(stops.slice(0, 2)).to.deep.equal(['accept', 'keep']);
    expect([page.element.querySelector('a'), page.button]).to.include(stops[2]);
  });

  it('has two buttons of type button: the domain, named by the whole address, and a ×', async () => {
    const page = await offered();
    const buttons = Object.values(page.buttons());
    expect(buttons.map(({ type, textContent, ariaLabel }) => [type, textContent, ariaLabel])).to.deep.equal([
      ['button', '@gmail.com', 'Use safe@gmail.com'],
      ['button', '', 'Keep what I typed'],
    ]);
    expect(page.buttons()['keep']!.querySelector('svg path')).not.to.equal(null);
    for (const button of buttons) {
      expect(button).to.be.instanceOf(HTMLButtonElement);
      for (const attribute of ['aria-labelledby', 'title', 'aria-hidden', 'tabindex'])
        expect(button.hasAttribute(attribute), attribute).to.equal(false);
    }
    const { fontWeight, textDecorationLine } = getComputedStyle(page.buttons()['accept']!);
    expect([fontWeight, textDecorationLine]).to.deep.equal(['700', 'underline']);
  });

  it('has its × for nothing else: no other message has one', async () => {
    for (const [address, attributes, state] of [
      ['safe@acme.org', {}, 'safe'],
      ['invalid@acme.org', {}, 'invalid'],
      ['invalid@acme.org', { block: 'invalid' }, 'invalid'],
      ['dayslimit@acme.org', {}, 'limited'],
    ] as const) {
      const page = await mount(attributes);
      enter(page, address);
      await page.reaches(state);
      await page.element.updateComplete;
      expect(page.message(), address).not.to.equal('');
      expect(page.element.shadowRoot?.querySelectorAll('button svg').length, address).to.equal(0);
    }
  });

  it('has buttons of at least 24 × 24 px, as have the other buttons', async () => {
    const measured: Record<string, boolean> = {};
    /** Measures the buttons that are shown, with the least that may be written on them. */
    const measure = async ({ element, buttons }: Page): Promise<void> => {
      element.messages = { suggest: '{address}', use: '!', keep: '!', accepted: '', undo: '!', override: '!' };
      element.style.fontSize = '4px';
      await element.updateComplete;
      for (const [part, button] of Object.entries(buttons())) {
        const { width, height } = button.getBoundingClientRect();
        measured[part] = width >= 24 && height >= 24;
      }
    };
    const page = await offered();
    // What needs more than the line's height, as with letters as small as these, is shown once the field is left.
    await page.leave();
    await measure(page);
    page.buttons()['accept']!.click();
    await page.element.updateComplete;
    await measure(page);
    const blocked = await mount({ block: 'invalid' });
    enter(blocked, 'invalid@acme.org');
    await blocked.leave();
    await blocked.reaches('invalid');
    await measure(blocked);
    expect(measured).to.deep.equal({ accept: true, keep: true, undo: true, override: true });
  });

  it('has buttons whose focus is seen, and only while they have it', async () => {
    const page = await offered();
    const outline = (part: string): string => getComputedStyle(page.buttons()[part]!).outlineStyle;
    expect([outline('accept'), outline('keep')]).to.deep.equal(['none', 'none']);
    await sendKeys({ press: 'Tab' });
    expect([outline('accept'), outline('keep')]).to.deep.equal(['auto', 'none']);
    expect(parseFloat(getComputedStyle(page.buttons()['accept']!).outlineWidth)).to.be.greaterThan(0);
    await sendKeys({ press: 'Tab' });
    expect([outline('accept'), outline('keep')]).to.deep.equal(['none', 'auto']);
  });

  it('is pressed with the mouse without the field being left', async () => {
    const page = await offered({ trigger: 'change' });
    const left: string[] = [];
    page.input.addEventListener('blur', () => left.push('blur'));
    const { x, y, width, height } = page.buttons()['accept']!.getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
    await page.reaches('safe');
    expect(left).to.deep.equal([]);
    expect(document.activeElement).to.equal(page.input);
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['safe@gmail.com']);
  });

  it('is not dismissed by an Escape that an input method takes', async () => {
    const page = await offered();
    const heard: boolean[] = [];
    page.form.addEventListener('keydown', ({ defaultPrevented }) => heard.push(defaultPrevented));
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
      page.input.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, composed: true, ...composing }),
      );
    }
    expect(heard).to.deep.equal([false, false]);
    expect(page.element.suggestion).to.equal('safe@gmail.com');
  });

  it('that Escape dismissed does not come back for that value, when it is typed again or left', async () => {
    const page = await offered();
    await sendKeys({ press: 'Escape' });
    await sendKeys({ press: 'Backspace' });
    await press('m');
    await page.reaches('safe');
    await page.leave();
    expect(page.element.suggestion).to.equal('');
    enter(page, 'free@gmial.com');
    await page.offers();
  });

  it('of the service that was dismissed does not come back for that value', async () => {
    const page = await mount();
    await page.type('meant@acme.org');
    await page.reaches('invalid');
    await page.element.updateComplete;
    expect(page.element.suggestion).to.equal('meant@corrected.org');
    page.buttons()['keep']!.click();
    await sendKeys({ press: 'Backspace' });
    await press('g');
    await page.reaches('invalid');
    expect(page.element.suggestion).to.equal('');
  });

  it('of the service takes the place of a local one', async () => {
    const page = await mount();
    await page.type('meant@gmial.com');
    await page.offers();
    expect(page.element.suggestion).to.equal('meant@gmail.com');
    await page.leave();
    await page.reaches('invalid');
    await page.element.updateComplete;
    expect(page.element.suggestion).to.equal('meant@corrected.org');
    expect(page.message()).to.equal('Did you mean @corrected.org?');
  });

  /** How the text comes into the field: by the browser's command, or by the setter where that is missing. */
  for (const [way, isMissing] of [
    ['the browser’s command', false],
    ['the prototype’s setter', true],
  ] as const) {
    describe(`that is accepted, by ${way},`, () => {
      beforeEach(() => {
        if (isMissing) document.execCommand = () => false;
      });
      afterEach(() => void Reflect.deleteProperty(document, 'execCommand'));

      it('leaves the caret at the end', async () => {
        const page = await offered();
        page.buttons()['accept']!.click();
        expect(document.activeElement).to.equal(page.input);
        await press('x');
        expect(page.input.value).to.equal('safe@gmail.comx');
      });

      it('is seen by a framework that puts a setter of its own on the input', async () => {
        const page = await offered();
        const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
        let tracked = page.input.value;
        Object.defineProperty(page.input, 'value', {
          configurable: true,
          get: () => get?.call(page.input) as string,
          set: (value: string) => {
            tracked = value;
            set?.call(page.input, value);
          },
        });
        const changes: string[] = [];
        const lazy: string[] = [];
        // What was set through the own setter is no news to the framework.
        document.addEventListener(
          'input',
          () => page.input.value !== tracked && changes.push((tracked = page.input.value)),
          { once: true },
        );
        document.addEventListener('change', () => lazy.push(page.input.value), { once: true });
        page.buttons()['accept']!.click();
        expect(changes).to.deep.equal(['safe@gmail.com']);
        expect(lazy).to.deep.equal(['safe@gmail.com']);
      });
    });
  }

  it('that is accepted is undone by the browser', async () => {
    const page = await offered();
    page.buttons()['accept']!.click();
    expect(page.input.value).to.equal('safe@gmail.com');
    document.execCommand('undo');
    expect(page.input.value).to.equal('safe@gmial.com');
  });
});

describe('no suggestion', () => {
  const suggests = async (page: Page, domains: readonly string[]): Promise<string[]> => {
    const wrong: string[] = [];
    for (const domain of domains) {
      enter(page, `jane@${domain}`);
      await page.leave();
      if (page.element.suggestion) wrong.push(`${domain}: ${page.element.suggestion}`);
    }
    return wrong;
  };

  it('is made for a known domain', async () => {
    const page = await mount({ trigger: 'submit', debounce: '0' });
    expect(providers.length).to.be.at.least(150);
    expect(await suggests(page, [...providers, ...lookalikes])).to.deep.equal([]);
    expect(await suggests(page, ['gmial.com']), 'the test would see one').to.deep.equal(['gmial.com: jane@gmail.com']);
  });

  it('is made for any entry of the list of free providers', async () => {
    const list = await (await fetch(new URL('../../src/service/reputation/data/free.txt', import.meta.url))).text();
    const domains = list.trim().split('\n');
    expect(domains.length).to.be.greaterThan(4000);
    expect(domains.filter((domain) => suggestionFor(`jane@${domain}`))).to.deep.equal([]);
  });

  it('is made if two providers are as near', async () => {
    const page = await mount({ trigger: 'submit', debounce: '0' });
    expect(await suggests(page, ['yahoo.se', 'hotmail.gt', 'gmx.dr'])).to.deep.equal([]);
    expect(page.element.state).to.equal('typing');
  });
});
