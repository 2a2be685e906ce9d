/** What may happen around a form whose submit is held: a press by the person, a change of the markup around it, a start of leaving the page. */
export type HeldFormSign = 'press' | 'change' | 'unload';

/** What was seen of such a form. Times are milliseconds of one clock, `-Infinity` for never. */
export interface HeldForm {
  /** The person last pressed something while the form could be seen. */
  readonly pressed: number;
  /** The markup around the form last changed right after such a press: what was pressed may be closing it. */
  readonly closing: number;
  /** The page last began to be left. */
  readonly leaving: number;
}

/** What becomes of a submit that may go out now: a time is how many milliseconds later to look again. */
export type Fate = 'send' | 'drop' | number;

/** A change that comes this soon after a press is taken for its work. */
const CAUSED = 100;
/** How long a form takes to close at most, its transition included. */
const CLOSING = 1000;
/** A page that is still there after this time is not being left: its visitor chose to stay, or followed a link to a file or a mail address. */
const LEAVING = 5000;

/** A form as its submit begins to be held. */
export const heldForm: HeldForm = { pressed: -Infinity, closing: -Infinity, leaving: -Infinity };

/** Takes in what happened. `isSeen` is whether the form can be seen then. */
export const afterSign = (form: HeldForm, sign: HeldFormSign, now: number, isSeen: boolean): HeldForm => {
  if (sign === 'unload') return { ...form, leaving: now };
  if (sign === 'press') return isSeen ? { ...form, pressed: now } : form;
  return now - form.pressed <= CAUSED ? { ...form, closing: now } : form;
};

/**
 * The rule: a form that a press has closed is not sent. While it may be closing, or the page may be left, the submit waits. A
 * form that goes from the screen without a press is hidden by its page, and is sent; so is one that stays after a press.
 */
export const fateOf = ({ closing, leaving }: HeldForm, now: number, isSeen: boolean): Fate => {
  const rest = Math.max(closing + CLOSING, leaving + LEAVING) - now;
  if (closing + CLOSING >= now && !isSeen) return 'drop';
  return rest > 0 ? rest : 'send';
};
