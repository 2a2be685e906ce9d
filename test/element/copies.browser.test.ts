import { expect } from '@open-wc/testing';
import type { EmailCheckElement } from '../../src/index.js';
import { insert, mount, type Page, until } from './page.js';

/** A field with an error, and its description in place. */
const withError = async (input: Record<string, string> = {}): Promise<Page> => {
  const page = await mount({}, { type: 'text', ...input });
  insert(page, 'jane@');
  await page.leave();
  await until(() => page.element.querySelector('[slot=description]')?.textContent);
  return page;
};

const ariaOf = (input: HTMLInputElement): (string | null)[] => [
  input.getAttribute('aria-describedby'),
  input.getAttribute('aria-invalid'),
];

describe('a copy of a field with an error', () => {
  for (const [how, copy] of [
    ['cloned', ({ element }: Page) => element.cloneNode(true) as EmailCheckElement],
    [
      'made of its markup',
      ({ element }: Page) => {
        const around = document.createElement('div');
        around.innerHTML = element.outerHTML;
        return around.firstElementChild as EmailCheckElement;
      },
    ],
  ] as const) {
    it(`has no error and no description of the other's, ${how}`, async () => {
      const page = await withError();
      const other = copy(page);
      const input = other.querySelector('input')!;
      input.value = '';
      page.form.append(other);
      await other.updateComplete;
      expect(ariaOf(input)).to.deep.equal([null, null]);
      expect(other.querySelector('[slot=description]')).to.equal(null);
      input.focus();
      await until(() => input.hasAttribute('aria-describedby'));
      const node = other.querySelector('[slot=description]')!;
      expect([ariaOf(input), node.textContent]).to.deep.equal([[node.id, null], '']);
      expect(
        document.querySelectorAll(`[id="${page.element.querySelector('[slot=description]')!.id}"]`),
      ).to.have.length(1);
    });
  }

  it('keeps what the author says of it', async () => {
    const page = await withError({ 'aria-describedby': 'terms' });
    const other = page.element.cloneNode(true) as EmailCheckElement;
    page.form.append(other);
    await other.updateComplete;
    expect(ariaOf(other.querySelector('input')!)).to.deep.equal(['terms', null]);
  });

  it('without an error keeps the author’s own', async () => {
    const page = await mount({}, { 'aria-invalid': 'true' });
    page.input.focus();
    await until(() => page.input.hasAttribute('aria-describedby'));
    const other = page.element.cloneNode(true) as EmailCheckElement;
    page.form.append(other);
    await other.updateComplete;
    expect(ariaOf(other.querySelector('input')!)).to.deep.equal([null, 'true']);
  });
});
