import { expect, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { en } from '../../src/element/locales/en.js';
import type { EmailCheckElement } from '../../src/index.js';
import { insert, mount, type Page, until } from './page.js';

/** Counts how often something changes, from now on. */
const countChanges = (target: Node): (() => number) => {
  let count = 0;
  new MutationObserver((records) => (count += records.length)).observe(target, {
    attributes: true,
    childList: true,
    characterData: true,
    subtree: true,
  });
  return () => count;
};

/** Tasks and frames in which a loop would go on. */
const whileItMightLoop = async (): Promise<void> => {
  for (let frame = 0; frame < 20; frame++) await nextFrame();
};

const descriptions = ({ input }: Page): number => (input.getAttribute('aria-describedby') ?? '').split(' ').length;

describe('two elements on one input', () => {
  const second = async (page: Page): Promise<EmailCheckElement> => {
    page.input.id = 'shared';
    const other = document.createElement('email-check');
    Object.assign(other, { htmlFor: 'shared', publicKey: 'public_test', baseUrl: page.element.baseUrl });
    page.form.after(other);
    await other.updateComplete;
    return other;
  };

  it('do not fight: the second one stands aside, and says so once', async () => {
    const said: unknown[] = [];
    const { warn } = console;
    console.warn = (text) => said.push(text);
    const page = await mount();
    const other = await second(page);
    const changes = countChanges(page.form);
    page.input.focus();
    await until(() => page.input.hasAttribute('aria-describedby'));
    await whileItMightLoop();
    expect(changes()).to.be.lessThan(10);
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    expect([other.state, descriptions(page)]).to.deep.equal(['idle', 1]);
    expect(await page.asked('v1')).to.have.length(1);
    await until(() => said.length > 0);
    console.warn = warn;
    expect(said).to.deep.equal(['<email-check>: does nothing: another <email-check> has this input']);
    other.remove();
  });

  it('one inside the other: the outer one has it', async () => {
    const page = await mount();
    const outer = document.createElement('email-check');
    Object.assign(outer, { publicKey: 'public_test', baseUrl: page.element.baseUrl });
    page.element.before(outer);
    outer.append(page.element);
    page.input.focus();
    await until(() => page.input.hasAttribute('aria-describedby'));
    await whileItMightLoop();
    expect(descriptions(page)).to.equal(1);
  });

  it('change over when the first one goes, and not when it only moves', async () => {
    const page = await mount();
    const other = await second(page);
    page.form.append(page.element);
    await Promise.resolve();
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    expect(other.state).to.equal('idle');
    const { input } = page;
    page.form.append(input);
    page.element.remove();
    await Promise.resolve();
    input.focus();
    input.select();
    document.execCommand('insertText', false, 'safe@acme.net');
    await until(() => other.state === 'safe');
    other.remove();
  });
});

describe('a page that undoes what the element does, each time and at once', () => {
  const undoing = (page: Page, undo: () => void): (() => number) => {
    const changes = countChanges(page.form);
    new MutationObserver(undo).observe(page.form, { attributes: true, childList: true, subtree: true });
    return changes;
  };

  const loses = async (page: Page, undo: () => void): Promise<void> => {
    const changes = undoing(page, undo);
    insert(page, 'invalid@acme.org');
    await page.leave();
    await page.reaches('invalid');
    await whileItMightLoop();
    const before = changes();
    await whileItMightLoop();
    expect(changes()).to.equal(before);
    expect(page.input.validity.customError).to.equal(true);
  };

  it('has its way with aria-describedby after a few times', async () => {
    const page = await mount({ block: 'invalid' });
    await loses(page, () => page.input.removeAttribute('aria-describedby'));
    expect(page.input.hasAttribute('aria-describedby')).to.equal(false);
  });

  it('has its way with aria-invalid', async () => {
    const page = await mount({ block: 'invalid' });
    await loses(page, () => page.input.removeAttribute('aria-invalid'));
  });

  it('has its way with the description', async () => {
    const page = await mount({ block: 'invalid' });
    await loses(page, () => page.element.querySelector('[slot=description]')?.remove());
  });

  it('has its way with the input itself, put back as a copy', async () => {
    const page = await mount({ block: 'invalid' });
    const changes = undoing(page, () => {
      const input = page.element.querySelector('input');
      if (!input?.hasAttribute('aria-describedby')) return;
      const copy = input.cloneNode() as HTMLInputElement;
      copy.removeAttribute('aria-describedby');
      input.replaceWith(copy);
    });
    page.input.focus();
    await whileItMightLoop();
    const before = changes();
    await whileItMightLoop();
    expect(changes()).to.equal(before);
  });

  it('is translated: each text becomes another element, also one that comes later', async () => {
    const page = await mount({}, { type: 'text' });
    const changes = undoing(page, () => {
      const text = page.element.querySelector('[slot=description]')?.firstChild;
      if (text?.nodeType !== Node.TEXT_NODE) return;
      const font = document.createElement('font');
      font.textContent = `(de) ${text.textContent}`;
      text.replaceWith(font);
    });
    await page.type('jane@');
    await sendKeys({ press: 'Tab' });
    await until(() => page.message() === en.noDomain);
    await whileItMightLoop();
    const before = changes();
    await whileItMightLoop();
    expect(changes()).to.equal(before);
    expect(page.element.querySelector('font')?.textContent).to.equal(`(de) ${en.noDomain}`);
  });

  it('gets it put back again once the person comes to the field', async () => {
    const page = await mount({ block: 'invalid' });
    const undo = new MutationObserver(() => page.input.removeAttribute('aria-describedby'));
    undo.observe(page.input, { attributes: true });
    page.input.focus();
    await whileItMightLoop();
    expect(page.input.hasAttribute('aria-describedby')).to.equal(false);
    undo.disconnect();
    insert(page, 'jane');
    await until(() => page.input.hasAttribute('aria-describedby'));
  });
});
