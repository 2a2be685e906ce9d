import { expect } from '@open-wc/testing';
import { en } from '../../src/element/locales/en.js';
import { mount, until } from './page.js';

describe('an element whose page or field comes and goes', () => {
  it('says a message that had not been spoken when it was moved', async () => {
    const page = await mount({}, { type: 'text' });
    await page.type('jane');
    await page.leave();
    await page.element.updateComplete;
    page.form.append(page.element);
    await until(() => page.status() === en.noAt);
  });

  it('keeps no stale message, and no hold, on a page that comes back from the browser’s memory', async () => {
    const page = await mount({ block: 'syntax invalid', debounce: '5000' }, { type: 'text' });
    await page.type('jane');
    await page.leave();
    page.input.value = 'hang@acme.org';
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await page.element.updateComplete;
    await until(() => page.message() === '');
    expect(page.input.validationMessage).to.equal('');

    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(page.element.state).to.equal('idle');
    // The next one is a first one again: what was held is forgotten.
    page.form.requestSubmit();
    expect(page.submits()).to.equal(0);
  });

  it('keeps nothing of an input that was taken out', async () => {
    const page = await mount({ block: 'invalid' });
    await page.type('invalid@acme.org');
    await page.reaches('invalid');
    page.form.prepend(page.input);
    await page.reaches('idle');
    await until(() => page.message() === '');
    expect([page.input.validationMessage, page.input.getAttribute('aria-invalid')]).to.deep.equal(['', null]);
  });
});
