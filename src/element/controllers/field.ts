import type { View } from '../view.js';

const whenIdle = (run: () => void): void => {
  // Safari has no idle callback; a task after `load` is as near as it comes.
  const wait = (): unknown => (window.requestIdleCallback ?? setTimeout)(run);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
};

const DESCRIBED_BY = 'aria-describedby';
const INVALID = 'aria-invalid';

/**
 * Tells the browser and assistive technology how the field stands, and takes back exactly what it told. The lasting message
 * describes the field from `node` in the light DOM, which comes there at the
 * first focus or edit, after `load` and an idle moment: a framework that hydrates the page finds its own markup.
 */
export const createFieldController = (element: HTMLElement, node: HTMLElement) => {
  let input: HTMLInputElement | undefined;
  let isTouched = false;
  let isAttached = false;
  let told = '';
  /** Whether the input's custom error is ours. A field that is disabled shows none, and has it all the same. */
  let isOurs = false;
  /** The author's `aria-invalid`, while ours stands in its place. */
  let authored: string | null = null;

  const set = (attribute: string, value: string | null): void => {
    // What is there already is left alone: each change is watched, and would be mended for ever.
    if (input?.getAttribute(attribute) === value) return;
    if (value === null) input?.removeAttribute(attribute);
    else input?.setAttribute(attribute, value);
  };

  const authoredIds = (): string[] => (input?.getAttribute(DESCRIBED_BY) ?? '').split(/\s+/).filter((id) => id && id !== node.id);

  const attach = (): void => {
    if (!input || !element.isConnected) return;
    isAttached = true;
    if (node.parentNode !== element) element.append(node);
    set(DESCRIBED_BY, [node.id, ...authoredIds()].join(' '));
  };

  /** The lasting message, and why the form is kept from going out; `''` for neither. */
  const tell = ({ description, blockedBy }: Pick<View, 'description' | 'blockedBy'>): void => {
    if (node.textContent !== description) node.textContent = description;
    if (!input) return;
    const { validity, validationMessage } = input;
    // A page's own custom error outlives ours; a library may have cleared ours. Firefox cuts a long one.
    isOurs &&= validity.customError && told.startsWith(validationMessage);
    if (isOurs || (blockedBy && !validity.customError)) {
      input.setCustomValidity(blockedBy);
      isOurs = !!blockedBy;
    }
    if (!told !== !blockedBy) {
      if (blockedBy) authored = input.getAttribute(INVALID);
      set(INVALID, blockedBy ? 'true' : authored);
    }
    told = blockedBy;
  };

  return {
    tell,

    /** Moves to another input; the old one is left as the page had it. */
    adopt(another: HTMLInputElement | undefined): void {
      tell({ description: '', blockedBy: '' });
      if (isAttached) set(DESCRIBED_BY, authoredIds().join(' ') || null);
      isAttached = false;
      node.remove();
      input = another;
      if (isTouched) attach();
    },

    /** Gives a field that was rendered anew what it is to have. */
    mend(): void {
      if (isAttached) attach();
      if (told) set(INVALID, 'true');
    },

    /** The person has come to the field. */
    touch(): void {
      if (!isTouched) whenIdle(attach);
      isTouched = true;
    },
  };
};
