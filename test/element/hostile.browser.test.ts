import { expect } from '@open-wc/testing';
import { mount } from './page.js';

const texts: Record<string, string> = {
  'ten thousand letters': 'a'.repeat(10_000),
  'ten thousand letters before a domain': `${'a'.repeat(10_000)}@acme.org`,
  'ten thousand labels': `jane@${'a.'.repeat(5000)}org`,
  'ten thousand @ signs': '@'.repeat(10_000),
  'ten thousand quotes': '"'.repeat(10_000),
  'control characters': 'ja\u0000ne\u0007@ac\u001bme.org',
  markup: '<img src=x onerror=alert(1)>@acme.org',
  'a bidi override': 'jane\u202e@gro.emca.org',
  'a zero-width space': 'jane@ac\u200bme.org',
  'half a surrogate pair': 'jane\ud83d@acme.org',
  'a template': '{address}{domain}@acme.org',
};

describe('whatever a visitor types', () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`(${name}) nothing runs, nothing hangs, nothing is asked that is no address`, async () => {
      const page = await mount({ block: '' }, { type: 'text' });
      page.input.focus();
      const before = performance.now();
      document.execCommand('insertText', false, text);
      page.button.focus();
      page.form.requestSubmit();
      await page.element.updateComplete;
      expect(performance.now() - before).to.be.lessThan(1000);
      expect(page.submits()).to.equal(1);
      expect(page.element.shadowRoot?.querySelector('.row img, script')).to.equal(null);
      for (const { email } of await page.asked('v1')) expect(email).to.equal('{address}{domain}@acme.org');
    });
  }
});
