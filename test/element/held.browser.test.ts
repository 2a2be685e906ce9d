import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { insert, mount, type Page, press, until } from './page.js';

/** Presses Enter in the field, as a person does: what the browser does with a submit depends on that. */
const enter = async ({ input }: Page): Promise<void> => {
  input.focus();
  await sendKeys({ press: 'Enter' });
};

describe('a submit by Enter whose answer needs no network', () => {
  it('goes out once, for an address that was answered before', async () => {
    const page = await mount({ block: 'syntax invalid' });
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    await press('x');
    await sendKeys({ press: 'Backspace' });
    await enter(page);
    await until(() => page.submits() === 1);
    expect(await page.asked('v1')).to.have.length(1);
  });

  it('goes out once, with a private key that is never sent', async () => {
    const page = await mount({ block: 'syntax invalid', 'public-key': 'a1b2c3d4e5f6g', trigger: 'submit' });
    await page.type('safe@acme.org');
    await enter(page);
    await until(() => page.submits() === 1);
  });

  it('goes out once, with no service at all', async () => {
    const page = await mount({ block: 'syntax invalid', 'base-url': '', trigger: 'submit' });
    await page.type('safe@acme.org');
    await enter(page);
    await until(() => page.submits() === 1);
  });

  it('goes out once, for each new address after the limit of the day is known', async () => {
    const page = await mount({ block: 'syntax invalid', trigger: 'submit' });
    for (const [index, address] of ['dayslimit@acme.org', 'safe@acme.org', 'other@acme.org'].entries()) {
      insert(page, address);
      await enter(page);
      await until(() => page.submits() === index + 1);
    }
  });

  it('is cancelled by a verdict that was known before, and says why', async () => {
    const page = await mount({ block: 'syntax invalid' });
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    await press('x');
    await sendKeys({ press: 'Backspace' });
    await enter(page);
    await page.reaches('invalid');
    expect([page.submits(), page.input.validity.customError]).to.deep.equal([0, true]);
  });

  it('is sent once if the person presses Enter again before it goes on', async () => {
    const page = await mount({ block: 'syntax invalid' });
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    insert(page, 'slow300@acme.org');
    await enter(page);
    await enter(page);
    await page.reaches('safe');
    // Another form's answer comes later than what this one might still send.
    const other = await mount({ block: 'syntax invalid' });
    insert(other, 'slow100@acme.org');
    await enter(other);
    await until(() => other.submits() === 1);
    expect(page.submits()).to.equal(1);
  });

  it('that the browser refuses for another field is judged again the next time', async () => {
    const page = await mount({ block: 'syntax invalid' });
    const name = Object.assign(document.createElement('input'), { value: 'Jane', required: true });
    page.form.append(name);
    insert(page, 'slow300@acme.org');
    await enter(page);
    name.value = '';
    await page.reaches('safe');
    await until(() => document.activeElement === name);
    expect(page.submits()).to.equal(0);
    name.value = 'Jane';
    insert(page, 'invalid@acme.org');
    await enter(page);
    await page.reaches('invalid');
    expect(page.submits()).to.equal(0);
  });
});
