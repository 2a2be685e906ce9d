import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { en } from '../../src/element/locales/en.js';
import type { StateName } from '../../src/index.js';
import { define } from './frame.js';
import { insert, mount, type Page, press, until } from './page.js';

/** What the status region says from now on, in order. */
const listen = (page: Page): string[] => {
  const said: string[] = [];
  const region = page.element.shadowRoot!.querySelector('[role=status]')!;
  new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return said;
};

/** The node that describes the field, if there is one. */
const descriptionOf = (page: Page): HTMLElement | null => page.element.querySelector('[slot=description]');

describe('the status region', () => {
  const says = async (page: Page, text: string): Promise<void> =>
    until(() => page.status() === text, `the region does not say "${text}"`);

  const rows: readonly (readonly [what: string, attributes: Record<string, string>, address: string, text: string])[] =
    [
      ['a verdict that warns', { warn: 'role' }, 'role@acme.org', en.role],
      ['a verdict that blocks', { block: 'invalid' }, 'invalid@acme.org', en.invalid],
    ];
  for (const [what, attributes, address, text] of rows) {
    it(`says ${what} once`, async () => {
      const page = await mount(attributes);
      const said = listen(page);
      insert(page, address);
      await says(page, text);
      await page.leave();
      await nextFrame();
      expect(said).to.deep.equal([text]);
    });
  }

  it('says a fault a second after the last key, is empty again with the next key, and says it again', async () => {
    const page = await mount({}, { type: 'text' });
    const said = listen(page);
    for (const times of [1, 2]) {
      await page.type('j');
      await page.leave();
      await page.element.updateComplete;
      expect(page.message()).to.equal(en.noAt);
      expect(page.status()).to.equal('');
      await says(page, en.noAt);
      expect(performance.now() - page.lastChange()).to.be.greaterThan(900);
      expect(said).to.deep.equal(new Array(times).fill(en.noAt));
      page.input.focus();
      await press('j');
      await until(() => page.status() === '');
    }
  });

  const unspoken: readonly (readonly [what: string, attributes: Record<string, string>, address: string, StateName])[] =
    [
      ['a good verdict', {}, 'safe@acme.org', 'safe'],
      ['a question that is slow, and its answer', {}, 'slow1500@acme.org', 'safe'],
      ['a failure', {}, 'broken500@acme.org', 'unavailable'],
      ['a question that takes too long', { timeout: '500' }, 'hang@acme.org', 'unavailable'],
      ['the day’s limit', {}, 'dayslimit@acme.org', 'limited'],
    ];
  for (const [what, attributes, address, state] of unspoken) {
    it(`does not say ${what}`, async () => {
      const page = await mount(attributes);
      const said = listen(page);
      insert(page, address);
      await page.reaches(state);
      await page.element.updateComplete;
      // Another element speaks of what was typed later: this one would have spoken by then.
      const later = await mount({ warn: 'role' });
      insert(later, 'role@acme.org');
      await says(later, en.role);
      expect(said).to.deep.equal([]);
    });
  }

  it('says success if it ends a problem that was spoken', async () => {
    const page = await mount({ warn: 'invalid' });
    const said = listen(page);
    for (const times of [1, 2]) {
      insert(page, 'invalid@acme.org');
      await says(page, en.invalid);
      insert(page, `safe${'.again'.repeat(times)}@acme.org`);
      await says(page, en.safe);
    }
    expect(said).to.deep.equal([en.invalid, en.safe, en.invalid, en.safe]);
  });

  it('says a suggestion and that it was taken, which the verdict does not replace, and nothing on the way back', async () => {
    const page = await mount();
    const said = listen(page);
    insert(page, 'slow300@gmial.com');
    await says(page, 'Did you mean @gmail.com?');
    page.buttons()['accept']?.click();
    await says(page, 'Changed to @gmail.com');
    await page.reaches('safe');
    await page.element.updateComplete;
    expect(page.message()).to.equal('Changed to @gmail.com');
    page.buttons()['undo']?.click();
    await until(() => page.status() === '');
    await page.reaches('safe');
    expect(said).to.deep.equal(['Did you mean @gmail.com?', 'Changed to @gmail.com']);
  });

  it('falls silent when a suggestion is declined', async () => {
    const page = await mount({ 'public-key': '' });
    insert(page, 'safe@gmial.com');
    await says(page, 'Did you mean @gmail.com?');
    page.buttons()['keep']?.click();
    await page.element.updateComplete;
    expect(page.status()).to.equal('');
  });

  it('says that a submit is held', async () => {
    const page = await mount({ block: 'invalid', hold: '3000' });
    const said = listen(page);
    insert(page, 'hang@acme.org');
    page.form.requestSubmit();
    await says(page, en.checking);
    expect(said).to.deep.equal([en.checking]);
  });

  it('does not repeat what a person uses anyway', async () => {
    const page = await mount({ block: 'invalid' });
    const said = listen(page);
    insert(page, 'invalid@acme.org');
    await says(page, en.invalid);
    page.buttons()['override']?.click();
    await page.element.updateComplete;
    await nextFrame();
    expect(said).to.deep.equal([en.invalid]);
  });

  it('is polite: nothing in the element is an alert, whatever it shows', async () => {
    const page = await mount({ block: 'invalid' });
    for (const address of ['invalid@acme.org', 'safe@gmial.com', 'jane@', 'temporary@acme.org']) {
      insert(page, address);
      await page.leave();
      await until(() => page.message() !== '' && page.element.state !== 'checking');
      expect(
        page.element.shadowRoot?.querySelectorAll('[role=alert], [role=alertdialog], [aria-live]').length,
        address,
      ).to.equal(0);
      expect(page.element.querySelectorAll('[role], [aria-live]').length, address).to.equal(0);
    }
  });
});

describe('the description of the field', () => {
  /** Longer than any idle moment that the element might have waited for. */
  const idle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

  it('is not made before the person comes, even though the element has something to say', async () => {
    const page = await mount({ deny: 'acme.org' }, { value: 'jane@acme.org' });
    page.element.check();
    await page.reaches('invalid');
    await idle();
    expect(!!descriptionOf(page)).to.equal(false);
    expect(page.input.hasAttribute('aria-describedby')).to.equal(false);
    page.input.focus();
    expect(!!descriptionOf(page), 'in the middle of the event').to.equal(false);
    await until(() => descriptionOf(page)?.textContent?.startsWith('acme.org'));
    expect(page.input.getAttribute('aria-describedby')).to.equal(descriptionOf(page)?.id);
  });

  it('is made at the first edit, if the field had no focus', async () => {
    const page = await mount();
    page.input.value = 'jane';
    page.input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await until(() => descriptionOf(page));
  });

  it('is not made before the page has loaded', async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe title="a page that loads"></iframe>`);
    const inside = frame.contentDocument!;
    inside.open();
    inside.write('<!doctype html><head></head><body><email-check><input type="email"></email-check>');
    define(inside);
    await until(() => inside.querySelector('email-check:defined'));
    const input = inside.querySelector('input')!;
    input.dispatchEvent(new FocusEvent('focus'));
    await idle();
    expect(inside.readyState).not.to.equal('complete');
    expect(input.hasAttribute('aria-describedby')).to.equal(false);
    inside.close();
    await until(() => input.hasAttribute('aria-describedby'));
  });

  it('holds a suggestion, and neither a good verdict nor a failure nor a limit', async () => {
    const page = await mount();
    insert(page, 'safe@gmial.com');
    await until(() => descriptionOf(page)?.textContent === 'Did you mean @gmail.com?');
    for (const [address, state, message] of [
      ['safe@acme.org', 'safe', en.safe],
      ['broken500@acme.org', 'unavailable', ''],
      ['dayslimit@acme.org', 'limited', en.limit],
    ] as const) {
      insert(page, address);
      await page.reaches(state);
      await page.element.updateComplete;
      expect(page.message()).to.equal(message);
      expect(descriptionOf(page)?.textContent).to.equal('');
    }
  });

  it('stays hidden under a page’s own rules, the important ones too', async () => {
    const page = await mount();
    page.form.append(
      Object.assign(document.createElement('style'), { textContent: 'span, [slot] { display: block !important }' }),
    );
    insert(page, 'safe@gmial.com');
    await until(() => descriptionOf(page)?.textContent);
    const description = descriptionOf(page)!;
    description.style.setProperty('display', 'block', 'important');
    expect(getComputedStyle(description).display).to.equal('none');
    expect(description.assignedSlot?.name).to.equal('description');
  });

  it('comes back when a framework takes it away while there is nothing to say', async () => {
    const page = await mount({}, { 'aria-describedby': 'own' });
    page.input.focus();
    await until(() => descriptionOf(page));
    const { id } = descriptionOf(page)!;
    descriptionOf(page)?.remove();
    page.input.removeAttribute('aria-describedby');
    await until(() => descriptionOf(page));
    expect(descriptionOf(page)?.id).to.equal(id);
    expect(page.input.getAttribute('aria-describedby')).to.equal(id);
  });

  it('leaves the field with the element, when that turns to another one', async () => {
    const page = await mount({ block: 'invalid' }, { 'aria-describedby': 'own', 'aria-invalid': 'grammar' });
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    await until(() => descriptionOf(page));
    expect(page.input.getAttribute('aria-invalid')).to.equal('true');
    const other = Object.assign(document.createElement('input'), { id: 'other' });
    page.form.prepend(other);
    page.element.htmlFor = 'other';
    await until(() => other.hasAttribute('aria-describedby'));
    expect([page.input.getAttribute('aria-describedby'), page.input.getAttribute('aria-invalid')]).to.deep.equal([
      'own',
      'grammar',
    ]);
    expect(page.input.validity.valid).to.equal(true);
    expect(other.hasAttribute('aria-invalid')).to.equal(false);
  });
});

describe('aria-invalid', () => {
  it('comes back while the field is blocked, and goes when the person uses the address anyway', async () => {
    const page = await mount({ block: 'invalid' });
    insert(page, 'invalid@acme.org');
    await page.reaches('invalid');
    page.input.setAttribute('aria-invalid', 'false');
    await until(() => page.input.getAttribute('aria-invalid') === 'true');
    page.buttons()['override']?.click();
    expect(page.input.getAttribute('aria-invalid')).not.to.equal('true');
  });

  it('is not set by a warning, a suggestion or a failure', async () => {
    const page = await mount();
    const set: (string | null)[] = [];
    new MutationObserver(() => set.push(page.input.getAttribute('aria-invalid'))).observe(page.input, {
      attributeFilter: ['aria-invalid'],
    });
    for (const address of ['invalid@acme.org', 'safe@gmial.com']) {
      insert(page, address);
      await until(() => page.message() !== '');
    }
    insert(page, 'broken500@acme.org');
    await page.reaches('unavailable');
    await nextFrame();
    expect(set).to.deep.equal([]);
  });
});

describe('the element’s buttons', () => {
  const nameOf = (button: HTMLElement): string => button.getAttribute('aria-label') ?? button.textContent;

  it('are not hidden from assistive technology, as the words beside them are', async () => {
    const page = await mount({ block: 'invalid' });
    for (const [address, names] of [
      ['safe@gmial.com', ['Use safe@gmail.com', 'Keep what I typed']],
      ['invalid@acme.org', ['Use anyway']],
    ] as const) {
      insert(page, address);
      await until(() => Object.keys(page.buttons()).length === names.length);
      const buttons = Object.values(page.buttons());
      expect(buttons.map(nameOf)).to.deep.equal(names);
      for (const button of buttons) {
        expect([button.localName, button.type]).to.deep.equal(['button', 'button']);
        expect(button.matches('[aria-hidden], [aria-hidden] *, [aria-labelledby], [tabindex]')).to.equal(false);
      }
      for (const node of page.element.shadowRoot!.querySelectorAll('.row > svg, p > :not(button)'))
        expect(node.ariaHidden, node.outerHTML).to.equal('true');
    }
  });

  it('of a suggestion are the domain in the text, underlined, and a ×; each 24 px at least', async () => {
    const page = await mount();
    insert(page, 'jane.doe@gmial.com');
    await page.offers();
    const { accept, keep } = page.buttons();
    expect(Object.keys(page.buttons())).to.deep.equal(['accept', 'keep']);
    expect([accept?.textContent, accept?.ariaLabel]).to.deep.equal(['@gmail.com', 'Use jane.doe@gmail.com']);
    expect(accept?.parentElement).to.equal(page.element.shadowRoot!.querySelector('[part~=message]'));
    const { fontWeight, textDecorationLine } = getComputedStyle(accept!);
    expect([fontWeight, textDecorationLine]).to.deep.equal(['700', 'underline']);
    expect([keep?.textContent, keep?.ariaLabel, keep?.querySelectorAll('svg').length]).to.deep.equal([
      '',
      'Keep what I typed',
      1,
    ]);
    for (const button of [accept!, keep!]) {
      const { width, height } = button.getBoundingClientRect();
      expect(Math.min(width, height)).to.be.at.least(24);
    }
    // The line is as high as without them.
    expect(page.element.shadowRoot!.querySelector('[part=line]')!.getBoundingClientRect().height).to.be.closeTo(
      24,
      0.1,
    );
  });

  it('of a suggestion have room for a finger if there is no finer pointer', async () => {
    const page = await mount();
    const rules = [...page.element.shadowRoot!.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const coarse = rules.find(
      (rule): rule is CSSMediaRule => rule instanceof CSSMediaRule && rule.conditionText === '(pointer: coarse)',
    );
    insert(page, 'jane.doe@gmial.com');
    await page.offers();
    const style = document.createElement('style');
    style.textContent = [...coarse!.cssRules].map(({ cssText }) => cssText).join('');
    page.element.shadowRoot!.append(style);
    expect(page.buttons()['keep']!.getBoundingClientRect().width).to.equal(44);
    style.remove();
  });

  it('take back what was used by a button that names what comes back', async () => {
    const page = await mount();
    insert(page, 'safe@gmial.com');
    await page.offers();
    page.buttons()['accept']?.click();
    await page.reaches('safe');
    await page.element.updateComplete;
    const { undo } = page.buttons();
    expect([page.message(), undo?.textContent, undo?.ariaLabel]).to.deep.equal([
      'Changed to @gmail.com',
      'Undo',
      'Undo: change back to safe@gmial.com',
    ]);
    expect(Object.keys(page.buttons())).to.deep.equal(['undo']);
  });
});

describe('the words', () => {
  it('of success are few, and none tells of accounts or of who owns an address, says sorry or raises its voice', async () => {
    const page = await mount();
    insert(page, 'safe@acme.org');
    await until(() => page.message() !== '');
    expect([page.message(), en.safe]).to.deep.equal(['Looks good', 'Looks good']);
    for (const text of Object.values(en))
      expect(text).not.to.match(
        /\b(correct|yours|account|exists?|regist\w+|taken|trust\w*|secure|please|sorry|oops|invalid)\b|!/i,
      );
  });
});

describe('motion', () => {
  it('is of the spinner alone, and only if a person has not asked for less', async () => {
    const page = await mount({ block: 'invalid', hold: '3000' });
    insert(page, 'hang@acme.org');
    page.form.requestSubmit();
    const root = page.element.shadowRoot!;
    await until(() => page.message() === en.checking);
    const wanted = matchMedia('(prefers-reduced-motion: no-preference)');
    expect(root.querySelectorAll('.row > [part=spinner]').length).to.equal(1);
    expect(root.getAnimations()).to.have.length(wanted.matches ? 1 : 0);
    const moving: string[] = [];
    const look = (rules: CSSRuleList, around: string): void => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule) look(rule.cssRules, rule.conditionText);
        else if (rule instanceof CSSStyleRule && !['', 'none', 'unset'].includes(rule.style.animationName))
          moving.push(around);
      }
    };
    for (const sheet of root.adoptedStyleSheets) look(sheet.cssRules, '');
    expect(moving).to.deep.equal(['(prefers-reduced-motion: no-preference)']);
  });
});
