import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import { en } from '../../src/element/locales/en.js';
import type {
  EmailCheckElement,
  EmailCheckEventMap,
  EmailCheckVerdictEvent,
  MessageKey,
  StateName,
} from '../../src/index.js';
import { type Asked, insert, mount, type Page, press, until } from './page.js';

/** Puts an address into the field, leaves it, and waits for what becomes of it, on the screen too. */
const becomes = async (page: Page, address: string, state: StateName): Promise<void> => {
  insert(page, address);
  await page.leave();
  await page.reaches(state);
  await page.element.updateComplete;
};

let count = 0;

/** Another service than the page's own. */
const anotherService = () => {
  const url = `${location.origin}/service/other-${Date.now()}-${++count}`;
  return { url, asked: async (): Promise<Asked[]> => (await (await fetch(`${url}/asked`)).json()) as Asked[] };
};

const logoOf = ({ element }: Page): HTMLImageElement | null | undefined =>
  element.shadowRoot?.querySelector<HTMLImageElement>('img[part=logo]');
/** A part, if it is on the screen. */
const seen = ({ element }: Page, part: string): Element | null | undefined =>
  element.shadowRoot?.querySelector(`.row ${part}`);

describe('a logo', () => {
  it('is an image without name and referrer, 20 px after the words, asked for alike at any size and without a monogram', async () => {
    const page = await mount();
    await becomes(page, 'safe@acme.org', 'safe');
    const logo = logoOf(page)!;
    await until(() => logo.naturalWidth, 'the picture does not come');
    expect(logo.src).to.equal(`${page.element.baseUrl}/logo/acme.org?monogram=0`);
    expect([logo.alt, logo.title, logo.referrerPolicy, logo.decoding]).to.deep.equal(['', '', 'no-referrer', 'async']);
    expect([logo.width, logo.height]).to.deep.equal([20, 20]);
    const words = seen(page, '[part=message]')!;
    expect(logo.compareDocumentPosition(words)).to.equal(Node.DOCUMENT_POSITION_PRECEDING);
    expect(logo.getBoundingClientRect().left).to.be.at.least(words.getBoundingClientRect().right);
    page.element.style.setProperty('--email-check-logo-size', '16px');
    expect([logo.width, logo.height]).to.deep.equal([16, 16]);
    expect(
      (await page.asked('logo')).map(({ email, query, referrer, cookie }) => [email, query, referrer, cookie]),
    ).to.deep.equal([['acme.org', 'monogram=0', '', '']]);
    insert(page, 'jane');
    await until(() => !logoOf(page));
  });

  it('may be a monogram if the page wants one always', async () => {
    const page = await mount({ logo: 'always' });
    await becomes(page, 'safe@acme.org', 'safe');
    await until(() => logoOf(page)?.complete);
    expect((await page.asked('logo')).map(({ query }) => query)).to.deep.equal(['']);
  });

  it('comes with a good verdict alone, and once while the domain stays', async () => {
    const page = await mount({ warn: 'role invalid disposable', deny: 'denied.org' });
    for (const [address, state] of [
      ['role@acme.org', 'risky'],
      ['invalid@acme.org', 'invalid'],
      ['temporary@acme.org', 'disposable'],
      ['unknown@acme.org', 'unknown'],
      ['jane@denied.org', 'invalid'],
      ['broken500@acme.org', 'unavailable'],
    ] as const) {
      await becomes(page, address, state);
      expect(!!logoOf(page), address).to.equal(false);
    }
    expect(await page.asked('logo')).to.deep.equal([]);
    await becomes(page, 'safe@acme.org', 'safe');
    await until(() => logoOf(page)?.complete);
    expect(await page.asked('logo')).to.have.length(1);
  });

  it('does not come after a suggestion that was used, nor with no-success', async () => {
    const page = await mount({ logo: 'always' });
    insert(page, 'safe@gmial.com');
    await page.offers();
    page.buttons()['accept']?.click();
    await page.reaches('safe');
    await page.element.updateComplete;
    expect([page.message(), !!logoOf(page)]).to.deep.equal(['Changed to @gmail.com', false]);
    page.element.noSuccess = true;
    await becomes(page, 'safe@acme.org', 'safe');
    expect([page.message(), !!logoOf(page), !!seen(page, 'svg')]).to.deep.equal(['', false, false]);
    page.element.noSuccess = false;
    await until(() => page.message() === en.safe && logoOf(page));
  });

  it('goes when the service says that the domain’s mailboxes are free', async () => {
    const page = await mount();
    await becomes(page, 'free@acme.org', 'safe');
    expect(!!logoOf(page)).to.equal(false);
    page.element.logo = 'always';
    await until(() => logoOf(page));
  });

  it('of an internationalised domain is asked for by its A-labels', async () => {
    const page = await mount({}, { type: 'text' });
    insert(page, 'safe@bücher.de');
    await until(async () => (await page.asked('logo')).length);
    expect((await page.asked('logo')).map(({ email }) => email)).to.deep.equal(['xn--bcher-kva.de']);
  });

  it('that fails leaves nothing', async () => {
    const page = await mount({ 'logo-url': `${location.origin}/there-is-nothing` });
    await becomes(page, 'safe@acme.org', 'safe');
    await until(() => !logoOf(page));
    expect(page.message()).to.equal(en.safe);
    expect(seen(page, 'p + *')?.getBoundingClientRect().width).to.equal(0);
  });
});

describe('beyond the paid call', () => {
  it('nothing about an address leaves the page or stays in it', async () => {
    const { log, warn, error, info, debug } = console;
    const told: unknown[] = [];
    for (const level of ['log', 'warn', 'error', 'info', 'debug'] as const)
      console[level] = (...words: unknown[]): void => void told.push(...words);
    performance.clearResourceTimings();
    const page = await mount({ block: 'invalid', logo: 'always' });
    try {
      for (const [address, state] of [
        ['safe.confidential@acme.org', 'safe'],
        ['invalid.confidential@acme.net', 'invalid'],
        ['broken500.confidential@acme.info', 'unavailable'],
        ['dayslimit.confidential@acme.com', 'limited'],
        ['other.confidential@gmial.com', 'limited'],
      ] as const) {
        insert(page, address);
        if (address.endsWith('gmial.com')) await page.offers();
        await page.leave();
        await page.reaches(state);
      }
    } finally {
      Object.assign(console, { log, warn, error, info, debug });
    }
    expect(told.join(' ')).not.to.match(/confidential|acme|gm/);
    const others = (await page.asked()).filter(({ call }) => call !== 'v1');
    expect(new Set(others.map(({ call }) => call))).to.deep.equal(new Set(['disposable', 'logo']));
    for (const asked of others) {
      expect(asked.email).to.match(/^(acme\.(org|net|info|com)|gmial\.com)$/);
      expect(JSON.stringify(asked)).not.to.match(/confidential|public_test/);
    }
    for (const asked of await page.asked()) expect(asked.referrer).to.be.oneOf(['', `${location.origin}/`]);
    const urls = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('confidential'));
    for (const url of urls) expect(new URL(url).pathname).to.match(/\/v1\/$/);
    const stored = JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
    ]);
    expect(stored).to.contain(page.element.baseUrl);
    expect(stored).not.to.match(/confidential|acme|gmial/);
  });
});

describe('an attribute', () => {
  const rows: readonly (readonly [
    attribute: string,
    property: keyof EmailCheckElement,
    standard: unknown,
    text: string,
    value: unknown,
  ])[] = [
    ['public-key', 'publicKey', '', 'public_x', 'public_x'],
    ['endpoint', 'endpoint', '', '/email-check', '/email-check'],
    ['base-url', 'baseUrl', '', 'https://check.example.com', 'https://check.example.com'],
    ['disposable-url', 'disposableUrl', '', 'https://d.example.com', 'https://d.example.com'],
    ['logo-url', 'logoUrl', '', 'http://localhost:8080/logo', 'http://localhost:8080/logo'],
    ['envelope', 'envelope', '', 'checker', 'checker'],
    ['workspace-param', 'workspaceParam', '', 'suite', 'suite'],
    ['workspace', 'workspace', false, '', true],
    ['trigger', 'trigger', 'input', 'change', 'change'],
    ['debounce', 'debounce', 400, '0', 0],
    ['timeout', 'timeout', 5000, '60000', 60_000],
    ['hold', 'hold', 2500, '10000', 10_000],
    ['block', 'block', 'syntax typo', 'syntax risky', 'syntax risky'],
    ['warn', 'warn', 'invalid disposable spam-trap', 'role free', 'role free'],
    ['allow', 'allow', '', 'acme.org', 'acme.org'],
    ['deny', 'deny', '', 'acme.org acme.net', 'acme.org acme.net'],
    ['logo', 'logo', 'auto', 'always', 'always'],
    ['no-suggestion', 'noSuggestion', false, '', true],
    ['no-override', 'noOverride', false, '', true],
    ['no-success', 'noSuccess', false, '', true],
    ['mark-input', 'markInput', false, '', true],
    ['reserve', 'reserve', 'line', 'none', 'none'],
    ['paused', 'paused', false, '', true],
    ['for', 'htmlFor', '', 'email', 'email'],
    ['receipt-name', 'receiptName', 'email_check_receipt', 'receipt', 'receipt'],
    ['ownership', 'ownership', false, '', true],
  ];

  it('and its property are one, with the documented default', () => {
    const element = document.createElement('email-check');
    const loose = element as unknown as Record<string, unknown>;
    for (const [attribute, property, standard, text, value] of rows) {
      expect(loose[property], `${attribute}: default`).to.equal(standard);
      element.setAttribute(attribute, text);
      expect(loose[property], `${attribute}: read`).to.equal(value);
      element.removeAttribute(attribute);
      expect(loose[property], `${attribute}: taken away`).to.equal(standard);
      loose[property] = value;
      expect(element.getAttribute(attribute), `${attribute}: written`).to.equal(text);
    }
    expect(element.messages).to.deep.equal({});
    for (const [, property] of rows.filter(([, , standard]) => standard === false)) loose[property] = false;
    expect(
      element.matches('[workspace], [no-suggestion], [no-override], [no-success], [mark-input], [paused]'),
    ).to.equal(false);
  });
});

describe('at run time', () => {
  const emails = async (page: Page, call: Asked['call'] = 'v1'): Promise<string[]> =>
    (await page.asked(call)).map(({ email }) => email);

  it('public-key may come: the service is asked from then on, with it', async () => {
    const page = await mount({ 'public-key': '' });
    await becomes(page, 'safe@acme.org', 'unknown');
    page.element.publicKey = 'public_other';
    await page.element.updateComplete;
    await becomes(page, 'safe@acme.net', 'safe');
    expect((await page.asked('v1')).map(({ query }) => new URLSearchParams(query).get('api'))).to.deep.equal([
      'public_other',
    ]);
  });

  it('endpoint may come and go', async () => {
    const page = await mount();
    page.element.endpoint = new URL(page.element.baseUrl).pathname;
    await page.element.updateComplete;
    await becomes(page, 'safe@acme.org', 'safe');
    page.element.removeAttribute('endpoint');
    await page.element.updateComplete;
    await becomes(page, 'safe@acme.net', 'safe');
    expect(await emails(page, 'validate')).to.deep.equal(['safe@acme.org']);
    expect(await emails(page)).to.deep.equal(['safe@acme.net']);
  });

  it('base-url, disposable-url and logo-url send the next question elsewhere', async () => {
    const page = await mount();
    const [base, detector, logos] = [anotherService(), anotherService(), anotherService()];
    await becomes(page, 'safe@acme.org', 'safe');
    Object.assign(page.element, {
      baseUrl: base.url,
      disposableUrl: `${detector.url}/disposable`,
      logoUrl: `${logos.url}/logo/`,
    });
    await page.element.updateComplete;
    await becomes(page, 'safe@acme.net', 'safe');
    await until(async () => (await logos.asked()).length > 0);
    const told = async ({ asked }: { asked(): Promise<Asked[]> }) =>
      (await asked()).filter(({ email }) => email !== 'acme.org').map(({ call, email }) => `${call} ${email}`);
    expect([await told(page), await told(base), await told(detector), await told(logos)]).to.deep.equal([
      ['v1 safe@acme.org'],
      ['v1 safe@acme.net'],
      ['disposable acme.net'],
      ['logo acme.net'],
    ]);
  });

  it('base-url is by default where the script is from', async () => {
    const page = await mount();
    const constructor = page.element.constructor as typeof EmailCheckElement;
    const { defaultBaseUrl } = constructor;
    const own = anotherService();
    constructor.defaultBaseUrl = own.url;
    try {
      page.element.removeAttribute('base-url');
      await page.element.updateComplete;
      await becomes(page, 'safe@acme.org', 'safe');
      await until(async () => (await own.asked()).some(({ call }) => call === 'logo'));
      expect(new Set((await own.asked()).map(({ call }) => call))).to.deep.equal(new Set(['disposable', 'v1', 'logo']));
    } finally {
      constructor.defaultBaseUrl = defaultBaseUrl;
    }
  });

  it('envelope names the object that an answer is read from', async () => {
    const page = await mount({ envelope: 'checker' });
    await becomes(page, 'safe@acme.org', 'unavailable');
    page.element.envelope = 'service';
    await page.element.updateComplete;
    await becomes(page, 'safe@acme.net', 'safe');
  });

  it('workspace and workspace-param are in the next question', async () => {
    const page = await mount();
    await becomes(page, 'safe@acme.org', 'safe');
    page.element.workspace = true;
    await page.element.updateComplete;
    await becomes(page, 'safe@acme.net', 'safe');
    page.element.workspaceParam = 'suite';
    await page.element.updateComplete;
    await becomes(page, 'safe@acme.info', 'safe');
    const parameters = (await page.asked('v1')).map(({ query }) =>
      [...new URLSearchParams(query)].filter(([, value]) => value === 'true').map(([name]) => name),
    );
    expect(parameters).to.deep.equal([[], ['workspace'], ['suite']]);
  });

  it('trigger', async () => {
    const page = await mount({ trigger: 'submit' });
    insert(page, 'safe@acme.org');
    await page.leave();
    page.element.trigger = 'change';
    await page.element.updateComplete;
    insert(page, 'safe@acme.net');
    await aTimeout(500);
    expect([...(await page.asked('v1')), ...(await page.asked('disposable'))]).to.deep.equal([]);
    await page.leave();
    await page.reaches('safe');
    page.element.trigger = 'input';
    await page.element.updateComplete;
    insert(page, 'safe@acme.info');
    await page.reaches('safe');
    expect(await emails(page)).to.deep.equal(['safe@acme.net', 'safe@acme.info']);
  });

  it('debounce', async () => {
    const page = await mount({ debounce: '5000' });
    insert(page, 'safe@acme.org');
    await aTimeout(500);
    expect(page.element.state).to.equal('typing');
    page.element.debounce = 0;
    const since = performance.now();
    insert(page, 'safe@acme.net');
    await page.reaches('safe');
    expect(performance.now() - since).to.be.lessThan(4500);
    expect(await emails(page)).to.deep.equal(['safe@acme.net']);
  });

  it('timeout', async () => {
    const page = await mount();
    page.element.timeout = 500;
    const since = performance.now();
    await becomes(page, 'hang@acme.org', 'unavailable');
    expect(page.message()).to.equal('');
    expect(performance.now() - since).to.be.within(500, 4500);
  });

  it('hold, and a word in block that makes it needed', async () => {
    const page = await mount({ debounce: '5000' });
    insert(page, 'hang@acme.org');
    page.element.hold = 300;
    page.element.block = 'syntax risky';
    const since = performance.now();
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    await until(() => page.submits() === 1);
    expect(performance.now() - since).to.be.within(290, 3500);
    page.element.hold = 0;
    insert(page, 'hang@acme.net');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(2);
  });

  it('warn, under a verdict', async () => {
    const page = await mount();
    await becomes(page, 'role@acme.org', 'risky');
    expect(page.message()).to.equal('');
    page.element.warn = 'role';
    await until(() => page.message() === en.role);
    page.element.warn = 'accept-all';
    await until(() => page.message() === '');
    // The word is a general one: the text is the most exact that applies.
    page.element.setAttribute('warn', 'risky');
    await until(() => page.message() === en.role);
    page.element.warn = '';
    await until(() => page.message() === '');
  });

  it('no-override, under a block', async () => {
    const page = await mount({ block: 'invalid' });
    await becomes(page, 'invalid@acme.org', 'invalid');
    expect(Object.keys(page.buttons())).to.deep.equal(['override']);
    page.element.noOverride = true;
    await until(() => Object.keys(page.buttons()).length === 0);
    page.element.noOverride = false;
    await until(() => page.buttons()['override']);
  });

  it('allow and deny, for the next address and at submit', async () => {
    const page = await mount();
    await becomes(page, 'invalid@acme.org', 'invalid');
    page.element.allow = 'acme.org';
    await becomes(page, 'invalid.two@mail.acme.org', 'unknown');
    page.element.deny = 'acme.org, acme.net';
    await becomes(page, 'safe@acme.net', 'invalid');
    expect(page.message()).to.equal("acme.net can't be used here");
    page.element.deny = '';
    await becomes(page, 'safe.three@acme.net', 'safe');
    page.element.deny = 'acme.net';
    page.form.requestSubmit();
    expect([page.submits(), page.element.state]).to.deep.equal([0, 'invalid']);
  });

  it('logo, under an address', async () => {
    const page = await mount();
    await becomes(page, 'safe@gmail.com', 'safe');
    expect(!!logoOf(page)).to.equal(false);
    page.element.logo = 'always';
    await until(() => logoOf(page));
    page.element.logo = 'off';
    await until(() => !logoOf(page));
    await becomes(page, 'safe@acme.org', 'safe');
    expect(!!logoOf(page)).to.equal(false);
    page.element.logo = 'auto';
    await until(() => logoOf(page));
    await becomes(page, 'safe.two@gmail.com', 'safe');
    expect(!!logoOf(page)).to.equal(false);
  });

  it('no-success, under a good verdict', async () => {
    const page = await mount();
    await becomes(page, 'safe@acme.org', 'safe');
    expect(page.message()).to.equal(en.safe);
    page.element.noSuccess = true;
    await until(() => page.message() === '');
    expect(page.element.state).to.equal('safe');
  });

  it('mark-input: how the field stands, for the page’s own styles', async () => {
    const page = await mount({ block: 'syntax invalid', warn: 'role' });
    const mark = (): string | undefined => page.input.dataset['emailCheck'];
    await becomes(page, 'safe@acme.org', 'safe');
    expect(mark()).to.equal(undefined);
    page.element.markInput = true;
    await until(() => mark() === 'safe');
    for (const [address, state, wanted] of [
      ['role@acme.org', 'risky', 'warned'],
      ['invalid@acme.org', 'invalid', 'blocked'],
      ['unknown@acme.org', 'unknown', undefined],
      ['jane@', 'malformed', 'blocked'],
    ] as const) {
      await becomes(page, address, state);
      expect(mark(), address).to.equal(wanted);
      insert(page, 'j');
      expect(mark(), 'the first edit').to.equal(undefined);
    }
    await becomes(page, 'safe@acme.net', 'safe');
    expect(mark()).to.equal('safe');
    page.element.markInput = false;
    await until(() => mark() === undefined);
    page.element.markInput = true;
    await until(() => mark() === 'safe');
    page.element.replaceWith(page.input);
    await until(() => mark() === undefined);
  });

  it('no-suggestion, for the next address', async () => {
    const page = await mount({ 'no-suggestion': '' });
    await becomes(page, 'safe@gmial.com', 'safe');
    page.element.noSuggestion = false;
    insert(page, 'safe@hotmial.com');
    await page.offers();
    page.element.noSuggestion = true;
    await becomes(page, 'safe.two@gmial.com', 'safe');
    expect(page.element.suggestion).to.equal('');
  });

  it('for: the input that is named, and back to the one inside', async () => {
    const page = await mount();
    const other = Object.assign(document.createElement('input'), { id: 'other' });
    page.form.prepend(other);
    page.element.htmlFor = 'other';
    await page.element.updateComplete;
    await becomes(page, 'safe@acme.org', 'idle');
    page.element.removeAttribute('for');
    await page.element.updateComplete;
    await becomes(page, 'safe@acme.net', 'safe');
    expect(await emails(page)).to.deep.equal(['safe@acme.net']);
  });
});

/** Any event of the element. */
type AnyEvent = EmailCheckEventMap[keyof EmailCheckEventMap];

describe('each event', () => {
  /** A page whose form is in a shadow root, and what is heard outside. */
  const heardOutside = async (attributes: Record<string, string>, types: readonly string[]) => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const page = await mount(attributes);
    host.attachShadow({ mode: 'open' }).append(page.form);
    const heard: AnyEvent[] = [];
    for (const type of types) {
      host.parentElement?.addEventListener(type, (event) => {
        expect([event.target === host, event.composedPath()[0] === page.element]).to.deep.equal([true, true]);
        heard.push(event as AnyEvent);
      });
    }
    return { page, heard };
  };

  it('bubbles, is composed, has a type of its own, and carries its fields; only a suggestion can be cancelled', async () => {
    const types = ['start', 'verdict', 'suggestion', 'accept', 'limit', 'error'].map((name) => `email-check-${name}`);
    const { page, heard } = await heardOutside({}, types);
    insert(page, 'safe@gmial.com');
    await page.offers();
    page.buttons()['accept']?.click();
    await page.reaches('safe');
    await becomes(page, 'broken500@acme.org', 'unavailable');
    await becomes(page, 'dayslimit@acme.org', 'limited');
    expect(heard.map(({ type }) => type)).to.have.members([...types, 'email-check-start', 'email-check-start']);
    for (const event of heard) {
      expect([event.bubbles, event.composed, event.cancelable], event.type).to.deep.equal([
        true,
        true,
        event.type === 'email-check-suggestion',
      ]);
      expect(
        event instanceof Event && event.constructor !== Event && event.constructor !== CustomEvent,
        event.type,
      ).to.equal(true);
    }
    const [start, verdict, suggestion, accept, limit, error] = types.map((wanted) =>
      heard.find(({ type }) => type === wanted),
    );
    expect(suggestion).to.include({ address: 'safe@gmial.com', suggestion: 'safe@gmail.com' });
    expect(accept).to.include({ address: 'safe@gmail.com', previous: 'safe@gmial.com' });
    expect(start).to.include({ address: 'safe@gmail.com' });
    expect(verdict).to.include({ address: 'safe@gmail.com', source: 'service' });
    expect((verdict as EmailCheckVerdictEvent).verdict).to.include({ result: 'Safe to Send', email: 'safe@gmail.com' });
    expect(error).to.include({ address: 'broken500@acme.org', code: 'server-error' });
    expect(limit).to.include({ address: 'dayslimit@acme.org', code: 'daily-limit' });
    // Each has what is told of it, and nothing of the others.
    const own = (event: Event | undefined): string[] => Object.keys(event!).filter((key) => key !== 'isTrusted');
    expect([start, verdict, suggestion, accept, limit, error].map(own)).to.deep.equal([
      ['address'],
      ['address', 'verdict', 'source'],
      ['address', 'suggestion'],
      ['address', 'previous'],
      ['address', 'code'],
      ['address', 'code'],
    ]);
  });

  it('of a verdict says whether it came from the page, the detector, the service or from before', async () => {
    const { page, heard } = await heardOutside({ deny: 'denied.org' }, ['email-check-verdict']);
    for (const [address, state] of [
      ['jane@denied.org', 'invalid'],
      ['jane@disposable.org', 'disposable'],
      ['safe@acme.org', 'safe'],
      ['jane@denied.org', 'invalid'],
      ['safe@ACME.org', 'safe'],
      ['jane@disposable.org', 'disposable'],
    ] as const) {
      await becomes(page, address, state);
    }
    const verdicts = heard as EmailCheckVerdictEvent[];
    expect(verdicts.map(({ address, source }) => `${address} ${source}`)).to.deep.equal([
      'jane@denied.org local',
      'jane@disposable.org detector',
      'safe@acme.org service',
      'jane@denied.org local',
      'safe@ACME.org cache',
      'jane@disposable.org cache',
    ]);
  });
});

describe('check()', () => {
  it('names a fault, offers a suggestion, and makes nothing of an empty field', async () => {
    const page = await mount({}, { type: 'text' });
    page.element.check();
    expect(page.element.state).to.equal('idle');
    page.input.value = 'jane@acme';
    page.element.check();
    await page.element.updateComplete;
    expect([page.element.state, page.message()]).to.deep.equal(['malformed', en.noEnding]);
    page.input.value = 'jane@gmial.com';
    page.element.check();
    await page.element.updateComplete;
    expect(page.element.suggestion).to.equal('jane@gmail.com');
  });

  it('asks once, whatever the trigger, and not again for what is known', async () => {
    const page = await mount({ trigger: 'submit' }, { value: 'safe@acme.org' });
    page.element.check();
    page.element.check();
    await page.reaches('safe');
    page.element.check();
    await aTimeout(200);
    expect(page.element.state).to.equal('safe');
    expect(await page.asked('v1')).to.have.length(1);
  });
});

describe('reset()', () => {
  it('forgets verdict, suggestion, message and block, and keeps the value', async () => {
    const page = await mount({ block: 'invalid' });
    for (const [address, state] of [
      ['invalid@acme.org', 'invalid'],
      ['safe@gmial.com', 'typing'],
    ] as const) {
      insert(page, address);
      await until(() => page.element.state === state && page.message() !== '');
      page.element.reset();
      await page.element.updateComplete;
      expect([page.element.state, page.element.verdict, page.element.suggestion, page.message()]).to.deep.equal([
        'idle',
        undefined,
        '',
        '',
      ]);
      expect([page.input.value, page.input.validity.valid, page.input.hasAttribute('aria-invalid')]).to.deep.equal([
        address,
        true,
        false,
      ]);
      expect(page.buttons()).to.deep.equal({});
    }
    await page.leave();
    expect(page.element.state, 'as if the page had just set it').to.equal('idle');
  });
});

describe('what the element knows', () => {
  it('can be read and not written', async () => {
    const page = await mount();
    await becomes(page, 'invalid@acme.org', 'invalid');
    const { verdict } = page.element;
    expect(verdict).to.include({ email: 'invalid@acme.org', result: 'Invalid', code: 6 });
    const loose = page.element as unknown as Record<string, unknown>;
    for (const property of ['state', 'verdict', 'suggestion']) {
      expect(() => (loose[property] = 'mine'), property).to.throw(TypeError);
    }
    expect([page.element.state, page.element.verdict, page.element.suggestion]).to.deep.equal(['invalid', verdict, '']);
  });
});

describe('messages', () => {
  const malformed: readonly (readonly [MessageKey, string])[] = [
    ['noAt', 'jane'],
    ['noLocal', '@acme.org'],
    ['noDomain', 'jane@'],
    ['noEnding', 'jane@acme'],
    ['manyAt', 'jane@@acme.org'],
    ['space', 'jane doe@acme.org'],
    ['dots', 'jane..doe@acme.org'],
    ['tooLong', `${'a'.repeat(65)}@acme.org`],
    ['format', 'jane@ac,me.org'],
  ];
  const shown = (page: Page): string[] => [
    page.message(),
    ...Object.values(page.buttons()).map((button) => button.ariaLabel ?? button.textContent),
  ];

  /** Replaces one text under what is shown, and gives what is shown then. */
  const replaced = async (page: Page, key: MessageKey): Promise<string[]> => {
    await page.element.updateComplete;
    expect(shown(page).join(), `${key} is not replaced yet`).not.to.contain('mine');
    page.element.messages = { [key]: `mine: ${key}` };
    await page.element.updateComplete;
    const texts = shown(page);
    page.element.messages = {};
    await page.element.updateComplete;
    return texts;
  };

  it('replace the texts of a fault, at the field too', async () => {
    const page = await mount({}, { type: 'text' });
    for (const [key, address] of malformed) {
      insert(page, address);
      await page.leave();
      expect(await replaced(page, key), address).to.deep.equal([`mine: ${key}`]);
      page.element.messages = { [key]: 'mine' };
      await until(
        () =>
          page.input.validationMessage === 'mine' &&
          page.element.querySelector('[slot=description]')?.textContent === 'mine',
      );
      page.element.messages = {};
    }
  });

  it('replace the texts of a verdict', async () => {
    const page = await mount({ warn: 'invalid disposable role accept-all risky', deny: 'denied.org' });
    for (const [key, address, state] of [
      ['safe', 'safe@acme.org', 'safe'],
      ['disposable', 'temporary@acme.org', 'disposable'],
      ['role', 'role@acme.org', 'risky'],
      ['acceptAll', 'acceptall@acme.org', 'risky'],
      ['risky', 'full@acme.org', 'risky'],
      ['deny', 'jane@denied.org', 'invalid'],
      ['invalid', 'invalid@acme.org', 'invalid'],
    ] as const) {
      await becomes(page, address, state);
      expect(await replaced(page, key)).to.deep.equal([`mine: ${key}`]);
    }
    page.element.warn = 'free';
    await becomes(page, 'free@acme.org', 'safe');
    expect(await replaced(page, 'free')).to.deep.equal(['mine: free']);
    page.element.block = 'invalid';
    await becomes(page, 'invalid@acme.net', 'invalid');
    expect(await replaced(page, 'override')).to.deep.equal([en.invalid, 'mine: override']);
    page.element.messages = { blocked: 'mine' };
    await until(() => page.input.validationMessage === `${en.invalid}\nmine`);
  });

  it('replace the texts of a suggestion, with its addresses if they name them', async () => {
    const page = await mount();
    insert(page, 'safe@gmial.com');
    await page.offers();
    expect(await replaced(page, 'suggest'), 'a text without the address keeps the way to use it').to.deep.equal([
      'mine: suggest',
      'Use safe@gmail.com',
      en.keep,
    ]);
    expect((await replaced(page, 'use'))[1]).to.equal('mine: use');
    expect((await replaced(page, 'keep'))[2]).to.equal('mine: keep');
    page.element.messages = { suggest: '{address}? Really {address}?', use: 'Yes, {address}' };
    await page.element.updateComplete;
    expect(shown(page)).to.deep.equal(['@gmail.com? Really @gmail.com?', 'Yes, safe@gmail.com', en.keep]);
    page.element.messages = {};
    page.element.publicKey = '';
    await page.element.updateComplete;
    page.buttons()['accept']?.click();
    await page.reaches('unknown');
    expect((await replaced(page, 'accepted'))[0]).to.equal('mine: accepted');
    expect((await replaced(page, 'changeBack'))[1]).to.equal('mine: changeBack');
    page.element.messages = { undo: 'Back' };
    await until(() => page.buttons()['undo']?.textContent === 'Back');
  });

  it('replace the widget message', async () => {
    const page = await mount();
    await becomes(page, 'dayslimit@acme.org', 'limited');
    expect(await replaced(page, 'limit')).to.deep.equal(['mine: limit']);
    page.element.messages = { limit: 'Enough for today' };
    await until(() => page.message() === 'Enough for today');
  });

  it('replace the text of a submit that is held', async () => {
    const page = await mount({ block: 'invalid', hold: '10000' });
    insert(page, 'hang@acme.org');
    page.form.requestSubmit();
    await until(() => page.message() === en.checking);
    expect(await replaced(page, 'checking')).to.deep.equal(['mine: checking']);
  });
});

describe('a page’s own style', () => {
  /** Whether a part takes a page's rule, where it is seen. */
  const takes = (page: Page, part: string): void => {
    const style = Object.assign(document.createElement('style'), {
      textContent: `email-check::part(${part}) { outline: 3px solid rgb(1, 2, 3) }`,
    });
    page.form.append(style);
    const found = seen(page, `[part~=${part}]`);
    expect(found && getComputedStyle(found).outlineColor, part).to.equal('rgb(1, 2, 3)');
    expect(found && getComputedStyle(found).visibility, part).to.equal('visible');
    expect(found?.getBoundingClientRect().height, part).to.be.greaterThan(0);
    style.remove();
  };

  it('reaches each part in the state that has it', async () => {
    const page = await mount({ block: 'invalid' });
    await becomes(page, 'safe@acme.org', 'safe');
    await until(() => logoOf(page)?.naturalWidth);
    for (const part of ['message', 'icon', 'logo']) takes(page, part);
    insert(page, 'safe@gmial.com');
    await page.offers();
    for (const part of ['suggestion', 'message', 'accept', 'keep']) takes(page, part);
    page.buttons()['accept']?.click();
    await page.reaches('safe');
    await page.element.updateComplete;
    takes(page, 'undo');
    await becomes(page, 'invalid@acme.org', 'invalid');
    for (const part of ['icon', 'override']) takes(page, part);
    insert(page, 'slow3000@acme.org');
    page.form.requestSubmit();
    await until(() => page.message() === en.checking);
    takes(page, 'spinner');
    expect(!!seen(page, '[part=icon]')).to.equal(false);
  });

  it('reaches its custom properties, also from around the element', async () => {
    const page = await mount({ warn: 'role' }, { type: 'text' });
    const root = page.element.shadowRoot!;
    const set = (name: string, value: string): void => page.form.style.setProperty(`--email-check-${name}`, value);
    const line = getComputedStyle(root.querySelector('[part=line]')!);
    const number = (value: string): number => parseFloat(value);
    const size = number(getComputedStyle(page.element).fontSize);
    expect([number(line.fontSize) / size, line.marginTop, line.marginBottom]).to.deep.equal([0.875, '4px', '0px']);
    await becomes(page, 'safe@acme.org', 'safe');
    const logo = await until(() => logoOf(page)).then(() => logoOf(page)!);
    expect([logo.width, logo.height]).to.deep.equal([20, 20]);
    set('font-size', '20px');
    set('gap', '7px');
    set('overlap', '9px');
    set('logo-size', '31px');
    expect([line.fontSize, line.marginTop, line.marginBottom, logo.width, logo.height]).to.deep.equal([
      '20px',
      '7px',
      '-9px',
      31,
      31,
    ]);
    for (const [name, address, text] of [
      ['good', 'safe@acme.org', en.safe],
      ['warning', 'role@acme.org', en.role],
      ['error', 'jane', en.noAt],
    ] as const) {
      insert(page, address);
      await page.leave();
      await until(() => page.message() === text);
      const colors = (): string[] =>
        ['[part=icon]', '[part=message]'].map((part) => getComputedStyle(seen(page, part)!).color);
      const own = getComputedStyle(page.form).color;
      expect(colors()[0], name).not.to.equal('rgb(1, 2, 3)');
      set(`${name}-color`, 'rgb(1, 2, 3)');
      expect(colors(), name).to.deep.equal(['rgb(1, 2, 3)', name === 'error' ? 'rgb(1, 2, 3)' : own]);
    }
  });

  it('has the page’s font and colour, upright and of plain weight, and leaves the input alone', async () => {
    const plain = await fixture<HTMLInputElement>(html`<input type="email" name="email" />`);
    const before = JSON.stringify({ ...getComputedStyle(plain), width: '' });
    const page = await mount();
    Object.assign(page.form.style, { font: 'italic 700 20px monospace', color: 'rgb(9, 8, 7)' });
    insert(page, 'safe@gmial.com');
    await page.offers();
    for (const part of ['[part~=message]', '[part=accept]']) {
      const { fontFamily, fontStyle, color } = getComputedStyle(seen(page, part)!);
      expect([fontFamily, fontStyle, color]).to.deep.equal(['monospace', 'normal', 'rgb(9, 8, 7)']);
    }
    expect(page.input.getAttribute('style')).to.equal(null);
    expect(page.input.className).to.equal('');
    expect(JSON.stringify({ ...getComputedStyle(plain), width: '' })).to.equal(before);
  });
});

describe('a slot', () => {
  it('holds the hint, and nothing of the element’s own if there is none', async () => {
    const page = await mount();
    const slots = [...page.element.shadowRoot!.querySelectorAll('slot')];
    expect(slots.map(({ name }) => name)).to.have.members(['', 'hint', 'description']);
    const slot = slots.find(({ name }) => name === 'hint')!;
    expect(slot.childNodes.length).to.equal(0);
    const hint = Object.assign(document.createElement('p'), { slot: 'hint', textContent: 'We never share it' });
    page.element.append(hint);
    await nextFrame();
    expect(hint.assignedSlot).to.equal(slot);
    expect(slot.parentElement?.getAttribute('part')).to.equal('line');
    hint.remove();
    await nextFrame();
    expect(slot.assignedNodes()).to.deep.equal([]);
  });

  it('shows the label and the input where they are, and a plain input without the element', async () => {
    const page = await mount();
    expect(page.input.closest('label')?.assignedSlot?.name).to.equal('');
    expect(page.input.labels).to.have.length(1);
    expect([...page.element.children].map(({ localName }) => localName)).to.deep.equal(['label']);
    page.input.focus();
    await press('safe@acme.org');
    expect(new FormData(page.form).get('email')).to.equal('safe@acme.org');
  });
});
