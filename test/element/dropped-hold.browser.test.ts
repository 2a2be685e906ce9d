import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { insert, mount, type Page, until } from './page.js';

const click = async (target: Element): Promise<void> => {
  const { x, y, width, height } = target.getBoundingClientRect();
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
};

const addButton = (page: Page, text: string, properties: Partial<HTMLButtonElement> = {}): HTMLButtonElement => {
  const button = Object.assign(document.createElement('button'), { textContent: text, ...properties });
  page.form.append(button);
  return button;
};

/** A form whose submit waits for an answer that does not come in time. A page has two questions out at once: these do not stay out for long. */
const HASTY = { block: 'syntax invalid', debounce: '5000', hold: '2500', timeout: '2600' };
/** A form whose submit waits until the answer comes, which the test says. */
const PATIENT = { block: 'syntax invalid', debounce: '5000', hold: '10000', timeout: '20000' };

const held = async (page: Page): Promise<void> => {
  insert(page, 'later@acme.org');
  await sendKeys({ press: 'Enter' });
  expect([page.submits(), page.element.state]).to.deep.equal([0, 'checking']);
};

/** Waits until a submit of another form that was held later has gone out: by then an earlier one would have. */
const untilLaterOneIsOut = async (): Promise<void> => {
  const witness = await mount(PATIENT);
  await held(witness);
  await witness.answer();
  await until(() => witness.submits() === 1);
};

/** Has the answer come, and waits until a submit that waited for it would have gone out. */
const answered = async (page: Page): Promise<void> => {
  await page.answer();
  await untilLaterOneIsOut();
};

/** Puts a form into a dialog, and opens it. */
const inDialog = ({ form }: Page): HTMLDialogElement => {
  const dialog = document.createElement('dialog');
  form.before(dialog);
  dialog.append(form);
  dialog.showModal();
  return dialog;
};

describe('a held submit is dropped', () => {
  it('by a button that closes the dialog', async () => {
    const page = await mount(PATIENT);
    const dialog = inDialog(page);
    const cancel = addButton(page, 'Cancel', { formNoValidate: true });
    cancel.setAttribute('formmethod', 'dialog');
    await held(page);
    await click(cancel);
    // It is this form's own submit; the page's handler keeps the browser from closing the dialog.
    expect(page.submits()).to.equal(1);
    dialog.close();
    await answered(page);
    expect(page.submits()).to.equal(1);
    dialog.remove();
  });

  it('by Escape, which closes the dialog', async () => {
    const page = await mount(PATIENT);
    const dialog = inDialog(page);
    await held(page);
    await sendKeys({ press: 'Escape' });
    await until(() => !dialog.open);
    await answered(page);
    expect(page.submits()).to.equal(0);
    dialog.remove();
  });

  it('by a dialog that closes around a shadow root with the form in its slot', async () => {
    const page = await mount(PATIENT);
    const host = document.createElement('div');
    page.form.before(host);
    host.append(page.form);
    const dialog = document.createElement('dialog');
    dialog.append(document.createElement('slot'));
    host.attachShadow({ mode: 'open' }).append(dialog);
    dialog.showModal();
    await held(page);
    dialog.close();
    await answered(page);
    expect(page.submits()).to.equal(0);
    host.remove();
  });

  it('and does not go out at the end of its hold either', async () => {
    const page = await mount(HASTY);
    const dialog = inDialog(page);
    await held(page);
    dialog.close();
    const witness = await mount(HASTY);
    await held(witness);
    await until(() => witness.submits() === 1);
    expect(page.submits()).to.equal(0);
    dialog.remove();
  });

  it('by a popover that is dismissed', async () => {
    const page = await mount(PATIENT);
    if (!('popover' in page.form)) return;
    page.form.popover = 'auto';
    page.form.showPopover();
    await held(page);
    await sendKeys({ press: 'Escape' });
    await answered(page);
    expect(page.submits()).to.equal(0);
  });

  it('by a button of the page’s own that puts the form away', async () => {
    const page = await mount(PATIENT);
    const cancel = addButton(page, 'Cancel', { type: 'button' });
    cancel.onclick = () => (page.form.hidden = true);
    await held(page);
    await click(cancel);
    expect(page.form.hidden).to.equal(true);
    await answered(page);
    expect(page.submits()).to.equal(0);
  });

  for (const [how, closed, away] of [
    ['at once by opacity', '', 'opacity: 0'],
    ['at once by visibility', '', 'visibility: hidden'],
    ['in a transition of its opacity, which nothing follows', 'transition: opacity 300ms', 'opacity: 0'],
  ] as const) {
    it(`by a button that closes the form ${how}`, async () => {
      const page = await mount(PATIENT);
      const cancel = addButton(page, 'Cancel', { type: 'button' });
      page.form.style.cssText = closed;
      cancel.onclick = () => (page.form.style.cssText += `;${away}`);
      await held(page);
      await click(cancel);
      await answered(page);
      expect(page.submits()).to.equal(0);
    });
  }

  it('by a button that begins to close the form as the answer comes', async () => {
    const page = await mount(PATIENT);
    const cancel = addButton(page, 'Cancel', { type: 'button' });
    page.form.style.transition = 'opacity 300ms';
    page.form.ontransitionend = () => (page.form.hidden = true);
    cancel.onclick = () => {
      page.form.setAttribute('aria-hidden', 'true');
      page.form.style.opacity = '0';
    };
    await held(page);
    await click(cancel);
    await page.answer();
    await until(() => page.form.hidden);
    await untilLaterOneIsOut();
    expect(page.submits()).to.equal(0);
  });

  it('by a button that closes the form, which is opened again', async () => {
    const page = await mount(PATIENT);
    const cancel = addButton(page, 'Cancel', { type: 'button' });
    cancel.onclick = () => (page.form.hidden = true);
    await held(page);
    await click(cancel);
    page.form.hidden = false;
    await answered(page);
    expect(page.submits()).to.equal(0);
  });

  it('by another button of the form, whose own submit goes out once', async () => {
    const page = await mount(PATIENT);
    const draft = addButton(page, 'Save as a draft', { formNoValidate: true });
    const submitters: unknown[] = [];
    page.form.addEventListener('submit', ({ submitter }) => submitters.push(submitter));
    await held(page);
    await click(draft);
    expect(submitters).to.deep.equal([draft]);
    await answered(page);
    expect(submitters).to.deep.equal([draft]);
  });

  it('by a visitor who leaves for another page', async () => {
    const page = await mount(PATIENT);
    await held(page);
    dispatchEvent(new Event('beforeunload'));
    dispatchEvent(new Event('pagehide'));
    await answered(page);
    expect(page.submits()).to.equal(0);
  });

  it('and the next one is held for the same answer', async () => {
    const page = await mount(PATIENT);
    const dialog = inDialog(page);
    await held(page);
    const closed = new Promise((resolve) => dialog.addEventListener('close', resolve));
    dialog.close();
    await closed;
    dialog.showModal();
    await click(page.button);
    expect(page.submits()).to.equal(0);
    await page.answer();
    await until(() => page.submits() === 1);
    dialog.remove();
  });
});

describe('a held submit goes out all the same', () => {
  it('when the page hides the form as the button is clicked', async () => {
    const page = await mount(PATIENT);
    page.button.onclick = () => (page.form.hidden = true);
    insert(page, 'later@acme.org');
    await click(page.button);
    expect(page.submits()).to.equal(0);
    await page.answer();
    await until(() => page.submits() === 1);
  });

  it('when the page closes the dialog as the button is clicked', async () => {
    const page = await mount(PATIENT);
    const dialog = inDialog(page);
    page.button.onclick = () => dialog.close();
    insert(page, 'later@acme.org');
    await click(page.button);
    expect([page.submits(), dialog.open]).to.deep.equal([0, false]);
    await page.answer();
    await until(() => page.submits() === 1);
    dialog.remove();
  });

  it('when the page hides the form while it is held', async () => {
    const page = await mount(PATIENT);
    insert(page, 'later@acme.org');
    await click(page.button);
    expect(page.submits()).to.equal(0);
    await until(() => page.message() === 'Checking…');
    page.form.hidden = true;
    await page.answer();
    await until(() => page.submits() === 1);
  });

  it('when a dialog inside the form, or around another form, closes', async () => {
    const page = await mount(PATIENT);
    const inner = document.createElement('dialog');
    page.form.append(inner);
    inner.show();
    await held(page);
    inner.close();
    await page.answer();
    await until(() => page.submits() === 1);
  });

  it('when the person clicks beside it and it stays', async () => {
    const page = await mount(PATIENT);
    const other = addButton(page, 'Show the terms', { type: 'button' });
    await held(page);
    await click(other);
    await page.answer();
    await until(() => page.submits() === 1);
  });
});

describe('a held submit is no part of what a person does elsewhere', () => {
  /** Presses something beside the form, which the page then hides by itself, as with a spinner. */
  const hiddenAfter = async (press: (page: Page) => Promise<unknown>): Promise<void> => {
    const page = await mount(HASTY);
    await held(page);
    await press(page);
    // Whoever waits for a slow answer shows a spinner in time.
    setTimeout(() => (page.form.hidden = true), 500);
    await until(() => page.submits() === 1);
    expect(page.form.hidden).to.equal(true);
  };

  it('a click on the page', () => hiddenAfter(() => sendMouse({ type: 'click', position: [700, 500] })));

  it('a click on a checkbox', () =>
    hiddenAfter(async ({ form }) => {
      const box = Object.assign(document.createElement('input'), { type: 'checkbox' });
      form.append(box);
      await click(box);
      expect(box.checked).to.equal(true);
    }));

  it('a click on a link that the page takes', () =>
    hiddenAfter(async ({ form }) => {
      const link = Object.assign(document.createElement('a'), { href: '/elsewhere', textContent: 'Terms' });
      link.onclick = (event) => event.preventDefault();
      form.append(link);
      await click(link);
    }));

  it('a page that the visitor stays on after all, or a link to a mail address', async () => {
    const page = await mount(HASTY);
    await held(page);
    dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await until(() => page.submits() === 1);
  });
});

describe('a page that acts on the verdict', () => {
  const withListener = async (listener: (page: Page) => void): Promise<Page> => {
    const page = await mount(PATIENT);
    page.element.addEventListener('email-check-verdict', () => listener(page));
    return page;
  };

  it('by submitting has the form go out once', async () => {
    const page = await withListener(({ form }) => form.requestSubmit());
    insert(page, 'slow300@acme.org');
    await sendKeys({ press: 'Enter' });
    await until(() => page.submits() > 0);
    await untilLaterOneIsOut();
    expect(page.submits()).to.equal(1);
  });

  it('by emptying and resetting the field sends nothing', async () => {
    const page = await withListener(({ element, input }) => {
      input.value = '';
      element.reset();
    });
    insert(page, 'slow300@acme.org');
    await sendKeys({ press: 'Enter' });
    await page.reaches('idle');
    await untilLaterOneIsOut();
    expect(page.submits()).to.equal(0);
  });

  it('by emptying the form a moment later sends nothing', async () => {
    const page = await withListener(({ form }) => void Promise.resolve().then(() => form.reset()));
    insert(page, 'slow300@acme.org');
    await sendKeys({ press: 'Enter' });
    await page.reaches('idle');
    await untilLaterOneIsOut();
    expect(page.submits()).to.equal(0);
  });

  it('by asking again, which changes nothing, loses no submit', async () => {
    const page = await withListener(({ element }) => element.check());
    insert(page, 'slow300@acme.org');
    await sendKeys({ press: 'Enter' });
    await until(() => page.submits() === 1);
  });

  it('by resetting on a blocked verdict is not complained to', async () => {
    const page = await withListener(({ element, input, button }) => {
      button.focus();
      input.value = '';
      element.reset();
    });
    insert(page, 'invalid@acme.org');
    await sendKeys({ press: 'Enter' });
    await page.reaches('idle');
    expect(document.activeElement).to.equal(page.button);
  });

  it('by resetting at the start of a question hears no verdict', async () => {
    const page = await mount(PATIENT);
    const heard: string[] = [];
    page.element.addEventListener('email-check-start', () => page.element.reset());
    page.element.addEventListener('email-check-verdict', () => heard.push('verdict'));
    insert(page, 'safe@acme.org');
    await sendKeys({ press: 'Enter' });
    await page.reaches('idle');
    await untilLaterOneIsOut();
    expect([heard, page.submits()]).to.deep.equal([[], 0]);
  });
});
