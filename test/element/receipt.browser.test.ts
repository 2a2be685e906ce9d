import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { insert, mount, mountWithProxy, press, until, type Page } from './page.js';

/** What the form sends with each submit that goes out: all that is there beside the address. */
const watchSubmits = ({ form }: Page): Record<string, FormDataEntryValue>[] => {
  const sent: Record<string, FormDataEntryValue>[] = [];
  form.addEventListener('submit', () => {
    sent.push(Object.fromEntries([...new FormData(form)].filter(([name]) => name !== 'email')));
  });
  return sent;
};

describe('a receipt', () => {
  it('of a key proxy goes with the form, and is there as a property', async () => {
    const page = await mountWithProxy();
    const sent = watchSubmits(page);
    expect(page.element.receipt).to.equal('');
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(page.element.receipt).to.equal('receipt.of.safe@acme.org');
    expect(page.element.verdict?.receipt).to.equal('receipt.of.safe@acme.org');
    page.form.requestSubmit();
    expect(sent).to.deep.equal([{ email_check_receipt: 'receipt.of.safe@acme.org' }]);
  });

  it('goes under the name that the page gives, in place of a field of that name, and once', async () => {
    const page = await mountWithProxy({ 'receipt-name': 'proof' });
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: 'proof', value: 'old' });
    page.form.append(field);
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(new FormData(page.form).getAll('proof')).to.deep.equal(['receipt.of.safe@acme.org']);
    page.element.receiptName = 'other';
    expect(new FormData(page.form).getAll('proof')).to.deep.equal(['old']);
    expect(new FormData(page.form).getAll('other')).to.deep.equal(['receipt.of.safe@acme.org']);
  });

  it('is of the address in the field: an edit, a reset and removal take it away', async () => {
    const page = await mountWithProxy();
    const receipts = () => new FormData(page.form).getAll('email_check_receipt');
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(receipts()).to.have.length(1);
    await press('x');
    expect([page.element.receipt, ...receipts()]).to.deep.equal(['']);
    await page.reaches('safe');
    expect(receipts()).to.deep.equal(['receipt.of.safe@acme.orgx']);
    page.form.reset();
    await page.reaches('idle');
    expect(receipts()).to.deep.equal([]);
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(receipts()).to.have.length(1);
    page.element.remove();
    expect(receipts()).to.deep.equal([]);
  });

  it('is nothing if a service that says one itself is asked with a public key', async () => {
    const page = await mount();
    const sent = watchSubmits(page);
    await page.type('vouched@acme.org');
    await page.reaches('safe');
    expect(page.element.verdict?.receipt).to.equal('of no key proxy');
    expect(page.element.receipt).to.equal('');
    page.form.requestSubmit();
    expect(sent).to.deep.equal([{}]);
  });

  it('of a temporary address that the detector knows is asked of the key proxy, and goes with the form', async () => {
    const page = await mountWithProxy();
    const sent = watchSubmits(page);
    await page.type('temporary@disposable.org');
    page.form.requestSubmit();
    await until(() => page.submits() === 1);
    expect([page.element.state, page.element.verdict?.code]).to.deep.equal(['disposable', 3]);
    expect(sent).to.deep.equal([{ email_check_receipt: 'receipt.of.temporary@disposable.org' }]);
    expect(await page.asked('validate')).to.have.length(1);
  });

  it('is none if the key proxy fails, and what the detector said of the domain stands', async () => {
    for (const word of ['broken500', 'dayslimit', 'html']) {
      const page = await mountWithProxy({ block: 'disposable' });
      insert(page, `${word}@disposable.org`);
      await page.reaches('disposable');
      expect([page.element.verdict?.code, page.element.receipt], word).to.deep.equal([3, '']);
      page.form.requestSubmit();
      expect(page.submits(), word).to.equal(0);
    }
  });

  it('is none if the key proxy is not believed: with a domain of a relay', async () => {
    const sent: unknown[] = [];
    const other = await mountWithProxy();
    insert(other, 'temporary@privaterelay.appleid.com');
    await other.reaches('unknown');
    expect(await other.asked('validate')).to.have.length(1);
    sent.push(...new FormData(other.form).getAll('email_check_receipt'));
    other.form.requestSubmit();
    expect([sent, other.element.receipt, other.submits()]).to.deep.equal([[], '', 1]);
  });

  it('of another key proxy is not kept if the page changes endpoint', async () => {
    const page = await mountWithProxy();
    await page.type('safe@acme.org');
    await page.reaches('safe');
    page.element.endpoint += '-next';
    await page.element.updateComplete;
    expect(page.element.receipt).to.equal('');
    await page.reaches('safe');
    expect(page.element.receipt).to.equal('receipt.of.safe@acme.org');
  });

  it('goes with a form that the field names by its id, and that the page sends without a submit', async () => {
    const page = await mountWithProxy();
    page.form.id = 'sign-up';
    page.form.after(page.element);
    page.input.setAttribute('form', 'sign-up');
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(Object.fromEntries(new FormData(page.form))).to.deep.equal({
      email: 'safe@acme.org',
      email_check_receipt: 'receipt.of.safe@acme.org',
    });
    page.element.remove();
  });

  it('does not go with another form of the page', async () => {
    const page = await mountWithProxy();
    await page.type('safe@acme.org');
    await page.reaches('safe');
    const other = document.createElement('form');
    page.form.after(other);
    expect([...new FormData(other)]).to.deep.equal([]);
    other.remove();
  });

  it('goes with a form inside a shadow root', async () => {
    const page = await mountWithProxy();
    const host = document.createElement('div');
    page.form.before(host);
    host.attachShadow({ mode: 'open' }).append(page.form);
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(new FormData(page.form).get('email_check_receipt')).to.equal('receipt.of.safe@acme.org');
    host.remove();
  });
});

describe('a submit with a receipt to fetch', () => {
  it('is held until the key proxy answers, and goes out once, with the receipt', async () => {
    const page = await mountWithProxy({ debounce: '5000' });
    const sent = watchSubmits(page);
    await page.type('later@acme.org');
    await sendKeys({ press: 'Enter' });
    expect(page.submits()).to.equal(0);
    await until(() => page.message() === 'Checking…');
    await page.answer();
    await until(() => page.submits() === 1);
    expect(sent).to.deep.equal([{ email_check_receipt: 'receipt.of.later@acme.org' }]);
    expect(await page.asked('validate')).to.have.length(1);
    page.form.requestSubmit();
    expect(page.submits()).to.equal(2);
  });

  it('goes out without one if none comes', async () => {
    for (const word of ['broken500', 'dayslimit', 'forbidden', 'html', 'reset']) {
      const page = await mountWithProxy({ debounce: '5000' });
      const sent = watchSubmits(page);
      await page.type(`${word}@acme.org`);
      page.form.requestSubmit();
      await until(() => page.submits() === 1, word);
      expect(sent, word).to.deep.equal([{}]);
    }
  });

  it('waits for it no longer than hold says, and not at all with hold="0"', async () => {
    const page = await mountWithProxy({ hold: '300' });
    const sent = watchSubmits(page);
    await page.type('hang@acme.org');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    await until(() => page.submits() === 1);
    expect(sent).to.deep.equal([{}]);
    const other = await mountWithProxy({ hold: '0' });
    await other.type('hang@acme.org');
    other.form.requestSubmit();
    expect(other.submits()).to.equal(1);
  });

  it('is not held while the element is paused, for a domain that the page allows, or by a button without validation', async () => {
    const paused = await mountWithProxy({ paused: '' });
    await paused.type('safe@acme.org');
    paused.form.requestSubmit();
    const allowed = await mountWithProxy({ allow: 'acme.org' });
    await allowed.type('safe@acme.org');
    allowed.form.requestSubmit();
    const free = await mountWithProxy();
    free.button.formNoValidate = true;
    await free.type('safe@acme.org');
    free.form.requestSubmit(free.button);
    expect([paused.submits(), allowed.submits(), free.submits()]).to.deep.equal([1, 1, 1]);
  });

  it('is cancelled by a verdict that the page blocks', async () => {
    const page = await mountWithProxy({ block: 'invalid', debounce: '5000' });
    await page.type('invalid@acme.org');
    page.form.requestSubmit();
    await page.reaches('invalid');
    expect(page.submits()).to.equal(0);
    expect(document.activeElement).to.equal(page.input);
  });
});

describe('a form with two elements and two receipts to fetch', () => {
  it('goes out once, with both', async () => {
    const page = await mountWithProxy({ debounce: '5000' });
    const other = await mountWithProxy({ debounce: '5000', 'receipt-name': 'second_receipt' }, { name: 'second' });
    page.form.append(other.element);
    await other.type('slow300@acme.org');
    await page.type('slow100@acme.org');
    const sent: Record<string, FormDataEntryValue>[] = [];
    page.form.addEventListener('submit', () => sent.push(Object.fromEntries(new FormData(page.form))));
    await sendKeys({ press: 'Enter' });
    await until(() => page.submits() > 0);
    await other.reaches('safe');
    expect(sent).to.deep.equal([
      {
        email: 'slow100@acme.org',
        email_check_receipt: 'receipt.of.slow100@acme.org',
        second: 'slow300@acme.org',
        second_receipt: 'receipt.of.slow300@acme.org',
      },
    ]);
    expect(other.submits()).to.equal(0);
  });
});

describe('a form with novalidate and a receipt to fetch', () => {
  it('is held for the receipt, and never cancelled', async () => {
    for (const [word, block] of [
      ['safe', 'syntax'],
      ['invalid', 'invalid'],
      ['temporary', 'disposable'],
    ] as const) {
      const page = await mountWithProxy({ block, debounce: '5000' });
      page.form.noValidate = true;
      const sent = watchSubmits(page);
      await page.type(`${word}@acme.org`);
      page.form.requestSubmit();
      expect(page.submits(), word).to.equal(0);
      await until(() => page.submits() === 1, word);
      expect(sent).to.deep.equal([{ email_check_receipt: `receipt.of.${word}@acme.org` }]);
      page.form.requestSubmit();
      expect(page.submits(), word).to.equal(2);
    }
  });

  it('goes out at once with a fault of syntax', async () => {
    const page = await mountWithProxy({}, { type: 'text' });
    page.form.noValidate = true;
    await page.type('jane@acme');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });
});
