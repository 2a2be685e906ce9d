import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { EmailCheckElement } from '../../src/index.js';
import { takeFetch, type HeldCall } from './held-fetch.js';
import { mount, until, type Page } from './page.js';
import { takeClock, type Clock } from './typing-clock.js';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 5, 1, 12);
const MIDNIGHT = Date.UTC(2026, 5, 2);

/** Puts a text into the field whole, by the browser's own hand. */
const enter = (page: Page, text: string): void => {
  page.input.focus();
  page.input.select();
  document.execCommand('insertText', false, text);
};

/** Presses a letter with Control. WebKit's driver knows no held key: what is typed in one call there is pressed at once. */
const pressWithControl = async (letter: string): Promise<void> => {
  if (/AppleWebKit(?!.*Chrome)/.test(navigator.userAgent)) return sendKeys({ type: `\uE009${letter}` });
  await sendKeys({ down: 'Control' });
  await sendKeys({ press: letter });
  await sendKeys({ up: 'Control' });
};

/** The element of another page of this origin: its modules are its own, as in another tab or after a reload. */
const inAnotherPage = async (
  of: Page,
): Promise<{ readonly element: EmailCheckElement; readonly input: HTMLInputElement; paste(text: string): void }> => {
  const frame = await fixture<HTMLIFrameElement>(html`<iframe title="another page"></iframe>`);
  const { head, body } = frame.contentDocument!;
  const script = frame.contentDocument!.createElement('script');
  script.type = 'module';
  script.src = new URL(
    document.querySelector<HTMLScriptElement>('script[src="/dist/email-check.js"]')
      ? '/dist/email-check.js'
      : '../../src/define.ts',
    import.meta.url,
  ).href;
  head.append(script);
  await new Promise((resolve) => script.addEventListener('load', resolve));
  const { publicKey, baseUrl } = of.element;
  body.innerHTML = `<email-check public-key="${publicKey}" base-url="${baseUrl}"><input type="email"></email-check>`;
  const [element, input] = [body.querySelector('email-check')!, body.querySelector('input')!];
  return {
    element,
    input,
    paste: (text) => {
      input.focus();
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
    },
  };
};

describe('while time stands still, a question', () => {
  let clock: Clock;
  let service: ReturnType<typeof takeFetch>;

  /** A page whose clock is ours. Calls that are held wait for the test; the others are answered at once. */
  const still = async (
    attributes: Record<string, string> = {},
    isHeld: (call: HeldCall) => boolean = () => false,
  ): Promise<Page> => {
    const page = await mount({ debounce: '400', logo: 'off', ...attributes }, { type: 'text' });
    clock = takeClock();
    service = takeFetch(isHeld);
    page.input.focus();
    return page;
  };

  afterEach(() => {
    for (const element of document.querySelectorAll('email-check')) element.remove();
    clock.restore();
    service.restore();
  });

  const change = ({ input }: Page, value: string, inputType = 'insertText', isComposing = false): void => {
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType, isComposing }));
  };

  const paste = async (page: Page, value: string): Promise<void> => {
    change(page, value, 'insertFromPaste');
    await clock.advance(0);
  };

  const paid = (): string[] => service.calls('v1').map(({ email }) => email);

  /** Types an address, each key so many milliseconds after the last, and gives how long after its end the first question goes out. */
  const waitAfter = async (page: Page, address: string, paceOf: (index: number) => number): Promise<number> => {
    for (let index = 0; index < address.length; index++) {
      await clock.advance(paceOf(index));
      change(page, address.slice(0, index + 1));
    }
    const last = clock.now();
    await clock.advance(6000);
    expect(paid()).to.deep.equal([address]);
    return service.calls('disposable')[0]!.at - last;
  };

  for (const [domain, pace, wait, debounce = '400'] of [
    ['gmail.com', 60, 300],
    ['gmail.com', 60, 300, '1000'],
    ['gmail.com', 500, 400],
    ['acme.org', 60, 400],
    ['acme.org', 60, 1000, '1000'],
    ['acme.org', 250, 625],
    ['acme.org', 900, 1800],
    ['acme.co', 60, 400],
    ...['co', 'ac', 'or', 'ne', 'go', 'gob', 'edu'].map((ending) => [`acme.${ending}`, 250, 1562.5] as const),
    ['yahoo.com', 250, 1562.5],
    ['acme.co', 900, 2700],
  ] as const) {
    it(`on an address at ${domain}, typed at ${pace} ms a key, waits ${wait} ms with debounce="${debounce}"`, async () => {
      const page = await still({ debounce });
      expect(await waitAfter(page, `jane@${domain}`, () => pace)).to.equal(wait);
    });
  }

  for (const [before, last, count, wait] of [
    [900, 100, 5, 400],
    [100, 600, 5, 1500],
    [100, 500, 3, 400],
  ] as const) {
    it(`waits by the last eight intervals alone: ${wait} ms if ${count} of them were ${last} ms and all before ${before} ms`, async () => {
      const address = 'jane.doe@acme.org';
      const page = await still();
      expect(await waitAfter(page, address, (index) => (index < address.length - count ? before : last))).to.equal(
        wait,
      );
    });
  }

  for (const [what, act] of Object.entries<(page: Page) => void>({
    'the field is left': (page) => {
      change(page, 'jane@acme.org');
      page.button.focus();
    },
    'an address is pasted': (page) => change(page, 'jane@acme.org', 'insertFromPaste'),
    'an address is dropped': (page) => change(page, 'jane@acme.org', 'insertFromDrop'),
    'the browser fills the field': (page) => change(page, 'jane@acme.org', 'insertReplacementText'),
    'the browser fills the field and says no more': (page) => {
      page.input.value = 'jane@acme.org';
      page.input.dispatchEvent(new Event('input', { bubbles: true }));
    },
  })) {
    it(`goes out at once when ${what}`, async () => {
      const page = await still({ debounce: '5000' });
      act(page);
      await clock.advance(0);
      expect(paid()).to.deep.equal(['jane@acme.org']);
    });
  }

  it('goes out at once when a suggestion is accepted', async () => {
    const page = await still({ debounce: '5000' });
    change(page, 'jane@gmial.com');
    await clock.advance(5000);
    expect(service.calls('disposable')).to.deep.equal([]);
    page.buttons()['accept']!.click();
    await clock.advance(0);
    expect(paid()).to.deep.equal(['jane@gmail.com']);
  });

  it('waits with trigger="change" for a commit: an accepted suggestion is one, a paste is none', async () => {
    const page = await still({ trigger: 'change' });
    await paste(page, 'jane@gmial.com');
    await clock.advance(6000);
    expect(paid()).to.deep.equal([]);
    page.buttons()['accept']!.click();
    await clock.advance(0);
    expect(paid()).to.deep.equal(['jane@gmail.com']);
  });

  it('waits with trigger="submit" for the submit, whatever is accepted before', async () => {
    const page = await still({ trigger: 'submit' });
    await paste(page, 'jane@gmial.com');
    page.buttons()['accept']!.click();
    page.button.focus();
    await clock.advance(6000);
    expect(paid()).to.deep.equal([]);
    page.form.requestSubmit();
    await clock.advance(0);
    expect(paid()).to.deep.equal(['jane@gmail.com']);
  });

  it('never carries an unfinished or malformed address, though the field is left, asked about by hand and submitted', async () => {
    const page = await still({ block: 'syntax invalid', debounce: '0' });
    for (const text of [
      'jane',
      'jane@',
      'jane@acme',
      'jane@acme.c',
      'jane@@acme.org',
      'jane..doe@acme.org',
      'jane doe@acme.org',
      'jane@[192.0.2.1]',
      'jane@acme.123',
    ]) {
      await paste(page, text);
      page.element.check();
      page.button.focus();
      await clock.advance(6000);
      page.form.requestSubmit();
      await clock.advance(6000);
      expect([...service.calls('disposable'), ...service.calls('v1')], text).to.deep.equal([]);
    }
  });

  it('does not go out by hand, or when consent comes, while an input method composes', async () => {
    const page = await still({ paused: '' });
    change(page, 'jane@acme.org', 'insertCompositionText', true);
    page.element.paused = false;
    page.element.check();
    await clock.advance(6000);
    expect(service.calls('disposable')).to.deep.equal([]);
    page.input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'jane@acme.org' }));
    await clock.advance(400);
    expect(paid()).to.deep.equal(['jane@acme.org']);
  });

  it('to the service waits for the detector for 800 ms, and goes on without it', async () => {
    const page = await still({}, ({ call }) => call === 'disposable');
    await paste(page, 'jane@acme.org');
    await clock.advance(799);
    expect(paid()).to.deep.equal([]);
    await clock.advance(1);
    expect(paid()).to.deep.equal(['jane@acme.org']);
    expect(page.element.state).to.equal('safe');
  });

  it('to the service goes out as soon as the detector answers, or fails', async () => {
    const page = await still({}, ({ call }) => call === 'disposable');
    await paste(page, 'jane@acme.org');
    await clock.advance(100);
    service.calls('disposable')[0]!.answer();
    await clock.advance(0);
    await paste(page, 'jane@example.org');
    await clock.advance(100);
    service.calls('disposable')[1]!.answer(500, {});
    await clock.advance(0);
    expect(service.calls('v1').map(({ at, email }) => `${email} ${at}`)).to.deep.equal([
      'jane@acme.org 100',
      'jane@example.org 200',
    ]);
  });

  it('to the detector goes out once a domain, and its answer counts though it comes late', async () => {
    const page = await still({}, ({ call }) => call === 'disposable');
    await paste(page, 'jane@acme.org');
    await clock.advance(800);
    expect(page.element.state).to.equal('safe');
    service.calls('disposable')[0]!.answer(200, { disposable: 'true' });
    await clock.advance(0);
    expect(page.element.state).to.equal('safe');
    await paste(page, 'john@ACME.org');
    expect(page.element.state).to.equal('disposable');
    expect(service.calls('disposable').map(({ email }) => email)).to.deep.equal(['acme.org']);
    expect(paid()).to.deep.equal(['jane@acme.org']);
  });

  it('is one of two at most: the third goes out when one has its answer', async () => {
    const page = await still({}, ({ call }) => call === 'v1');
    const [other, third] = [
      page.element.cloneNode(true) as EmailCheckElement,
      page.element.cloneNode(true) as EmailCheckElement,
    ];
    page.form.append(other, third);
    await clock.advance(0);
    for (const [index, element] of [page.element, other, third].entries()) {
      const input = element.querySelector('input')!;
      input.focus();
      await paste({ ...page, input }, `jane${index}@acme.org`);
    }
    expect(paid()).to.deep.equal(['jane0@acme.org', 'jane1@acme.org']);
    service.calls('v1')[1]!.answer();
    await clock.advance(0);
    expect(paid()).to.deep.equal(['jane0@acme.org', 'jane1@acme.org', 'jane2@acme.org']);
    for (const { answer } of service.calls('v1')) answer();
    await clock.advance(0);
    expect([page.element.state, other.state, third.state]).to.deep.equal(['safe', 'safe', 'safe']);
  });

  it('is one of two at most after time-outs too: one that was given up counts until its call has ended', async () => {
    const page = await still({ timeout: '500' }, ({ call }) => call === 'v1');
    const elements = [page.element];
    for (let more = 0; more < 3; more++) {
      const other = page.element.cloneNode(true) as EmailCheckElement;
      page.form.append(other);
      elements.push(other);
    }
    await clock.advance(0);
    for (const [index, element] of elements.entries()) {
      const input = element.querySelector('input')!;
      input.focus();
      await paste({ ...page, input }, `jane${index}@acme.org`);
    }
    const states = (): string[] => elements.map(({ state }) => state);
    await clock.advance(500);
    expect(states(), 'the time is over').to.deep.equal(['unavailable', 'unavailable', 'checking', 'checking']);
    await clock.advance(5000);
    expect(paid()).to.deep.equal(['jane0@acme.org', 'jane1@acme.org']);
    service.calls('v1')[0]!.answer();
    await clock.advance(0);
    expect(paid()).to.deep.equal(['jane0@acme.org', 'jane1@acme.org', 'jane2@acme.org']);
    // A call that fails, or that the browser aborts, has ended as well.
    service.calls('v1')[1]!.answer(500, {});
    await clock.advance(0);
    expect(paid()).to.have.length(4);
    for (const { answer } of service.calls('v1').slice(2)) answer();
    await clock.advance(0);
    expect(states()).to.deep.equal(['unavailable', 'unavailable', 'safe', 'safe']);
  });

  it('is remembered with the newest fifty answers', async () => {
    const page = await still();
    const address = (number: number): string => `jane${number}@acme.org`;
    for (let number = 0; number <= 50; number++) await paste(page, address(number));
    expect(paid()).to.have.length(51);
    for (const number of [50, 25, 1]) {
      await paste(page, address(number));
      expect(page.element.state).to.equal('safe');
    }
    expect(paid()).to.have.length(51);
    await paste(page, address(0));
    expect(paid()).to.have.length(52);
  });

  it('that the service is too busy for is tried again after a wait of chance', async () => {
    const { random } = Math;
    const waits: number[] = [];
    const page = await still({}, ({ call }) => call === 'v1');
    try {
      for (const chance of [0, 0.9]) {
        Math.random = () => chance;
        await paste(page, `jane${chance}@acme.org`);
        service
          .calls('v1')
          .at(-1)!
          .answer(429, { service: { error: 'Maximum concurrent calls reached' }, success: '0' });
        await clock.advance(2000);
        const [first, second] = service.calls('v1').slice(-2);
        waits.push(second!.at - first!.at);
        second!.answer();
        await clock.advance(0);
        expect(page.element.state).to.equal('safe');
      }
    } finally {
      Math.random = random;
    }
    expect(waits[1]).to.be.greaterThan(waits[0]!);
  });
});

describe('the page’s service', () => {
  it('is neither asked nor is storage touched while the element is paused, whatever the person does', async () => {
    const page = await mount({ paused: '', block: 'syntax invalid disposable', logo: 'always' });
    const storage = Object.getOwnPropertyDescriptor(window, 'localStorage');
    let touched = 0;
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => (touched++, storage?.get?.call(window) as Storage),
    });
    try {
      enter(page, 'safe@gmial.com');
      await page.leave();
      await page.element.updateComplete;
      page.buttons()['accept']!.click();
      page.element.check();
      page.form.requestSubmit();
      await page.element.updateComplete;
      expect(page.submits()).to.equal(1);
      expect(await page.asked()).to.deep.equal([]);
      expect(touched).to.equal(0);
      page.element.paused = false;
      await page.reaches('safe');
      expect(touched, 'the test would see it').to.be.greaterThan(0);
    } finally {
      Object.defineProperty(window, 'localStorage', storage!);
    }
  });

  it('is not asked by Enter, whose change event is no commit', async () => {
    // On a busy machine Enter may come late, and a pause asks for the domain's logo.
    const page = await mount({ trigger: 'change', debounce: '5000' });
    let changes = 0;
    page.form.addEventListener('change', () => changes++);
    await page.type('safe@acme.org');
    await sendKeys({ press: 'Enter' });
    expect(page.submits()).to.equal(1);
    page.input.dispatchEvent(new Event('change', { bubbles: true }));
    expect(changes).to.be.greaterThan(0);
    await page.element.updateComplete;
    expect([page.element.state, await page.asked()]).to.deep.equal(['typing', []]);
  });

  it('is not asked when focus moves between the field and the element’s buttons, only when it leaves both', async () => {
    const page = await mount({ trigger: 'change' });
    await page.type('safe@gmial.com');
    await page.offers();
    for (const part of ['accept', 'keep']) page.buttons()[part]!.focus();
    page.input.focus();
    page.buttons()['keep']!.focus();
    expect(await page.asked()).to.deep.equal([]);
    page.button.focus();
    await page.reaches('safe');
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['safe@gmial.com']);
  });

  it('is asked at once about an address that is really pasted', async () => {
    const page = await mount({ debounce: '5000' });
    page.form.insertAdjacentHTML('afterbegin', '<input name="source" value="safe@acme.org">');
    const source = page.form.querySelector<HTMLInputElement>('[name=source]')!;
    source.focus();
    source.select();
    await pressWithControl('c');
    page.input.focus();
    const before = performance.now();
    await pressWithControl('v');
    await until(() => page.input.value === 'safe@acme.org', 'nothing is pasted');
    await page.reaches('safe');
    expect(performance.now() - before).to.be.lessThan(5000);
  });

  it('hears the detector’s question first, and in it the bare domain alone', async () => {
    const page = await mount({ logo: 'off' });
    await page.type('safe+tag@ACME.org');
    await page.reaches('safe');
    expect((await page.asked()).map(({ call, query }) => `${call} ${query}`)).to.deep.equal([
      'disposable email=acme.org',
      `v1 ${String(new URLSearchParams({ api: 'public_test', email: 'safe+tag@ACME.org' }))}`,
    ]);
  });

  it('has the detector asked once a domain by two elements', async () => {
    const page = await mount();
    const other = page.element.cloneNode(true) as EmailCheckElement;
    page.form.append(other);
    enter(page, 'safe@acme.org');
    await page.leave();
    await page.reaches('safe');
    enter({ ...page, input: other.querySelector('input')! }, 'invalid@acme.org');
    page.button.focus();
    await until(() => other.state === 'invalid');
    expect(await page.asked('disposable')).to.have.length(1);
  });

  it('is asked about what was typed, though a suggestion is open, by a submit that is held', async () => {
    const page = await mount({ block: 'invalid' });
    await page.type('safe@gmial.com');
    await page.offers();
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    await until(() => page.submits() === 1);
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['safe@gmial.com']);
  });

  it('leaves nothing of an address in any storage of the page', async () => {
    const stored = (): string => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
    const before = stored();
    const page = await mount();
    for (const [address, state] of [
      ['safe@acme.org', 'safe'],
      ['invalid@acme.org', 'invalid'],
      ['jane@disposable.org', 'disposable'],
    ] as const) {
      enter(page, address);
      await page.leave();
      await page.reaches(state);
    }
    expect(stored()).to.equal(before);
  });

  it('is asked once about a domain in letters and in A-labels', async () => {
    const page = await mount();
    const other = page.element.cloneNode(true) as EmailCheckElement;
    page.form.append(other);
    enter(page, 'safe@bücher.org');
    await page.leave();
    await page.reaches('safe');
    enter({ ...page, input: other.querySelector('input')! }, 'safe@xn--bcher-kva.org');
    page.button.focus();
    await until(() => other.state === 'safe');
    expect((await page.asked('disposable')).map(({ email }) => email)).to.deep.equal(['xn--bcher-kva.org']);
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is asked about a prefilled address once it is edited, or typed again', async () => {
    const page = await mount({}, { value: 'free@acme.org' });
    enter(page, 'safe@acme.org');
    await page.reaches('safe');
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['safe@acme.org']);
    const other = await mount({}, { value: 'safe@acme.org' });
    enter(other, '');
    await other.type('safe@acme.org');
    await other.reaches('safe');
    expect(await other.asked('v1')).to.have.length(1);
  });

  it('is asked about a prefilled address by the submit that is held', async () => {
    const page = await mount({ block: 'invalid' }, { value: 'safe@acme.org' });
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    await until(() => page.submits() === 1);
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is not asked again by hand about what it has answered', async () => {
    const page = await mount();
    await page.type('safe@acme.org');
    await page.reaches('safe');
    page.element.check();
    expect(page.element.state).to.equal('safe');
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('that stays too busy is unavailable when the time is over', async () => {
    const page = await mount({ timeout: '2000' });
    await page.type('crowded@acme.org');
    await page.reaches('unavailable');
    expect((await page.asked('v1')).length).to.be.greaterThan(1);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });
});

describe('a service whose allowance for the day is used up', () => {
  const { now } = Date;
  const clockShows = (time: number): void => void (Date.now = () => time);
  const marks = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith('email-check'));

  /** A page that was told so. */
  const limited = async (time = NOON): Promise<Page> => {
    const page = await mount();
    clockShows(time);
    enter(page, 'dayslimit@acme.org');
    await page.reaches('limited');
    return page;
  };

  /** How many questions go out about an address. */
  const asks = async (page: Page, address: string): Promise<number> => {
    const before = (await page.asked('v1')).length;
    enter(page, address);
    await until(() => !['typing', 'checking'].includes(page.element.state));
    return (await page.asked('v1')).length - before;
  };

  afterEach(() => {
    Date.now = now;
    for (const name of marks()) localStorage.removeItem(name);
  });

  it('is noted by the time alone, under the service and the key', async () => {
    const page = await limited();
    const { baseUrl } = page.element;
    const own = marks().filter((name) => name.includes(baseUrl));
    expect(own.map((name) => [name, localStorage[name] as string])).to.deep.equal([
      [`email-check-limit ${baseUrl} public_test`, `${NOON}`],
    ]);
    const other = await mount({ 'base-url': baseUrl, 'public-key': 'public_other' });
    enter(other, 'safe@acme.org');
    await other.reaches('safe');
  });

  it('is not asked again until the day turns in UTC', async () => {
    const page = await limited(MIDNIGHT - HOUR / 2);
    clockShows(MIDNIGHT - 1);
    expect(await asks(page, 'safe@acme.org')).to.equal(0);
    expect(page.element.state).to.equal('limited');
    clockShows(MIDNIGHT);
    expect(await asks(page, 'safe+2@acme.org')).to.equal(1);
    expect(page.element.state).to.equal('safe');
  });

  it('is asked one question after an hour, and the next after another', async () => {
    const page = await limited();
    clockShows(NOON + HOUR - 1);
    expect(await asks(page, 'safe+1@acme.org')).to.equal(0);
    clockShows(NOON + HOUR);
    enter(page, 'hang@acme.org');
    await until(async () => (await page.asked('v1')).length === 2, 'no question goes out');
    expect(await asks(page, 'safe+2@acme.org')).to.equal(0);
    expect(page.element.state).to.equal('limited');
    clockShows(NOON + 2 * HOUR);
    expect(await asks(page, 'safe+3@acme.org')).to.equal(1);
    expect(page.element.state).to.equal('safe');
  });

  it('is asked by no other tab either', async () => {
    const page = await limited();
    Date.now = now;
    // Another page has its own clock: let it be the same day there.
    for (const name of marks()) localStorage[name] = String(now());
    const other = await inAnotherPage(page);
    other.paste('safe@acme.org');
    await until(() => other.element.state === 'limited', 'the other page is not limited');
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('is not asked again if storage throws, and no error is shown', async () => {
    const storage = Object.getOwnPropertyDescriptor(window, 'localStorage');
    const { error } = console;
    const told: unknown[] = [];
    const hear = (event: ErrorEvent | PromiseRejectionEvent): unknown => told.push(event.type);
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    console.error = (...words: unknown[]): void => void told.push(...words);
    addEventListener('error', hear);
    addEventListener('unhandledrejection', hear);
    try {
      const page = await limited();
      expect(await asks(page, 'safe@acme.org')).to.equal(0);
      expect(page.element.state).to.equal('limited');
    } finally {
      Object.defineProperty(window, 'localStorage', storage!);
      console.error = error;
      removeEventListener('error', hear);
      removeEventListener('unhandledrejection', hear);
    }
    expect(told).to.deep.equal([]);
  });

  it('leaves syntax, suggestion and detector at work', async () => {
    const page = await limited();
    enter(page, 'jane@disposable.org');
    await page.reaches('disposable');
    enter(page, 'safe@gmial.com');
    await page.offers();
    enter(page, 'jane@acme');
    await page.leave();
    await page.reaches('malformed');
    expect(await page.asked('v1')).to.have.length(1);
  });
});

describe('a service that refuses the page', () => {
  for (const word of ['wrongkey', 'nocredits']) {
    it(`(${word}) is not asked again by any element, and is after a reload; syntax, suggestion and detector go on`, async () => {
      const page = await mount();
      enter(page, `${word}@acme.org`);
      await page.reaches('misconfigured');
      const other = page.element.cloneNode(true) as EmailCheckElement;
      page.form.append(other);
      enter({ ...page, input: other.querySelector('input')! }, 'safe@acme.org');
      await until(() => other.state === 'misconfigured');
      enter(page, 'jane@disposable.org');
      await page.reaches('disposable');
      enter(page, 'safe@gmial.com');
      await page.offers();
      enter(page, 'jane@acme');
      await page.leave();
      await page.reaches('malformed');
      expect(await page.asked('v1')).to.have.length(1);
      const reloaded = await inAnotherPage(page);
      reloaded.paste('safe@acme.org');
      await until(() => reloaded.element.state === 'safe', 'the reloaded page does not ask');
      expect(await page.asked('v1')).to.have.length(2);
    });
  }
});

describe('a request', () => {
  const realFetch = window.fetch;
  let made: Pick<RequestInit, 'method' | 'credentials' | 'referrerPolicy' | 'cache'>[] = [];

  beforeEach(() => {
    made = [];
    window.fetch = (address, options) => {
      // The test's own requests say nothing of how they are to be made.
      if (options)
        made.push(
          (({ method = 'GET', credentials, referrerPolicy, cache }) =>
            ({ method, credentials, referrerPolicy, cache }) as RequestInit)(options),
        );
      return realFetch(address, options);
    };
    document.cookie = 'visitor=1; path=/';
  });

  afterEach(() => {
    window.fetch = realFetch;
    document.cookie = 'visitor=; path=/; max-age=0';
  });

  it('to detector and service carries no cookie, at most the page’s origin, and is kept in no cache', async () => {
    const page = await mount({ logo: 'off' });
    enter(page, 'safe@acme.org');
    await page.reaches('safe');
    const options = { method: 'GET', credentials: 'omit', referrerPolicy: 'strict-origin', cache: 'no-store' };
    expect(made).to.deep.equal([options, options]);
    expect((await page.asked()).map(({ cookie, referrer }) => [cookie, referrer])).to.deep.equal([
      ['', `${location.origin}/`],
      ['', `${location.origin}/`],
    ]);
  });

  it('to a key proxy is a POST with the cookies of its own site', async () => {
    const page = await mount({ 'public-key': '', logo: 'off' });
    page.element.endpoint = new URL(page.element.baseUrl).pathname;
    await page.element.updateComplete;
    enter(page, 'safe@acme.org');
    await page.reaches('safe');
    expect(made.at(-1)).to.include({ method: 'POST', credentials: 'same-origin' });
  });
});
