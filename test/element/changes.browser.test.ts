import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { en } from '../../src/element/locales/en.js';
import { insert, mount, type Page, until } from './page.js';

/** A field that is blocked, with its description in place. */
const blocked = async (): Promise<{ page: Page; description: Element }> => {
  const page = await mount({ block: 'invalid' });
  insert(page, 'invalid@acme.org');
  await page.leave();
  await page.reaches('invalid');
  await until(() => page.element.querySelector('[slot=description]')?.textContent);
  return { page, description: page.element.querySelector('[slot=description]')! };
};

describe('the line', () => {
  it('is there for a long address before the button is pressed, so that its click is not lost', async () => {
    const page = await mount({}, { type: 'text' });
    page.form.style.cssText = 'display: block; width: 300px';
    insert(page, `${'l'.repeat(64)}@gmailcom`);
    await page.element.updateComplete;
    const { left, top } = page.button.getBoundingClientRect();
    let clicks = 0;
    page.button.addEventListener('click', () => clicks++);
    await sendMouse({ type: 'move', position: [Math.round(left + 10), Math.round(top + 8)] });
    await sendMouse({ type: 'down' });
    await page.offers();
    await nextFrame();
    const after = page.button.getBoundingClientRect().top;
    await sendMouse({ type: 'up' });
    await nextFrame();
    expect([after, clicks]).to.deep.equal([top, 1]);
  });

  for (const lang of ['en', 'de']) {
    it(`does not grow for wide letters, neither while they are typed nor when a message comes, in "${lang}"`, async () => {
      const page = await mount({ lang });
      page.form.style.cssText = 'display: block; width: 304px';
      await until(() => page.element.shadowRoot?.querySelector<HTMLElement>('[part=line]')?.lang === lang);
      const empty = page.element.getBoundingClientRect().height;
      insert(page, `${'w'.repeat(30)}@gmial.com`);
      await page.element.updateComplete;
      expect(page.element.getBoundingClientRect().height).to.equal(empty);
      await page.offers();
      expect(page.message()).to.contain('@gmail.com');
      expect(page.element.getBoundingClientRect().height).to.equal(empty);
    });

    it(`is kept at 320 px by the style for late scripts, to the pixel, in "${lang}"`, async () => {
      const frame = await fixture<HTMLIFrameElement>(
        html`<iframe title="a page" style="border: 0; width: 320px; height: 600px"></iframe>`,
      );
      const page = frame.contentDocument!;
      const style = new URL('../../src/late.css', import.meta.url).href;
      page.open();
      page.write(
        `<!doctype html><html lang="${lang}"><body><link rel="stylesheet" href="${style}"><form><email-check><label>Email <input type="email"></label></email-check><button>Sign up</button></form></body></html>`,
      );
      page.close();
      const top = (): number => page.querySelector('button')!.getBoundingClientRect().top;
      const hasStyle = (element: Element | null): unknown =>
        element && page.defaultView?.getComputedStyle(element).display === 'block';
      await until(() => page.querySelector('button') && hasStyle(page.querySelector('email-check')));
      const before = top();
      const element = page.querySelector('email-check')!;
      element.setAttribute('reserve', 'none');
      expect(before - top(), 'one line is kept').to.be.closeTo(28, 0.5);
      element.removeAttribute('reserve');
      page.head.append(
        Object.assign(page.createElement('script'), {
          type: 'module',
          src: new URL('../../src/define.ts', import.meta.url).href,
        }),
      );
      await until(() => page.querySelector('email-check:defined'));
      await nextFrame();
      expect(top()).to.be.closeTo(before, 0.5);
    });
  }
});

describe('a framework that rewrites', () => {
  it('aria-invalid gets ours back, and its own at the end', async () => {
    const { page } = await blocked();
    page.input.setAttribute('aria-invalid', 'false');
    await until(() => page.input.getAttribute('aria-invalid') === 'true');
    page.element.remove();
    expect(page.input.getAttribute('aria-invalid')).to.equal('false');
  });

  it('the description’s text gets it back', async () => {
    const { description } = await blocked();
    description.textContent = '';
    await until(() => description.textContent === en.invalid);
  });

  it('the description’s slot leaves it hidden', async () => {
    const { description } = await blocked();
    description.removeAttribute('slot');
    await until(() => getComputedStyle(description).display === 'none');
  });
});

it('an empty aria-describedby of the author’s is there again at the end', async () => {
  const page = await mount({}, { 'aria-describedby': '' });
  page.input.focus();
  await until(() => page.input.getAttribute('aria-describedby'));
  page.element.remove();
  expect(page.input.getAttribute('aria-describedby')).to.equal('');
});

it('no ARIA attribute is made before the first focus or edit', async () => {
  const page = await mount({ block: 'invalid' }, { value: 'invalid@acme.org' });
  page.element.check();
  await page.reaches('invalid');
  expect(page.input.hasAttribute('aria-invalid')).to.equal(false);
  page.input.focus();
  await until(() => page.input.getAttribute('aria-invalid') === 'true');
});

describe('a page that changes its mind', () => {
  it('takes an open suggestion back with no-suggestion, and asks about what was typed', async () => {
    const page = await mount();
    insert(page, 'safe@gmial.com');
    await page.leave();
    await page.offers();
    page.element.noSuggestion = true;
    await page.reaches('safe');
    expect([page.element.suggestion, Object.keys(page.buttons())]).to.deep.equal(['', []]);
  });

  it('takes a denial back', async () => {
    const page = await mount({ deny: 'acme.org' });
    insert(page, 'safe@acme.org');
    await page.leave();
    await page.reaches('invalid');
    page.element.deny = '';
    await page.reaches('safe');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
  });

  it('denies under a verdict', async () => {
    const page = await mount();
    insert(page, 'safe@acme.org');
    await page.leave();
    await page.reaches('safe');
    page.element.deny = 'acme.org';
    await page.element.updateComplete;
    expect([page.element.state, page.input.validity.customError]).to.deep.equal(['invalid', true]);
  });

  it('has what was typed asked with the key that comes', async () => {
    const page = await mount({ 'public-key': '' });
    insert(page, 'safe@acme.org');
    await page.leave();
    await page.reaches('unknown');
    page.element.publicKey = 'public_x';
    await page.reaches('safe');
  });

  it('pays nothing for a change of another attribute under a verdict', async () => {
    const page = await mount();
    insert(page, 'safe@acme.org');
    await page.leave();
    await page.reaches('safe');
    page.element.warn = 'risky';
    await page.element.updateComplete;
    await page.reaches('safe');
    expect(await page.asked('v1')).to.have.length(1);
  });
});

it('reset() forgets a question that is out', async () => {
  const page = await mount();
  insert(page, 'slow400@acme.org');
  await page.leave();
  await page.reaches('checking');
  page.element.reset();
  // The next element on the page hears the same answer: then it is there.
  const other = await mount({ 'base-url': page.element.baseUrl });
  insert(other, 'slow400@acme.org');
  await other.leave();
  await other.reaches('safe');
  expect([page.element.state, page.message()]).to.deep.equal(['idle', '']);
});

it('trigger="submit" asks nothing before, not even for a logo', async () => {
  const page = await mount({ trigger: 'submit' });
  insert(page, 'safe@acme.org');
  await page.leave();
  // By the time that another field's question is answered, this one's would have been asked.
  const other = await mount({ 'base-url': page.element.baseUrl });
  insert(other, 'safe@acme.net');
  await other.leave();
  await other.reaches('safe');
  const asked = await page.asked();
  expect(asked.some((each) => JSON.stringify(each).includes('acme.net'))).to.equal(true);
  expect(asked.filter((each) => JSON.stringify(each).includes('acme.org'))).to.deep.equal([]);
});

describe('what is shown', () => {
  it('is worked out once for each key, for the field and the screen together', async () => {
    const page = await mount();
    await page.element.updateComplete;
    let times = 0;
    // Read once each time that a verdict is weighed.
    Object.defineProperty(page.element, 'noOverride', {
      get: () => {
        times++;
        return false;
      },
    });
    insert(page, 'j');
    await page.element.updateComplete;
    expect([page.element.state, times]).to.deep.equal(['typing', 1]);
  });
});
