import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { mount, press, until } from './page.js';

/** What a page is told on the console while something runs. */
const toldDuring = async (run: () => Promise<void>): Promise<string[]> => {
  const { warn, error } = console;
  const told: string[] = [];
  console.warn = (text: unknown): void => void told.push(`warning: ${String(text)}`);
  console.error = (text: unknown): void => void told.push(`error: ${String(text)}`);
  try {
    await run();
  } finally {
    Object.assign(console, { warn, error });
  }
  return told;
};

/** What a page that holds `markup` is told. Each has a frame of its own, since a page is told a sentence but once. */
const toldInFrame = async (markup: string): Promise<string[]> => {
  const frame = await fixture<HTMLIFrameElement>(html`<iframe title="a page"></iframe>`);
  const { contentDocument: page, contentWindow: view } = frame;
  const told: string[] = [];
  Object.assign((view as unknown as typeof globalThis).console, { warn: (text: unknown) => told.push(String(text)) });
  const script = page!.createElement('script');
  script.type = 'module';
  // Each frame has modules of its own.
  script.src = new URL(
    document.querySelector<HTMLScriptElement>('script[src="/dist/email-check.js"]')
      ? '/dist/email-check.js'
      : '../../src/define.ts',
    import.meta.url,
  ).href;
  page!.head.append(script);
  await new Promise((resolve) => script.addEventListener('load', resolve));
  page!.body.innerHTML = markup;
  await until(() => told.length > 0);
  return told;
};

const SENTENCE = /^<email-check>: needs one input of type email or text.*for="id"/;

describe('a page that gets the input wrong is told once, with the remedy', () => {
  for (const [what, markup] of [
    ['no input inside', '<email-check></email-check>'],
    ['two inputs', '<email-check><input type="email"><input type="email"></email-check>'],
    ['an input of another type', '<email-check><input type="tel"></email-check>'],
    ['an input of several addresses', '<email-check><input type="email" multiple></email-check>'],
    ['an id that no input has', '<email-check for="nowhere"></email-check>'],
  ] as const) {
    it(what, async () => {
      const told = await toldInFrame(markup + markup);
      expect(told).to.have.length(1);
      expect(told[0]).to.match(SENTENCE);
    });
  }

  it('and is not told of an input that comes late, or of an element that has left', async () => {
    const told = await toldDuring(async () => {
      const page = await mount();
      const { input } = page;
      page.element.replaceChildren();
      await aTimeout(200);
      page.element.append(input);
      const gone = document.createElement('email-check');
      page.form.append(gone);
      await aTimeout(0);
      gone.remove();
      // Longer than a page may take to bring the input.
      await aTimeout(1200);
    });
    expect(told).to.deep.equal([]);
  });

  it('and a name beside the address is not taken for it', async () => {
    const page = await mount();
    const name = document.createElement('input');
    name.value = 'Jane';
    page.element.prepend(name);
    await page.type('safe@acme.org');
    await page.reaches('safe');
  });

  it('and the element does what it can: of two inputs the first is checked', async () => {
    const page = await mount();
    page.element.append(page.input.cloneNode());
    await page.type('safe@acme.org');
    await page.reaches('safe');
  });

  it('and a field of several addresses is left alone', async () => {
    const page = await mount({}, { multiple: '' });
    await page.type('safe@acme.org,safe@other.org');
    await page.leave();
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
    expect(await page.asked()).to.deep.equal([]);
    expect(page.element.state).to.equal('idle');
  });
});

/** Attributes, what a page may write into them by mistake, and what it is told to write. */
const wrongAttributes = [
  ['block', 'syntax disposabel', 'typo syntax deny disposable spam-trap invalid accept-all role risky free'],
  ['warn', 'slip', 'typo syntax deny disposable spam-trap invalid accept-all role risky free'],
  ['debounce', '-1', '0–5000'],
  ['debounce', 'soon', '0–5000'],
  ['debounce', '', '0–5000'],
  ['debounce', ' ', '0–5000'],
  ['debounce', '0x10', '0–5000'],
  ['timeout', '5', '500–60000'],
  ['hold', '10001', '0–10000'],
  ['trigger', 'blur', 'input change submit'],
  ['logo', 'on', 'auto always off'],
  ['reserve', 'room', 'line none'],
  ['base-url', '/check', 'https://…'],
  ['base-url', 'http://check.example.com', 'https://…'],
  ['base-url', 'https:check.example.com', 'https://…'],
  ['disposable-url', 'ftp://check.example.com', 'https://…'],
  ['logo-url', 'check.example.com', 'https://…'],
  ['endpoint', 'email-check', '/… or https://…'],
  ['endpoint', '//other.example.com', '/… or https://…'],
  ['endpoint', '/\\other.example.com', '/… or https://…'],
  ['endpoint', '/\t/other.example.com', '/… or https://…'],
  ['endpoint', '/\t', '/… or https://…'],
  ['endpoint', '/\t\\other.example.com', '/… or https://…'],
  ['base-url', 'http://localhost:80@other.example.com', 'https://…'],
  ['logo-url', 'http://127.0.0.1:80@other.example.com', 'https://…'],
  ['disposable-url', 'https://jane:secret@other.example.com', 'https://…'],
] as const;

describe('a page that gets an attribute wrong', () => {
  it('is told once what is right', async () => {
    const markup = wrongAttributes
      .map(([attribute, wrong]) => `<email-check ${attribute}="${wrong}"><input type="email"></email-check>`)
      .join('');
    const told = await toldInFrame(markup + markup);
    expect(told.sort()).to.deep.equal(
      wrongAttributes
        .map(([attribute, wrong, right]) => `<email-check>: ${attribute}="${wrong}" is not used: write ${right}`)
        .sort(),
    );
  });

  it('gets an element that works all the same', async () => {
    const page = await mount({
      block: 'nonsense',
      debounce: '-5',
      timeout: 'long',
      hold: '',
      trigger: 'never',
      logo: 'maybe',
    });
    await page.type('safe@acme.org');
    await page.reaches('safe');
  });

  it('may set properties of a wrong kind', async () => {
    const page = await mount();
    const loose = page.element as unknown as Record<string, unknown>;
    for (const wrong of [{}, [], null, Symbol.iterator.description, 12n, NaN])
      Object.assign(loose, { block: wrong, debounce: wrong, allow: wrong });
    Object.assign(loose, { messages: { safe: 5 } });
    await page.type('safe@acme.org');
    await page.reaches('safe');
    await page.element.updateComplete;
    expect(page.message()).to.equal('5');
    loose['messages'] = null;
    await page.element.updateComplete;
    expect(page.message()).to.equal('Looks good');
  });
});

describe('an element that leaves its page', () => {
  it('says nothing of the input that left with it', async () => {
    const told = await toldDuring(async () => {
      const page = await mount();
      page.input.focus();
      await press('j');
      page.element.remove();
      await until(() => !page.element.isConnected);
      // Longer than a page may take to bring the input.
      await aTimeout(1200);
    });
    expect(told).to.deep.equal([]);
  });
});
