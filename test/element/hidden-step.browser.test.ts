import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { insert, mount, type Page } from './page.js';

const clickOn = async (target: Element): Promise<void> => {
  const { x, y, width, height } = target.getBoundingClientRect();
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
};

/** A form in two steps: the element in the first one, another field and the form's button in the last. */
const wizard = async (step: HTMLElement, hide: () => void, attributes: Record<string, string>) => {
  const page = await mount(attributes, { type: 'text' });
  const next = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Next' });
  const name = document.createElement('input');
  step.append(page.element);
  page.form.prepend(step, next, name);
  next.onclick = hide;
  return { page, next, name };
};

const waysToHide: Readonly<Record<string, () => readonly [step: HTMLElement, hide: () => void]>> = {
  'display: none': () => {
    const step = document.createElement('div');
    return [step, () => (step.style.display = 'none')];
  },
  'the hidden attribute': () => {
    const step = document.createElement('fieldset');
    return [step, () => (step.hidden = true)];
  },
  'visibility: hidden': () => {
    const step = document.createElement('div');
    return [step, () => (step.style.visibility = 'hidden')];
  },
  'a closed <details>': () => {
    const step = document.createElement('details');
    step.open = true;
    return [step, () => (step.open = false)];
  },
};

const waysToSend: Readonly<Record<string, (page: Page, name: HTMLInputElement) => Promise<void>>> = {
  'a click on the last step’s button': ({ button }) => clickOn(button),
  'Enter in the last step’s field': async (_, name) => {
    name.focus();
    await sendKeys({ press: 'Enter' });
  },
};

const blocked: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'a fault of syntax': async (page) => {
    insert(page, 'jane@');
    await page.leave();
    await page.reaches('malformed');
  },
  'a blocked verdict': async (page) => {
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
  },
  'an unanswered slip': async (page) => {
    insert(page, 'jane@gmial.com');
    await page.offers();
  },
};

describe('a field that is not shown stops no form', () => {
  for (const [how, way] of Object.entries(waysToHide)) {
    for (const [press, send] of Object.entries(waysToSend)) {
      it(`hidden by ${how}, sent by ${press}`, async () => {
        for (const [why, fill] of Object.entries(blocked)) {
          const { page, next, name } = await wizard(...way(), { block: 'syntax typo invalid' });
          await fill(page);
          await clickOn(next);
          await send(page, name);
          expect(page.submits(), why).to.equal(1);
          page.form.remove();
        }
      });
    }
  }

  it('and stops it again once it is shown', async () => {
    const [step, hide] = waysToHide['the hidden attribute']!();
    const { page, next, name } = await wizard(step, hide, {});
    await blocked['a fault of syntax']!(page);
    await clickOn(next);
    await waysToSend['Enter in the last step’s field']!(page, name);
    step.hidden = false;
    await clickOn(page.button);
    expect([page.submits(), document.activeElement]).to.deep.equal([1, page.input]);
  });
});
