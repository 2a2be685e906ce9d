import { expect } from '@open-wc/testing';
import { mount, mountWithProxy, until, type Page } from './page.js';

const realFetch = window.fetch;

/** The calls for a nonce that went out; each is answered with another one, or as `answer` says. */
const watchNonces = (answer?: (count: number) => Promise<Response>) => {
  const asked: { readonly path: string; readonly method: string | undefined }[] = [];
  window.fetch = async (address, options) => {
    const { pathname } = new URL(String(address instanceof Request ? address.url : address), location.href);
    if (!pathname.endsWith('/nonce')) return realFetch(address, options);
    asked.push({ path: pathname, method: options?.method });
    return answer?.(asked.length) ?? Response.json({ nonce: `nonce-${asked.length}`, success: '1' });
  };
  return asked;
};

const fieldsOf = ({ form }: Page): HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>('[autocomplete=email-verification-token]'),
];
const nonceOf = (page: Page): string | null => fieldsOf(page)[0]?.getAttribute('nonce') ?? null;

describe('proof of ownership', () => {
  afterEach(() => {
    window.fetch = realFetch;
  });

  it('puts a hidden field with a nonce into the form when the person comes to the field', async () => {
    const asked = watchNonces();
    const page = await mountWithProxy({ ownership: '' });
    expect(asked).to.deep.equal([]);
    page.input.focus();
    await until(() => nonceOf(page) === 'nonce-1');
    const [field] = fieldsOf(page);
    expect([field?.type, field?.name, field?.value, field?.form]).to.deep.equal([
      'hidden',
      'email_check_token',
      '',
      page.form,
    ]);
    expect(asked).to.deep.equal([{ path: `${page.element.endpoint}/nonce`, method: 'POST' }]);
  });

  it('keeps the nonce until the form is sent, and then takes another', async () => {
    const asked = watchNonces();
    const page = await mountWithProxy({ ownership: '' });
    page.form.addEventListener('submit', (event) => event.preventDefault());
    await page.type('safe@acme.org');
    await page.reaches('safe');
    page.input.blur();
    page.input.focus();
    expect(asked).to.have.length(1);
    page.form.requestSubmit();
    page.input.blur();
    page.input.focus();
    await until(() => nonceOf(page) === 'nonce-2');
    expect(fieldsOf(page)).to.have.length(1);
  });

  it('stays with its field: a moved element takes it along, a removed one takes it away', async () => {
    watchNonces();
    const page = await mountWithProxy({ ownership: '' });
    page.input.focus();
    await until(() => nonceOf(page) === 'nonce-1');
    page.element.remove();
    expect(fieldsOf(page)).to.deep.equal([]);
  });

  for (const [what, attributes] of [
    ['without the attribute', {}],
    ['while it is paused', { ownership: '', paused: '' }],
  ] as const)
    it(`asks for nothing ${what}`, async () => {
      const asked = watchNonces();
      const page = await mountWithProxy(attributes);
      await page.type('safe@acme.org');
      page.input.blur();
      expect(asked).to.deep.equal([]);
      expect(fieldsOf(page)).to.deep.equal([]);
    });

  it('asks for nothing without a key proxy', async () => {
    const asked = watchNonces();
    const page = await mount({ ownership: '' });
    await page.type('safe@acme.org');
    await page.reaches('safe');
    expect(asked).to.deep.equal([]);
  });

  for (const [what, answer] of [
    ['refuses', () => Promise.resolve(Response.json({ success: '0' }, { status: 503 }))],
    ['does not answer', () => Promise.reject<Response>(new TypeError('offline'))],
    ['answers with a page', () => Promise.resolve(new Response('<h1>Hello</h1>'))],
    ['answers without a nonce', () => Promise.resolve(Response.json({}))],
  ] as const)
    it(`changes nothing if the key proxy ${what}`, async () => {
      const asked = watchNonces(answer);
      const page = await mountWithProxy({ ownership: '' });
      await page.type('safe@acme.org');
      await page.reaches('safe');
      expect(asked).to.have.length(1);
      expect(fieldsOf(page)).to.deep.equal([]);
      let sent = 0;
      page.form.addEventListener('submit', () => sent++);
      page.form.requestSubmit();
      expect(sent).to.equal(1);
    });
});
