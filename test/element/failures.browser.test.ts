import { expect } from '@open-wc/testing';
import type { StateName } from '../../src/index.js';
import { mount } from './page.js';

const rows: readonly (readonly [word: string, state: StateName, code: string])[] = [
  ['wrongkey', 'misconfigured', 'wrong-key'],
  ['nocredits', 'misconfigured', 'no-credits'],
  ['forbidden', 'misconfigured', 'forbidden'],
  ['refused200', 'unavailable', 'rejected'],
  ['html', 'unavailable', 'bad-answer'],
  ['empty', 'unavailable', 'bad-answer'],
  ['half', 'unavailable', 'bad-answer'],
  ['broken500', 'unavailable', 'server-error'],
  ['reset', 'unavailable', 'network'],
  ['hang', 'unavailable', 'timeout'],
];

describe('a failure of the service', () => {
  for (const block of ['syntax', 'syntax invalid disposable']) {
    for (const [word, state, code] of rows) {
      it(`(${word}) with block="${block}" is told, and the form goes out`, async () => {
        const page = await mount({ block, timeout: word === 'hang' ? '500' : '8000' });
        const codes: string[] = [];
        page.element.addEventListener('email-check-error', (event) => codes.push(event.code));
        await page.type(`${word}@acme.org`);
        await page.reaches(state);
        await page.element.updateComplete;
        expect(codes).to.deep.equal([code]);
        expect([page.message(), page.status()]).to.deep.equal(['', '']);
        expect(page.input.validity.valid).to.equal(true);
        page.form.requestSubmit(page.button);
        expect(page.submits()).to.equal(1);
        console.log(`measured: (${word}) with block="${block}": the form goes out`);
      });
    }
  }

  it('that says "too many at once" is tried again', async () => {
    const page = await mount();
    await page.type('busy@acme.org');
    await page.reaches('safe');
    expect(await page.asked('v1')).to.have.length(2);
  });

  it('can be asked about again by hand', async () => {
    const page = await mount();
    await page.type('broken500@acme.org');
    await page.reaches('unavailable');
    page.element.check();
    expect(page.element.state).to.equal('checking');
    await page.reaches('unavailable');
    expect(await page.asked('v1')).to.have.length(2);
  });

  it('of the day ends paid calls, is shown once a page, and leaves the form alone', async () => {
    const page = await mount({}, {});
    const limits: string[] = [];
    page.element.addEventListener('email-check-limit', ({ address }) => limits.push(address));
    await page.type('dayslimit@acme.org');
    await page.reaches('limited');
    await page.element.updateComplete;
    expect(page.message()).to.equal('Too many checks today. You can continue');
    expect(limits).to.deep.equal(['dayslimit@acme.org']);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
    const mark = Object.keys(localStorage).find((name) => name.includes(page.element.baseUrl));
    expect(mark).to.be.a('string');
    expect(localStorage[mark!]).to.match(/^\d+$/);

    page.input.value = '';
    await page.type('safe@acme.org');
    await page.reaches('limited');
    expect(await page.asked('v1')).to.have.length(1);

    delete localStorage[mark!];
    page.element.reset();
    page.input.value = '';
    await page.type('safe2@acme.org');
    await page.reaches('unknown');
    expect(await page.asked('v1')).to.have.length(2);
  });

  it('of the key ends paid calls until reload; the detector goes on', async () => {
    const page = await mount();
    await page.type('wrongkey@acme.org');
    await page.reaches('misconfigured');
    page.input.value = '';
    await page.type('safe@other.org');
    await page.reaches('misconfigured');
    expect(await page.asked('v1')).to.have.length(1);
    expect((await page.asked('disposable')).map(({ email }) => email)).to.deep.equal(['acme.org', 'other.org']);
  });
});

describe('a private key', () => {
  it('is refused before any request, with one console error', async () => {
    const { error } = console;
    const told: unknown[] = [];
    console.error = (...words: unknown[]): void => void told.push(...words);
    try {
      const page = await mount({ 'public-key': 'a1b2c3d4e5f6g' });
      await page.type('safe@acme.org');
      await page.reaches('misconfigured');
      page.input.value = '';
      await page.type('other@acme.org');
      await page.reaches('misconfigured');
      expect(await page.asked()).to.deep.equal([]);
      expect(told).to.have.length(1);
      expect(told[0]).to.match(/key proxy/);
      expect(told[0]).not.to.contain('a1b2c3d4e5f6g');
      page.form.requestSubmit();
      expect(page.submits()).to.equal(1);
    } finally {
      console.error = error;
    }
  });
});
