import { EMPTY_VIEW, type View } from '../view.js';

const whenIdle = (run: () => void): void => {
  // Safari has no idle callback; a task after `load` is the closest alternative.
  const wait = (): unknown => (window.requestIdleCallback ?? setTimeout)(run);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
};

/** How often attributes are restored before the visitor returns to the field. */
const TRIES = 5;

const DESCRIBED_BY = 'aria-describedby';
const INVALID = 'aria-invalid';
/** What the page's own styles may know of the field. */
const MARK = 'data-email-check';
/** What the field is told of a view. */
type Saying = Pick<View, 'description' | 'blockedBy' | 'mark'>;
const NOTHING: Saying = EMPTY_VIEW;

/** What a field controller asks of its element. */
interface FieldHost {
  /** Whether the input is marked. */
  readonly markInput: boolean;
}

/** What a field controller asks of what is around it. */
interface Surroundings {
  /** Whether the person can see the field. */
  isSeen(): boolean;
  /** Whether a person has just pressed something that may send a form. */
  isPressed(): boolean;
}

/** Whether a form has no field before this one that is refused as well: as with the browser's bubble, the first gets the focus. */
const isFirstRefused = (input: HTMLInputElement): boolean => {
  const refused = [...(input.form?.elements ?? [])].find(
    (each) => each.matches('input, select, textarea') && each.matches(':invalid'),
  );
  return (refused ?? input) === input;
};

/** The id of an element's description. */
const DESCRIPTION_ID = /^email-check-[\d.e-]+$/;

/**
 * Tells the browser and assistive technology how the field stands, and takes back exactly what it told. The lasting message
 * describes the field from `node` in the light DOM. The node is added at the first focus or edit, after `load` and an idle
 * moment: a framework that hydrates the page finds its own markup.
 */
export const createFieldController = (
  element: HTMLElement & FieldHost,
  node: HTMLElement,
  { isSeen, isPressed }: Surroundings,
) => {
  let input: HTMLInputElement | undefined;
  let isTouched = false;
  let isAttached = false;
  /** How often it was put back. */
  let tries = 0;
  let isChanged = false;
  /** The lasting message, and why the form is kept from going out; `''` for neither. */
  let said: Saying = NOTHING;
  /** Whether the input's custom error is ours. A field that is disabled shows none, and has it all the same. */
  let isOurs = false;
  /** The author's values: of `aria-describedby` before ours was set, of `aria-invalid` while ours replaces it. */
  let authoredDescription: string | null = null;
  let authored: string | null | undefined;

  const get = (attribute: string): string | null => input?.getAttribute(attribute) ?? null;

  const set = (attribute: string, value: string | null): void => {
    // What is there already is left alone: each change is watched, and would be mended for ever.
    if (get(attribute) === value) return;
    isChanged = true;
    if (value === null) input?.removeAttribute(attribute);
    else input?.setAttribute(attribute, value);
  };

  const authoredIds = (): string[] => (get(DESCRIBED_BY) ?? '').split(/\s+/).filter((id) => id && id !== node.id);

  /** Gives the field what it is to have. */
  const describe = (): void => {
    if (!isAttached) return;
    isChanged = node.slot !== 'description' || node.parentNode !== element || node.textContent !== said.description;
    if (isChanged) {
      node.slot = 'description';
      node.textContent = said.description;
      if (node.parentNode !== element) element.append(node);
    }
    set(DESCRIBED_BY, [node.id, ...authoredIds()].join(' '));
    if (said.blockedBy) {
      const value = get(INVALID);
      if (authored === undefined || value !== 'true') authored = value;
      set(INVALID, 'true');
    } else if (authored !== undefined) {
      set(INVALID, authored);
      authored = undefined;
    }
  };

  /**
   * Puts back what a page has rendered again. A page that undoes it each time at once, or a translator that changes the text,
   * wins after a few attempts.
   */
  const mend = (): void => {
    if (tries >= TRIES) return;
    isChanged = false;
    describe();
    if (isChanged) tries++;
  };

  /** Takes away what came with a copy of a field (a row that is cloned, a page that is put back from its markup): it was said of another one. */
  const forget = (): void => {
    set(MARK, null);
    const ids = authoredIds();
    const own = ids.filter((id) => !DESCRIPTION_ID.test(id));
    if (own.length === ids.length) return;
    const copies = [...element.querySelectorAll(':scope > [slot=description]')].filter(
      (copy) => copy !== node && DESCRIPTION_ID.test(copy.id),
    );
    // One that said nothing said no error: that is the author's own.
    if (copies.every((copy) => copy.textContent)) set(INVALID, null);
    for (const copy of copies) copy.remove();
    set(DESCRIBED_BY, own.join(' ') || null);
  };

  const attach = (): void => {
    if (!input || isAttached || !element.isConnected) return;
    authoredDescription = get(DESCRIBED_BY);
    isAttached = true;
    describe();
  };

  /** A page's own custom error outlives ours; a library may have cleared ours. Firefox cuts a long one. */
  const isStillOurs = (): boolean =>
    !!input && isOurs && input.validity.customError && said.blockedBy.startsWith(input.validationMessage);

  const tell = (saying: Saying): void => {
    if (saying === said && !isOurs) return;
    isOurs = isStillOurs();
    said = saying;
    describe();
    if (!input) return;
    if (element.markInput || get(MARK)) set(MARK, (element.markInput && saying.mark) || null);
    validate();
  };

  /** Keeps the form from going out, unless the field is not shown: a person cannot correct what they do not see. */
  const validate = (): void => {
    if (!input || (!isOurs && (!said.blockedBy || input.validity.customError))) return;
    const message = isSeen() ? said.blockedBy : '';
    input.setCustomValidity(message);
    isOurs = !!message;
  };

  /** Goes to the field. */
  const focus = (): void => {
    const active = (input?.getRootNode() as Document | ShadowRoot | undefined)?.activeElement;
    // A page may only have asked how the field stands while the person writes in another one.
    if (isPressed() || !active?.matches('input, textarea, select')) input?.focus();
  };

  return {
    tell,
    mend,

    /** A field may have been hidden, or shown again, since it was told. */
    validate(): void {
      isOurs = isStillOurs();
      validate();
    },

    /** The browser refuses the field. If that is our doing, the line says why, and the browser's bubble would cover it. */
    refused(event: Event): void {
      const { validity } = input!;
      const isNative = Object.keys(ValidityState.prototype).some(
        (fault) => fault !== 'valid' && fault !== 'customError' && validity[fault as keyof ValidityState],
      );
      if (isNative || !isStillOurs()) return;
      event.preventDefault();
      if (!isFirstRefused(input!)) return;
      if (isPressed()) input?.focus();
      // Whoever leaves another field is on the way to the next one.
      else setTimeout(focus);
    },

    /** Moves to another input; the old one is left as the page had it. */
    adopt(another: HTMLInputElement | undefined): void {
      tell(NOTHING);
      if (isAttached) set(DESCRIBED_BY, authoredIds().join(' ') || (authoredDescription && null));
      if (isAttached) tries++;
      isAttached = false;
      node.remove();
      input = another;
      forget();
      if (isTouched && tries < TRIES) attach();
    },

    /** The person has come to the field. */
    touch(): void {
      const isNew = !isTouched;
      isTouched = true;
      if (!isAttached) {
        if (isNew || tries) whenIdle(attach);
      } else if (tries) describe();
      tries = 0;
    },
  };
};
