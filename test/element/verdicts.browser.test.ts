import { expect } from '@open-wc/testing';
import type { StateName } from '../../src/index.js';
import { insert, mount, press, until } from './page.js';

const IMPOSSIBLE = "Can't be reached: check the spelling";
const TEMPORARY = "Temporary? Use one you'll keep";

interface Row {
  readonly address: string;
  readonly attributes?: Record<string, string>;
  readonly state: StateName;
  readonly message: string;
  readonly isBlocked?: true;
  readonly paid?: 0;
}

const rows: readonly Row[] = [
  { address: 'safe@acme.org', state: 'safe', message: 'Looks good' },
  { address: 'invalid@acme.org', state: 'invalid', message: IMPOSSIBLE },
  { address: 'trap@acme.org', state: 'invalid', message: IMPOSSIBLE },
  { address: 'temporary@acme.org', state: 'disposable', message: TEMPORARY },
  { address: 'jane@disposable.org', state: 'disposable', message: TEMPORARY, paid: 0 },
  { address: 'acceptall@acme.org', state: 'risky', message: '' },
  { address: 'role@acme.org', state: 'risky', message: '' },
  { address: 'full@acme.org', state: 'risky', message: '' },
  { address: 'unknown@acme.org', state: 'unknown', message: '' },
  { address: 'free@acme.org', state: 'safe', message: 'Looks good' },
  {
    address: 'acceptall@acme.org',
    attributes: { warn: 'accept-all' },
    state: 'risky',
    message: 'Not confirmed: check the spelling',
  },
  {
    address: 'role@acme.org',
    attributes: { warn: 'role' },
    state: 'risky',
    message: 'Shared inbox: fine if you can read it',
  },
  {
    address: 'full@acme.org',
    attributes: { warn: 'risky' },
    state: 'risky',
    message: 'Email may not arrive',
  },
  { address: 'free@acme.org', attributes: { warn: 'free' }, state: 'safe', message: 'Use your work email' },
  {
    address: 'free@acme.org',
    attributes: { block: 'free' },
    state: 'safe',
    message: 'Use your work email',
    isBlocked: true,
  },
  {
    address: 'invalid@acme.org',
    attributes: { block: 'syntax invalid' },
    state: 'invalid',
    message: IMPOSSIBLE,
    isBlocked: true,
  },
  {
    address: 'temporary@acme.org',
    attributes: { block: 'disposable' },
    state: 'disposable',
    message: TEMPORARY,
    isBlocked: true,
  },
  {
    address: 'jane@disposable.org',
    attributes: { block: 'disposable' },
    state: 'disposable',
    message: TEMPORARY,
    isBlocked: true,
    paid: 0,
  },
  {
    address: 'jane@mail.acme.org',
    attributes: { deny: 'acme.org' },
    state: 'invalid',
    message: "mail.acme.org can't be used here",
    isBlocked: true,
    paid: 0,
  },
  { address: 'invalid@acme.org', attributes: { allow: 'acme.org' }, state: 'unknown', message: '', paid: 0 },
];

describe('a verdict', () => {
  for (const { address, attributes = {}, state, message, isBlocked = false, paid = 1 } of rows) {
    it(`of ${address} with ${JSON.stringify(attributes)} is ${state}${isBlocked ? ' and blocks' : ''}`, async () => {
      const page = await mount(attributes);
      insert(page, address);
      await page.reaches(state);
      await page.element.updateComplete;
      expect(page.message()).to.equal(message);
      expect(page.input.validity.customError).to.equal(isBlocked);
      expect(page.input.validationMessage).to.equal(isBlocked ? `${message}\nChange the address to go on` : '');
      expect(page.input.getAttribute('aria-invalid')).to.equal(isBlocked ? 'true' : null);
      expect(await page.asked('v1')).to.have.length(paid);
      expect(page.input.value).to.equal(address);
    });
  }

  it('that blocks can be overridden, and the form goes out', async () => {
    const page = await mount({ block: 'syntax invalid' });
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    await page.element.updateComplete;
    const { override } = page.buttons();
    expect(override?.textContent).to.equal('Use anyway');
    override?.click();
    await page.element.updateComplete;
    expect(page.input.validity.valid).to.equal(true);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });

  it('of the deny list, or with no-override, offers no way around', async () => {
    for (const attributes of [{ deny: 'acme.org' }, { block: 'invalid', 'no-override': '' }]) {
      const page = await mount(attributes);
      await page.type('invalid@acme.org');
      await page.reaches('invalid');
      await page.element.updateComplete;
      expect(page.buttons()).to.deep.equal({});
    }
  });

  it('disappears with the first edit', async () => {
    const page = await mount({ block: 'invalid' });
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    const atEdit: unknown[] = [];
    page.form.addEventListener('input', () =>
      atEdit.push(page.element.state, page.input.validity.customError, page.input.getAttribute('aria-invalid')),
    );
    await page.type('x');
    expect(atEdit).to.deep.equal(['typing', false, null]);
    await page.element.updateComplete;
    expect(page.message()).to.equal('');
  });

  it('has not come at first: the state is idle', async () => {
    const page = await mount();
    expect(page.element.state).to.equal('idle');
    if (CSS.supports('selector(:state(idle))')) expect(page.element.matches(':state(idle)')).to.equal(true);
  });

  it('is told by an event with its source, and by the custom state', async () => {
    const page = await mount();
    const told: string[] = [];
    page.form.addEventListener('email-check-start', ({ address }) => told.push(`start ${address}`));
    page.form.addEventListener('email-check-verdict', ({ address, verdict, source }) =>
      told.push(`${address} ${verdict.result} ${source}`),
    );
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(told).to.deep.equal(['start safe@acme.org', 'safe@acme.org Safe to Send service']);
    expect(page.element.verdict?.result).to.equal('Safe to Send');
    if (CSS.supports('selector(:state(safe))')) expect(page.element.matches(':state(safe)')).to.equal(true);
  });

  it('never becomes markup, and neither does a text of the page', async () => {
    const MARKUP = '<img src=x onerror=alert(1)>';
    const page = await mount();
    await page.type('markup@acme.org');
    await page.reaches('invalid');
    await page.element.updateComplete;
    expect(page.element.verdict?.didYouMean).to.contain(MARKUP);
    expect([page.message(), page.element.suggestion]).to.deep.equal([IMPOSSIBLE, '']);
    page.element.messages = { invalid: MARKUP };
    await page.element.updateComplete;
    expect(page.message()).to.equal(MARKUP);
    expect(page.element.shadowRoot?.querySelector('img')).to.equal(null);
  });

  it('that is good shows nothing with no-success: neither words, icon nor logo', async () => {
    const page = await mount({ 'no-success': '' });
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    await page.element.updateComplete;
    const line = page.element.shadowRoot?.querySelector('[part=line]');
    expect([page.message(), line?.querySelectorAll('svg, img').length]).to.deep.equal(['', 0]);
    expect(await page.asked('logo')).to.deep.equal([]);
    // What is not good is said all the same.
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    await page.element.updateComplete;
    expect(page.message()).to.equal(IMPOSSIBLE);
    page.element.noSuccess = false;
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    await until(() => page.message() === 'Looks good');
  });

  it('marks the input for the page’s own styles with mark-input, until the next edit', async () => {
    const page = await mount({ 'mark-input': '', block: 'syntax disposable' });
    const mark = (): string | null => page.input.getAttribute('data-email-check');
    expect(mark()).to.equal(null);
    for (const [address, state, expected] of [
      ['safe@acme.org', 'safe', 'safe'],
      ['invalid@acme.org', 'invalid', 'warned'],
      ['temporary@acme.org', 'disposable', 'blocked'],
      ['unknown@acme.org', 'unknown', null],
      ['role@acme.org', 'risky', null],
      ['broken500@acme.org', 'unavailable', null],
      ['jane@acme', 'malformed', 'blocked'],
    ] as const) {
      insert(page, address);
      if (state === 'malformed') await page.leave();
      await page.reaches(state);
      await page.element.updateComplete;
      expect(mark(), address).to.equal(expected);
      page.input.focus();
      await press('x');
      expect(mark(), `${address} was edited`).to.equal(null);
    }
  });

  it('marks nothing without mark-input, and takes the mark back with the attribute or the element', async () => {
    const page = await mount();
    const mark = (): string | null => page.input.getAttribute('data-email-check');
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    await page.element.updateComplete;
    expect(mark()).to.equal(null);
    page.element.markInput = true;
    await page.element.updateComplete;
    expect(mark()).to.equal('safe');
    page.element.markInput = false;
    await page.element.updateComplete;
    expect(mark()).to.equal(null);
    page.element.markInput = true;
    await page.element.updateComplete;
    expect(mark()).to.equal('safe');
    page.element.remove();
    expect(mark()).to.equal(null);
  });
});
