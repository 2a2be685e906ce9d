import { makeElement } from './make-element.js';
import type { ActionType } from './state.js';
import type { Message, Tone } from './view.js';

const SVG = { xmlns: 'http://www.w3.org/2000/svg' };
/** Strokes on a field of 16 × 16: an arc that turns, a tick, a triangle and a cross, so that colour is never the only sign. */
const icons: Readonly<Record<Tone, string>> = {
  neutral: '',
  busy: 'M8 2a6 6 0 1 1-6 6',
  good: 'M3 8l4 4 6-8',
  warning: 'M8 6v4m0 1v1M8 2l7 12H1z',
  error: 'M4 4l8 8m0-8l-8 8',
};

const iconOf = (tone: Tone): Element =>
  makeElement(
    'svg',
    { ...SVG, viewBox: '0 0 16 16', part: tone === 'busy' ? 'spinner' : 'icon' },
    makeElement('path', { ...SVG, d: icons[tone] }),
  );

const buttonOf = (type: ActionType, label: string, act: (type: ActionType) => void): HTMLElement => {
  const button = makeElement('button', { type: 'button', part: type }, label);
  // Focus stays where it is: pressing one of these does not leave the field.
  button.onmousedown = (event) => event.preventDefault();
  button.onclick = () => act(type);
  return button;
};

/**
 * A message with its icon and its buttons. Text nodes only: what a service says is never markup; addresses are set apart,
 * since they read left to right wherever they stand. Assistive technology hears the message elsewhere.
 */
export const messageView = ({ tone, pieces, actions }: Message, act: (type: ActionType) => void): HTMLElement => {
  const text = pieces.map((piece, index) => (index % 2 ? makeElement('bdi', { dir: 'ltr' }, piece) : piece));
  const message = makeElement(
    'p',
    { class: tone, part: 'message', 'aria-hidden': 'true' },
    ...(icons[tone] ? [iconOf(tone)] : []),
    makeElement('span', { dir: 'auto' }, ...text),
  );
  return makeElement(
    'div',
    { part: 'suggestion' },
    message,
    ...actions.map(([type, label]) => buttonOf(type, label, act)),
  );
};
