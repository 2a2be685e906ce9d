import { expect } from '@open-wc/testing';
import { a11ySnapshot, sendKeys, sendMouse } from '@web/test-runner-commands';
import { insert, mount, press, type Page, until } from './page.js';

interface Node {
  readonly role: string;
  readonly name?: string;
  readonly children?: readonly Node[];
}

const textboxesOf = (node: Node): Node[] =>
  node.role === 'textbox' ? [node] : (node.children ?? []).flatMap(textboxesOf);

/** The name of the page's one text field, as assistive technology reads it. */
const nameOfField = async (): Promise<string | undefined> => {
  const [field] = textboxesOf((await a11ySnapshot({})) as unknown as Node);
  return field?.name;
};

/** A label around the element. */
const labelled = async (attributes: Record<string, string> = {}): Promise<Page> => {
  const page = await mount({ block: 'syntax invalid', ...attributes }, { type: 'text' });
  const label = document.createElement('label');
  page.form.prepend(label);
  page.element.replaceChildren(page.input);
  label.append('Email ', page.element);
  return page;
};

const clickOn = async (target: Element): Promise<void> => {
  const { x, y, width, height } = target.getBoundingClientRect();
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
};

/** Only Chromium's driver tells of the accessibility tree. */
const isChromium = navigator.userAgent.includes('Chrome');

describe('a label around the element', () => {
  it('names the field with its own text alone, whatever is shown', async function () {
    if (!isChromium) return this.skip();
    const page = await labelled();
    expect(await nameOfField()).to.equal('Email');
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    await until(() => page.message());
    expect(await nameOfField(), 'safe').to.equal('Email');
    insert(page, 'jane@gmial.com');
    await page.offers();
    await until(() => page.status().includes('gmail.com'));
    expect(await nameOfField(), 'suggestion').to.equal('Email');
    insert(page, 'invalid@acme.org');
    await page.leave();
    await page.reaches('invalid');
    await until(() => page.buttons()['override']);
    expect(await nameOfField(), 'invalid').to.equal('Email');
  });

  it('does not have a click on our buttons reach the field as well', async () => {
    const page = await labelled();
    const heard: string[] = [];
    page.input.addEventListener('click', () => heard.push('click'));
    page.input.addEventListener('focus', () => heard.push('focus'));
    page.input.focus();
    await press('jane@gmial.com');
    await page.offers();
    await clickOn(page.buttons()['accept']!);
    expect(page.input.value).to.equal('jane@gmail.com');
    await page.element.updateComplete;
    await clickOn(page.buttons()['undo']!);
    expect(page.input.value).to.equal('jane@gmial.com');
    expect(heard).to.deep.equal(['focus']);
    insert(page, 'invalid@acme.org');
    await page.leave();
    await page.reaches('invalid');
    await until(() => page.buttons()['override']);
    heard.length = 0;
    page.buttons()['override']!.focus();
    await sendKeys({ press: 'Enter' });
    await page.element.updateComplete;
    expect(heard).to.deep.equal(['focus']);
  });

  it('still has a click on its text go to the field', async () => {
    const page = await labelled();
    const label = page.form.querySelector('label')!;
    const { x, y } = label.getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(x + 4), Math.round(y + 8)] });
    await until(() => document.activeElement === page.input);
  });
});
