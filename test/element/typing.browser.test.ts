import { expect } from '@open-wc/testing';
import '../../src/define.js';
import { isSoak, seed } from '../soak.js';
import { takeClock, type Clock } from './typing-clock.js';
import { keysOf, typists, type Key } from './typing-typist.js';

/** Of fewer than this, chance alone can ask more than one question in a hundred too many. */
const TYPISTS = isSoak ? 2000 : 500;
const NAME = 'jane';
/** Longer than any wait. */
const AFTERWARDS = 6000;
const ADDRESSES_A_BREATH = 50;

/** A paid call: when it went out, and for which address. */
interface Call {
  readonly at: number;
  readonly email: string;
}

/** A service that answers at once: the hardest on a miser, since no question can be dropped while another is out. */
const createService = () => {
  const paid: Call[] = [];
  const fetch = (address: RequestInfo | URL): Promise<Pick<Response, 'status' | 'json'>> => {
    const { pathname, searchParams } = new URL(address as string);
    const email = searchParams.get('email') ?? '';
    const isPaid = pathname === '/v1/';
    if (isPaid) paid.push({ at: performance.now(), email });
    const verdict = {
      email,
      code: '5',
      role: 'false',
      free_email: 'false',
      result: 'Safe to Send',
      reason: 'Deliverable',
      send_transactional: '1',
      did_you_mean: '',
    };
    const body = isPaid ? { service: verdict, success: '1' } : { disposable: 'false' };
    return Promise.resolve({ status: 200, json: () => Promise.resolve(body) });
  };
  return { paid, fetch: fetch as typeof window.fetch };
};

describe('a person types', () => {
  const realFetch = window.fetch;
  let clock: Clock;
  let paid: Call[];
  let input: HTMLInputElement;
  let played = 0;
  /** No two addresses are alike, since the second would cost nothing, and all are of one length. */
  let named = 1000;

  const change = (text: string, inputType: string, isComposing = false): void => {
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType, isComposing }));
  };

  const mount = (value = ''): void => {
    const element = document.createElement('email-check');
    input = document.createElement('input');
    Object.assign(input, { type: 'email', value });
    Object.assign(element, { baseUrl: 'https://check.example.org', publicKey: 'public_typing', logo: 'off' });
    element.append(input);
    document.body.append(element);
    input.focus();
    paid.length = 0;
  };

  const unmount = (): void => input.parentElement?.remove();

  /** Types into a new element, waits, and gives the time of the last key. */
  const play = async (keys: readonly Key[]): Promise<number> => {
    mount();
    let before = '';
    for (const { after, text } of keys) {
      await clock.advance(after);
      change(text, text.length > before.length ? 'insertText' : 'deleteContentBackward');
      before = text;
    }
    const lastKey = clock.now();
    await clock.advance(AFTERWARDS);
    unmount();
    if (++played % ADDRESSES_A_BREATH === 0) await clock.breathe();
    return lastKey;
  };

  beforeEach(() => {
    const service = createService();
    ({ paid } = service);
    window.fetch = service.fetch;
    clock = takeClock();
  });

  afterEach(() => {
    clock.restore();
    window.fetch = realFetch;
  });

  for (const pace of [60, 120, 250, 400, 700]) {
    it(`at ${pace} ms a key: one finished address costs one paid call`, async function () {
      this.timeout(60_000);
      const wrong: string[] = [];
      const first = named;
      for (const domain of [
        'acme.com',
        'acme.co',
        'acme.co.uk',
        'acme.com.br',
        'acme.ac.uk',
        'gmail.com',
        'yahoo.co.uk',
        'yahoo.com.br',
      ]) {
        const at = NAME.length + 4;
        const ending = at + 1 + domain.indexOf('.');
        const pauses = [700, 1500, 2500].flatMap((pause) =>
          [at, at + 1, ending].map((pauseBefore) => ({ pause, pauseBefore })),
        );
        const slips = Array.from(`@${domain}`, (_, index) => ({ slipBefore: at + index }));
        const slipsAndPause = slips.map((slip) => ({ ...slip, pause: 2500, pauseBefore: ending }));
        for (const manner of [{}, ...pauses, ...slips, ...slipsAndPause]) {
          const address = `${NAME}${named++}@${domain}`;
          await play(keysOf(address, { interval: () => pace, ...manner }));
          const calls = paid.map(({ email }) => email).join(' ');
          if (calls !== address) wrong.push(`${address} ${JSON.stringify(manner)}: ${calls || 'no call'}`);
        }
      }
      expect(wrong).to.deep.equal([]);
      console.log(`measured: paid calls for one finished address at ${pace} ms a key: 1 for each of ${named - first}`);
    });
  }

  it(`as ${TYPISTS} unlike persons do: at most 1.01 paid calls an address, asked within 350 ms of the last key`, async function () {
    this.timeout(120_000);
    const counts: number[] = [];
    const waits: number[] = [];
    for (const { address, keys } of typists(TYPISTS, seed)) {
      const lastKey = await play(keys);
      counts.push(paid.length);
      const last = paid.at(-1);
      expect(last?.email, 'the finished address is asked about').to.equal(address);
      waits.push(last!.at - lastKey);
    }
    waits.sort((one, other) => one - other);
    const mean = counts.reduce((sum, each) => sum + each) / TYPISTS;
    const [median, late] = [0.5, 0.95].map((share) => waits[Math.floor(share * TYPISTS)]!);
    console.log(
      `measured: paid calls for one address of ${TYPISTS} typists: mean ${mean.toFixed(4)}, most ${Math.max(...counts)}; wait from last key to question: median ${median!.toFixed(0)} ms, p95 ${late!.toFixed(0)} ms`,
    );
    expect(mean).to.be.at.most(1.01);
    expect(Math.max(...counts)).to.be.at.most(2);
    expect(median).to.be.at.most(350);
  });

  it('with an input method: nothing is asked while it composes, and once when it is done', async () => {
    mount();
    for (const text of ['ｊ', 'ｊａ', 'jane@acme.org']) {
      await clock.advance(250);
      change(text, 'insertCompositionText', true);
    }
    await clock.advance(AFTERWARDS);
    expect(paid).to.deep.equal([]);
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'jane@acme.org' }));
    await clock.advance(AFTERWARDS);
    expect(paid.map(({ email }) => email)).to.deep.equal(['jane@acme.org']);
    console.log('measured: paid calls while an input method composes: 0');
    unmount();
  });

  it('an address that is not finished, and leaves it: nothing is asked', async () => {
    for (const text of [
      'jane',
      'jane@',
      'jane@acme',
      'jane@acme.',
      'jane@acme.c',
      'jane@@acme.org',
      'jane@[192.0.2.1]',
    ]) {
      await play([...text].map((_, index) => ({ after: 250, text: text.slice(0, index + 1) })));
      expect(paid, text).to.deep.equal([]);
    }
    console.log('measured: paid calls for an incomplete address: 0');
  });

  it('nothing into a field that was filled before, or is put back: nothing is asked', async () => {
    mount('prefilled@acme.org');
    await clock.advance(AFTERWARDS);
    input.blur();
    await clock.advance(AFTERWARDS);
    // The browser restores what was typed before a reload without an event.
    input.value = 'restored@acme.org';
    input.focus();
    await clock.advance(AFTERWARDS);
    input.blur();
    await clock.advance(AFTERWARDS);
    expect(paid).to.deep.equal([]);
    console.log('measured: paid calls for a prefilled or restored value: 0');
    unmount();
  });
});
