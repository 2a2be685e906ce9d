import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { en } from '../../src/element/locales/en.js';
import { insert, mount, type Page, press, until } from './page.js';

/** What is set as the field's custom error from now on, by whom ever. */
const watchValidity = ({ input }: Page): string[] => {
  const set: string[] = [];
  const real = input.setCustomValidity.bind(input);
  input.setCustomValidity = (error) => {
    set.push(error);
    real(error);
  };
  return set;
};

/** How often the browser would show its bubble for the field. */
const watchBubbles = ({ input }: Page): (() => number) => {
  const events: Event[] = [];
  input.addEventListener('invalid', (event) => events.push(event));
  return () => events.filter(({ defaultPrevented }) => !defaultPrevented).length;
};

const clickOn = async (target: Element): Promise<void> => {
  const { x, y, width, height } = target.getBoundingClientRect();
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
};

/** The submits that the page hears, by the name of their button. */
const submitters = (page: Page): (string | null)[] => {
  const heard: (string | null)[] = [];
  page.form.addEventListener('submit', ({ submitter }) =>
    heard.push(submitter && (submitter as HTMLButtonElement).value),
  );
  return heard;
};

describe('the field’s validity', () => {
  it('is never touched if nothing is blocked', async () => {
    const page = await mount({ block: '', warn: 'invalid disposable role' }, { type: 'text' });
    const set = watchValidity(page);
    for (const [address, state] of [
      ['safe@acme.org', 'safe'],
      ['invalid@acme.org', 'invalid'],
      ['temporary@acme.org', 'disposable'],
      ['role@acme.org', 'risky'],
      ['unknown@acme.org', 'unknown'],
      ['broken500@acme.org', 'unavailable'],
      ['jane@acme', 'malformed'],
    ] as const) {
      insert(page, address);
      await page.leave();
      await page.reaches(state);
    }
    page.form.requestSubmit();
    page.form.reset();
    await page.reaches('idle');
    page.element.remove();
    expect(page.submits()).to.equal(1);
    expect(set).to.deep.equal([]);
  });

  it('gets our text when the address is blocked, and loses it with the next key', async () => {
    const page = await mount({ block: 'invalid' });
    const set = watchValidity(page);
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    expect([...new Set(set)]).to.deep.equal([`${en.invalid}\n${en.blocked}`]);
    await press('x');
    expect(set.at(-1)).to.equal('');
    const { length } = set;
    insert(page, 'safe@acme.org');
    await page.reaches('safe');
    expect(set).to.have.length(length);
  });

  it('is blocked at submit although a library has cleared our error', async () => {
    const page = await mount({ block: 'invalid' });
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    page.input.setCustomValidity('');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    expect(page.input.validationMessage).to.equal(`${en.invalid}\n${en.blocked}`);
    page.buttons()['override']?.click();
    expect(page.input.validity.valid).to.equal(true);
  });

  it('keeps an error that the page put in place of ours, through edit, reset and removal', async () => {
    const page = await mount({ block: 'invalid' });
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    page.input.setCustomValidity('taken');
    await press('x');
    expect(page.input.validationMessage).to.equal('taken');
    page.form.reset();
    await page.reaches('idle');
    page.element.remove();
    expect(page.input.validationMessage).to.equal('taken');
  });

  it('stays the browser’s if the browser takes less than mail does', async () => {
    for (const address of ['"jane doe"@acme.org', 'jörg@acme.org']) {
      const page = await mount();
      const set = watchValidity(page);
      insert(page, address);
      await page.leave();
      expect(page.input.validity.typeMismatch, address).to.equal(true);
      await page.element.updateComplete;
      expect([page.element.state, page.message()]).not.to.include('malformed').and.not.to.include(en.format);
      page.form.requestSubmit();
      expect(page.submits()).to.equal(0);
      expect(set).to.deep.equal([]);
      expect(page.input.validity.customError).to.equal(false);
      expect(page.input.validationMessage).not.to.equal('');
    }
  });

  it('takes all that mail takes with type="text"', async () => {
    for (const address of [
      'jörg@bücher.de',
      '用户@例子.广告',
      '"jane doe"@acme.org',
      '"a@b"@acme.org',
      "o'neil+tag/x=y@acme.org",
      'ελένη@παράδειγμα.ελ',
      'अ@डाक.भारत',
    ]) {
      const page = await mount({ block: 'syntax invalid' }, { type: 'text' });
      insert(page, address);
      await page.leave();
      await page.reaches('unknown');
      page.form.requestSubmit();
      expect(page.submits(), address).to.equal(1);
      expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal([address]);
    }
  });
});

describe('the browser’s bubble', () => {
  const blocked = async (attributes: Record<string, string> = {}): Promise<Page> => {
    const page = await mount({ block: 'syntax invalid', ...attributes }, { type: 'text' });
    insert(page, 'invalid@acme.org');
    await page.leave();
    await page.reaches('invalid');
    await page.element.updateComplete;
    return page;
  };

  /** Another field of the form, with the focus. */
  const another = ({ form }: Page, isRequired = false): HTMLInputElement => {
    const field = Object.assign(document.createElement('input'), { name: 'name', required: isRequired });
    form.prepend(field);
    field.focus();
    return field;
  };

  for (const [how, send] of [
    ['a click on the button', (page: Page) => clickOn(page.button)],
    [
      'Enter in another field',
      async (page: Page) => {
        another(page);
        await sendKeys({ press: 'Enter' });
      },
    ],
    [
      'Enter in the field',
      async (page: Page) => {
        page.input.focus();
        await sendKeys({ press: 'Enter' });
      },
    ],
  ] as const) {
    it(`is kept away for our own text after ${how}; the field gets the focus, and the line says why and offers a way out`, async () => {
      const page = await blocked();
      const bubbles = watchBubbles(page);
      await send(page);
      await until(() => document.activeElement === page.input, 'the field does not get the focus');
      expect([page.submits(), bubbles()]).to.deep.equal([0, 0]);
      expect([page.message(), page.input.getAttribute('aria-invalid')]).to.deep.equal([en.invalid, 'true']);
      page.buttons()['override']!.click();
      page.form.requestSubmit();
      expect(page.submits()).to.equal(1);
    });
  }

  it('is kept away for our own text when the page reports the field, which gets the focus', async () => {
    const page = await blocked();
    const bubbles = watchBubbles(page);
    expect(page.form.reportValidity()).to.equal(false);
    await until(() => document.activeElement === page.input);
    expect(bubbles()).to.equal(0);
  });

  it('is not kept away for a fault that the browser finds, though we block as well', async () => {
    for (const [attribute, value, address] of [
      ['pattern', '.*@example[.]com', 'invalid@acme.org'],
      ['required', '', ''],
    ] as const) {
      const page = await mount({ block: 'syntax invalid' }, { type: 'text', [attribute]: value });
      insert(page, address);
      await page.leave();
      if (address) await page.reaches('invalid');
      const bubbles = watchBubbles(page);
      await clickOn(page.button);
      expect([page.submits(), bubbles()], attribute).to.deep.equal([0, 1]);
    }
    const quoted = await mount();
    insert(quoted, '"jane doe"@acme.org');
    const bubbles = watchBubbles(quoted);
    await clickOn(quoted.button);
    expect([quoted.submits(), bubbles()]).to.deep.equal([0, 1]);
  });

  it('is not kept away for an error of the page’s own, though we block as well', async () => {
    const page = await blocked();
    page.input.setCustomValidity('taken');
    const bubbles = watchBubbles(page);
    await clickOn(page.button);
    expect([page.submits(), bubbles(), page.input.validationMessage]).to.deep.equal([0, 1, 'taken']);
  });

  it('of another field is the browser’s, and that field has the focus', async () => {
    const page = await blocked();
    const name = another(page, true);
    let prevented: boolean | undefined;
    name.addEventListener('invalid', (event) => setTimeout(() => (prevented = event.defaultPrevented)));
    await clickOn(page.button);
    await until(() => prevented !== undefined);
    await aTimeout(0);
    expect([prevented, document.activeElement === name]).to.deep.equal([false, true]);
  });

  it('is no reason to take the focus from a person who writes in another field', async () => {
    const page = await blocked();
    const name = another(page);
    await press('Ja');
    expect(page.form.checkValidity()).to.equal(false);
    await aTimeout(50);
    await press('ne');
    expect([document.activeElement === name, name.value]).to.deep.equal([true, 'Jane']);
  });

  it('kept away for two fields leaves the focus in the first of them', async () => {
    const page = await blocked();
    const other = await blocked();
    page.button.before(other.element);
    await clickOn(page.button);
    await aTimeout(50);
    expect([page.submits(), document.activeElement === page.input]).to.deep.equal([0, true]);
  });
});

describe('a block on a field that is not shown', () => {
  /** A wizard: the address is asked for in its first step, and the form goes out in its second. */
  const wizard = async (attributes: Record<string, string>, address: string): Promise<Page> => {
    const page = await mount(attributes, { type: 'text' });
    const step = document.createElement('div');
    page.element.before(step);
    step.append(page.element);
    const next = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Next' });
    next.onclick = () => (step.hidden = !step.hidden);
    page.form.prepend(next);
    insert(page, address);
    await page.leave();
    return page;
  };

  for (const [what, attributes, address, state] of [
    ['a fault of syntax', {}, 'jane@acme', 'malformed'],
    ['a verdict', { block: 'syntax invalid' }, 'invalid@acme.org', 'invalid'],
    ['a slip', { 'public-key': '', 'base-url': '' }, 'safe@gmial.com', 'unknown'],
  ] as const) {
    it(`for ${what} does not stop the form; shown again, it does`, async () => {
      const page = await wizard(attributes, address);
      await page.reaches(state);
      const next = page.form.querySelector('button')!;
      await clickOn(next);
      await clickOn(page.button);
      expect(page.submits(), 'by the button').to.equal(1);
      const name = Object.assign(document.createElement('input'), { name: 'name' });
      page.form.append(name);
      name.focus();
      await sendKeys({ press: 'Enter' });
      expect(page.submits(), 'by Enter').to.equal(2);
      await clickOn(next);
      await clickOn(page.button);
      expect(page.submits(), 'shown again').to.equal(2);
      expect(document.activeElement === page.input).to.equal(true);
    });
  }
});

describe('the element in its form', () => {
  it('is not a form control, and adds nothing to what is sent', async () => {
    const page = await mount({ block: 'syntax invalid' });
    page.button.name = 'go';
    const sent: [string, FormDataEntryValue][] = [];
    page.form.addEventListener('formdata', ({ formData }) => sent.push(...formData));
    page.form.addEventListener('submit', ({ submitter }) => new FormData(page.form, submitter));
    insert(page, 'safe@acme.org');
    page.form.requestSubmit(page.button);
    await until(() => page.submits() === 1);
    expect(sent).to.deep.equal([
      ['email', 'safe@acme.org'],
      ['go', ''],
    ]);
    expect([...page.form.elements].map(({ localName }) => localName)).to.deep.equal(['input', 'button']);
    expect(
      (page.element.constructor as typeof HTMLElement & { formAssociated?: boolean }).formAssociated ?? false,
    ).to.equal(false);
    expect('form' in page.element || 'value' in page.element || 'name' in page.element).to.equal(false);
  });
});

describe('a held submit', () => {
  const held = async (): Promise<Page> => {
    const page = await mount({ block: 'invalid', debounce: '5000', hold: '10000', timeout: '20000' });
    insert(page, 'later@acme.org');
    page.form.requestSubmit(page.button);
    expect(page.submits()).to.equal(0);
    return page;
  };

  it('runs no handler of the page twice, the capturing ones neither', async () => {
    const page = await mount({ block: 'invalid', debounce: '5000' });
    const heard: string[] = [];
    const stop = new AbortController();
    const { signal } = stop;
    for (const [name, target] of Object.entries({ window, document, form: page.form })) {
      for (const capture of [true, false])
        target.addEventListener('submit', () => heard.push(`${name} ${capture}`), { capture, signal });
    }
    insert(page, 'slow300@acme.org');
    page.form.requestSubmit();
    expect(heard).to.deep.equal([]);
    await until(() => page.submits() === 1);
    stop.abort();
    expect(heard).to.deep.equal([
      'window true',
      'document true',
      'form true',
      'form false',
      'document false',
      'window false',
    ]);
  });

  it('by Enter is resumed as Enter: with the form’s own button, or with none', async () => {
    const page = await mount({ block: 'invalid', debounce: '5000', hold: '10000', timeout: '20000' });
    const heard = submitters(page);
    page.button.value = 'own';
    page.button.before(Object.assign(document.createElement('button'), { type: 'button', value: 'other' }));
    await page.type('later@acme.org');
    await sendKeys({ press: 'Enter' });
    expect(page.submits()).to.equal(0);
    await page.answer();
    await until(() => page.submits() === 1);
    expect(heard).to.deep.equal(['own']);

    for (const button of page.form.querySelectorAll('button')) button.remove();
    page.input.value = '';
    await page.type('later@acme.net');
    await sendKeys({ press: 'Enter' });
    expect(page.submits()).to.equal(1);
    await page.answer();
    await until(() => page.submits() === 2);
    expect(heard).to.deep.equal(['own', null]);
  });

  it('is resumed with the button that was pressed, of several', async () => {
    const page = await mount({ block: 'invalid', debounce: '5000' });
    const heard = submitters(page);
    page.button.value = 'first';
    const second = Object.assign(document.createElement('button'), { value: 'second' });
    page.form.append(second);
    insert(page, 'slow300@acme.org');
    second.click();
    expect(page.submits()).to.equal(0);
    await until(() => page.submits() === 1);
    expect(heard).to.deep.equal(['second']);
  });

  it('is resumed without its button, if that is gone', async () => {
    const page = await held();
    const heard = submitters(page);
    page.button.remove();
    await page.answer();
    await until(() => page.submits() === 1);
    expect(heard).to.deep.equal([null]);
  });

  it('goes through when it is repeated, and not once more when the answer comes', async () => {
    const page = await held();
    page.form.requestSubmit(page.button);
    expect(page.submits()).to.equal(1);
    await page.answer();
    await page.reaches('safe');
    await aTimeout(0);
    expect(page.submits()).to.equal(1);
  });

  it('of a blocked address is cancelled: the field has the focus, the line says why, and the browser says nothing', async () => {
    const page = await mount({ block: 'invalid', debounce: '5000' });
    const bubbles = watchBubbles(page);
    insert(page, 'invalid@acme.org');
    page.button.focus();
    page.form.requestSubmit(page.button);
    await page.reaches('invalid');
    expect([page.submits(), bubbles()]).to.deep.equal([0, 0]);
    expect(document.activeElement === page.input).to.equal(true);
    await page.element.updateComplete;
    expect([page.message(), Object.keys(page.buttons())]).to.deep.equal([en.invalid, ['override']]);
    await aTimeout(0);
    expect(page.submits()).to.equal(0);
  });

  for (const [what, drop] of [
    ['a reset of the form', (page: Page) => page.form.reset()],
    ['reset()', (page: Page) => page.element.reset()],
    ['the removal of the element', (page: Page) => page.element.remove()],
    ['the removal of the form', (page: Page) => page.form.remove()],
    ['another input', (page: Page) => page.input.replaceWith(document.createElement('input'))],
  ] as const) {
    it(`is dropped by ${what}`, async () => {
      const page = await held();
      await until(async () => (await page.asked('v1')).length === 1);
      drop(page);
      await page.answer();
      // One that is answered later goes out: by then this one would have.
      const witness = await held();
      await witness.answer();
      await until(() => witness.submits() === 1);
      expect(page.submits()).to.equal(0);
    });
  }

  it('inside a shadow root is resumed there, and a reset is heard there', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const page = await mount({ block: 'invalid', debounce: '5000' });
    const heard = submitters(page);
    page.button.value = 'inner';
    host.attachShadow({ mode: 'open' }).append(page.form);
    insert(page, 'slow300@acme.org');
    page.form.requestSubmit(page.button);
    expect(page.submits()).to.equal(0);
    await until(() => page.submits() === 1);
    expect(heard).to.deep.equal(['inner']);
    insert(page, 'invalid@acme.org');
    page.form.requestSubmit(page.button);
    await page.reaches('invalid');
    expect(page.submits()).to.equal(1);
    page.form.reset();
    await page.reaches('idle');
    expect(page.input.validity.valid).to.equal(true);
  });
});

describe('a submit that asks for no validation', () => {
  it('passes untouched: formnovalidate, and a dialog’s own form', async () => {
    const page = await mount({ block: 'syntax invalid', debounce: '5000' });
    insert(page, 'safe@acme.org');
    page.button.formNoValidate = true;
    page.form.requestSubmit(page.button);
    expect([page.submits(), page.element.state]).to.deep.equal([1, 'typing']);
    await aTimeout(300);
    expect(await page.asked()).to.deep.equal([]);
    page.button.formNoValidate = false;

    const dialog = document.createElement('dialog');
    page.form.replaceWith(dialog);
    dialog.append(page.form);
    page.form.setAttribute('method', 'dialog');
    dialog.showModal();
    insert(page, 'jane@acme');
    page.button.value = 'done';
    let prevented: boolean | undefined;
    window.addEventListener('submit', (event) => (prevented = event.defaultPrevented), { once: true, capture: true });
    page.form.requestSubmit(page.button);
    expect([page.submits(), prevented]).to.deep.equal([2, false]);
    expect(page.element.state).to.equal('typing');
    dialog.remove();
  });

  it('by novalidate is neither held nor cancelled, whatever is known', async () => {
    const page = await mount({ block: 'syntax invalid', debounce: '5000' });
    page.form.noValidate = true;
    insert(page, 'hang@acme.org');
    page.form.requestSubmit(page.button);
    expect(page.submits()).to.equal(1);
    insert(page, 'invalid@acme.org');
    page.element.check();
    await page.reaches('invalid');
    page.form.requestSubmit(page.button);
    expect(page.submits()).to.equal(2);
  });
});

describe('a field that a person cannot change', () => {
  const fieldset = (page: Page): HTMLFieldSetElement => {
    const around = document.createElement('fieldset');
    page.element.replaceWith(around);
    around.append(page.element);
    return around;
  };

  it('in a disabled fieldset stops no form', async () => {
    const page = await mount({ block: 'syntax invalid' }, { type: 'text', value: 'n/a' });
    const around = fieldset(page);
    around.disabled = true;
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
    expect(page.element.state).to.equal('idle');
    around.disabled = false;
    page.form.requestSubmit();
    expect([page.submits(), page.element.state]).to.deep.equal([1, 'malformed']);
  });

  it('through its fieldset keeps no block behind', async () => {
    const page = await mount({}, { type: 'text' });
    const around = fieldset(page);
    insert(page, 'jane');
    await page.leave();
    expect(page.input.validity.customError).to.equal(true);
    around.disabled = true;
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
    page.form.reset();
    await page.reaches('idle');
    around.disabled = false;
    expect([page.input.validity.valid, page.message()]).to.deep.equal([true, '']);
  });

  it('because it is read-only is not asked about, and has no message', async () => {
    const page = await mount({ block: 'syntax invalid' }, { type: 'text', value: 'jane', readonly: '' });
    page.input.focus();
    await press('x');
    await page.leave();
    await aTimeout(300);
    expect([page.element.state, page.message(), page.input.validity.valid]).to.deep.equal(['idle', '', true]);
    expect(await page.asked()).to.deep.equal([]);
  });
});

describe('a page with several elements', () => {
  const two = async (attributes: Record<string, string>): Promise<[Page, Page]> => {
    const pages: [Page, Page] = [
      await mount(attributes, { type: 'text' }),
      await mount(attributes, { type: 'text', name: 'other' }),
    ];
    pages[0].button.before(pages[1].element);
    return pages;
  };

  it('has each say what is wrong with its own field', async () => {
    const [one, other] = await two({});
    insert(one, 'jane');
    insert(other, 'jane@');
    await other.leave();
    expect([one.message(), other.message()]).to.deep.equal([en.noAt, en.noDomain]);
    one.form.reset();
    await until(() => one.element.state === 'idle' && other.element.state === 'idle');
    await other.element.updateComplete;
    expect([one.message(), other.message()]).to.deep.equal(['', '']);
  });

  it('goes out only when both fields may, and once', async () => {
    const [one, other] = await two({ block: 'syntax invalid', debounce: '5000' });
    insert(one, 'slow200@acme.org');
    insert(other, 'jane');
    one.form.requestSubmit();
    await until(() => document.activeElement === other.input && other.element.state === 'malformed');
    expect(one.submits()).to.equal(0);
    insert(other, 'slow200@acme.net');
    one.form.requestSubmit();
    await until(() => one.submits() === 1);
    await Promise.all([one.reaches('safe'), other.reaches('safe')]);
    expect(one.submits()).to.equal(1);
  });

  it('leaves the form of another element alone', async () => {
    const [one, other] = [await mount({}, { type: 'text' }), await mount({}, { type: 'text' })];
    insert(one, 'jane');
    other.form.requestSubmit();
    expect([one.element.state, other.submits()]).to.deep.equal(['typing', 1]);
    other.form.reset();
    await aTimeout(0);
    expect(one.element.state).to.equal('typing');
  });
});

describe('an input that for names', () => {
  it('is sought in the element’s own tree alone', async () => {
    const page = await mount();
    const outside = await fixture<HTMLInputElement>(html`<input id="mail" value="outside" />`);
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const inside = Object.assign(document.createElement('input'), { id: 'mail', name: 'mail' });
    host.attachShadow({ mode: 'open' }).append(page.form);
    page.input.remove();
    page.form.prepend(inside);
    page.element.htmlFor = 'mail';
    await page.element.updateComplete;
    inside.focus();
    await press('safe@acme.org');
    await page.reaches('safe');
    page.form.requestSubmit();
    expect(page.submits()).to.equal(1);
    await until(() => inside.hasAttribute('aria-describedby'));
    expect(outside.hasAttribute('aria-describedby')).to.equal(false);
    page.element.remove();
    expect(inside.hasAttribute('aria-describedby')).to.equal(false);
  });

  it('may come late', async () => {
    const page = await mount({ for: 'late' });
    page.input.remove();
    await aTimeout(0);
    const late = Object.assign(document.createElement('input'), { id: 'late' });
    const around = document.createElement('p');
    around.append(late);
    page.form.append(around);
    await aTimeout(0);
    late.focus();
    await press('safe@acme.org');
    await page.reaches('safe');
  });
});

describe('an input that is taken out of the element', () => {
  it('is as the page had it, and is not heard any more', async () => {
    const page = await mount({ block: 'invalid' }, { 'aria-describedby': 'own' });
    insert(page, 'invalid@acme.org');
    await page.leave();
    await page.reaches('invalid');
    await until(() => page.input.getAttribute('aria-describedby') !== 'own');
    page.form.prepend(page.input);
    await until(() => page.input.getAttribute('aria-describedby') === 'own');
    expect([page.input.hasAttribute('aria-invalid'), page.input.validity.valid]).to.deep.equal([false, true]);
    const before = page.element.state;
    insert(page, 'safe@acme.org');
    await page.leave();
    page.form.requestSubmit();
    expect([page.submits(), page.element.state]).to.deep.equal([1, before]);
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['invalid@acme.org']);
  });
});

describe('a value that came without an event', () => {
  it('is noticed while the field has focus, within about a second', async () => {
    const page = await mount();
    page.input.focus();
    page.input.value = 'safe@acme.org';
    const since = performance.now();
    await page.reaches('safe');
    expect(performance.now() - since).to.be.lessThan(3000);
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['safe@acme.org']);
  });

  it('takes the message of the value before it away', async () => {
    const page = await mount({}, { type: 'text' });
    insert(page, 'jane');
    await page.leave();
    expect(page.message()).to.equal(en.noAt);
    page.input.focus();
    page.input.value = 'safe@acme.org';
    await until(() => page.message() !== en.noAt);
    expect(page.input.validity.valid).to.equal(true);
    await page.reaches('safe');
  });

  it('is judged by its own verdict at submit', async () => {
    const page = await mount({ block: 'invalid', debounce: '5000' });
    insert(page, 'safe@acme.org');
    page.input.value = 'invalid@acme.org';
    page.form.requestSubmit();
    await page.reaches('invalid');
    expect(page.submits()).to.equal(0);
    expect((await page.asked('v1')).map(({ email }) => email)).to.deep.equal(['invalid@acme.org']);
  });
});
