import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { insert, mount, mountWithProxy, type Page, until } from './page.js';
import { takeClock } from './typing-clock.js';

const click = async (target: Element): Promise<void> => {
  const { x, y, width, height } = target.getBoundingClientRect();
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
};

/** A button of the page that sets the field's value as a framework does: with no event. */
const setter = (page: Page, value: string): HTMLButtonElement => {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Use my own' });
  button.onclick = () => (page.input.value = value);
  page.form.append(button);
  return button;
};

const startsOf = ({ element }: Page): string[] => {
  const addresses: string[] = [];
  element.addEventListener('email-check-start', ({ address }) => addresses.push(address));
  return addresses;
};

/** Waits until a question that came later is answered: by then an earlier one would have been asked. */
const untilAnotherIsAnswered = async (): Promise<void> => {
  const witness = await mount();
  insert(witness, 'safe@witness.org');
  await witness.reaches('safe');
};

describe('a value that the page sets', () => {
  it('after a submit takes the message of the one before away', async () => {
    const page = await mount();
    page.form.addEventListener('submit', () => (page.input.value = ''));
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    await click(page.button);
    expect(page.submits()).to.equal(1);
    await page.reaches('idle');
    await until(() => page.message() === '');
  });

  it('some time later, while a message stands, takes it away', async () => {
    const page = await mount();
    insert(page, 'invalid@acme.org');
    await page.leave();
    await page.reaches('invalid');
    page.input.value = 'safe@acme.org';
    await page.reaches('idle');
    expect(await page.asked('v1')).to.have.length(1);
  });

  for (const [how, go] of [
    ['a click', (page: Page) => click(page.button)],
    [
      'a key',
      async (page: Page) => {
        page.button.focus();
        await sendKeys({ press: 'Enter' });
      },
    ],
    ['a click of a script', (page: Page) => Promise.resolve(page.button.click())],
  ] as const) {
    it(`in place of a blocked one is submitted by the first press: ${how}`, async () => {
      const page = await mount({ block: 'syntax invalid' });
      insert(page, 'invalid@acme.org');
      await page.leave();
      await page.reaches('invalid');
      await click(setter(page, 'safe@acme.net'));
      await go(page);
      await until(() => page.submits() === 1);
      expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['invalid@acme.org', 'safe@acme.net']);
    });
  }

  it('while a submit is held drops the hold', async () => {
    const page = await mount({ block: 'invalid', hold: '2500', timeout: '4000', debounce: '5000' });
    insert(page, 'hang@acme.org');
    await click(page.button);
    expect([page.submits(), page.element.state]).to.deep.equal([0, 'checking']);
    page.input.value = '';
    await page.reaches('idle');
    const witness = await mount({ block: 'invalid', hold: '2500', timeout: '4000', debounce: '5000' });
    insert(witness, 'hang@acme.net');
    await click(witness.button);
    await until(() => witness.submits() === 1);
    expect(page.submits()).to.equal(0);
  });

  it('has no receipt of the one before', async () => {
    const page = await mountWithProxy();
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    await page.leave();
    page.input.value = 'other@acme.org';
    expect([...new FormData(page.form)]).to.deep.equal([['email', 'other@acme.org']]);
  });
});

describe('a value that was filled in with no event', () => {
  for (const [how, go] of [
    ['a click', (page: Page) => click(page.button)],
    [
      'a key on the button',
      async (page: Page) => {
        page.button.focus();
        await sendKeys({ press: 'Enter' });
      },
    ],
    [
      'a key in the field',
      async (page: Page) => {
        page.input.focus();
        await sendKeys({ press: 'Enter' });
      },
    ],
  ] as const) {
    it(`goes out at once, and is not asked about, by ${how}`, async () => {
      const page = await mount();
      const starts = startsOf(page);
      page.input.value = 'safe@acme.org';
      await go(page);
      expect(page.submits()).to.equal(1);
      await untilAnotherIsAnswered();
      expect(starts).to.deep.equal([]);
    });
  }

  it('is held and asked about if the page blocks a verdict', async () => {
    const page = await mount({ block: 'invalid' });
    const starts = startsOf(page);
    page.input.value = 'safe@acme.org';
    await click(page.button);
    await until(() => page.submits() === 1);
    expect(starts).to.deep.equal(['safe@acme.org']);
  });
});

describe('one question is asked', () => {
  it('if a keyboard on the screen tells of each key with a plain event', async () => {
    const page = await mount({ debounce: '5000' });
    const starts = startsOf(page);
    page.input.focus();
    for (const key of 'safe@mail.example.com') {
      page.input.value += key;
      page.input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    page.element.debounce = 0;
    page.input.value += '.au';
    page.input.dispatchEvent(new Event('input', { bubbles: true }));
    await page.reaches('safe');
    expect(starts).to.deep.equal(['safe@mail.example.com.au']);
  });

  it('if a framework tells of a composed word a second time', async () => {
    const page = await mount({ debounce: '5000' });
    const starts = startsOf(page);
    // As Vue's v-model does, whose listener was there first.
    const tell = () => page.input.dispatchEvent(new Event('input', { bubbles: true }));
    page.input.addEventListener('compositionend', tell, { capture: true });
    page.input.focus();
    for (const word of ['safe@acme', '.com', '.au']) {
      page.input.dispatchEvent(new CompositionEvent('compositionstart'));
      page.input.value += word;
      page.input.dispatchEvent(
        new InputEvent('input', { bubbles: true, inputType: 'insertCompositionText', isComposing: true }),
      );
      page.input.dispatchEvent(new CompositionEvent('compositionend'));
    }
    expect(starts).to.deep.equal([]);
    await page.leave();
    await page.reaches('safe');
    expect(starts).to.deep.equal(['safe@acme.com.au']);
  });

  it('if the page writes what is typed in lower case, while a slow hand types', async () => {
    const page = await mount();
    const starts = startsOf(page);
    page.form.addEventListener('input', () => (page.input.value = page.input.value.toLowerCase()));
    const clock = takeClock();
    try {
      page.input.focus();
      for (const key of 'SAFE@EXAMPLE.COM.AU') {
        page.input.value += key;
        page.input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
        await clock.advance(700);
      }
      await clock.advance(5000);
    } finally {
      clock.restore();
    }
    expect(starts).to.deep.equal(['safe@example.com.au']);
  });

  it('and its answer stays if the page writes the domain in lower case afterwards', async () => {
    const page = await mount();
    insert(page, 'safe@ACME.org');
    await page.reaches('safe');
    await page.leave();
    page.input.value = 'safe@acme.org';
    await click(page.button);
    expect([page.element.state, page.submits()]).to.deep.equal(['safe', 1]);
    await untilAnotherIsAnswered();
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('and no suggestion comes back once the address was found safe', async () => {
    const page = await mount();
    insert(page, 'safe@gmial.com');
    await page.leave();
    await page.reaches('safe');
    page.input.focus();
    await page.leave();
    await click(page.button);
    expect([page.element.suggestion, page.element.state, page.submits()]).to.deep.equal(['', 'safe', 1]);
  });
});
