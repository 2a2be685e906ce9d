import { makeElement } from './make-element.js';
import type { ActionType } from './state.js';
import type { Tone, View } from './view.js';

const SVG = { xmlns: 'http://www.w3.org/2000/svg' };
/** Shapes on a field of 20 × 20: an arc that turns, a tick, a triangle, and a filled circle with a mark cut out: colour is never the only sign. */
const icons: Readonly<Record<Tone, string>> = {
  neutral: '',
  busy: 'M10 4.5a5.5 5.5 0 1 1-5.5 5.5',
  good: 'M5 10.5l3.5 3.5 6.5-7.5',
  warning: 'M10 8v4m0 1.5v1M10 3l7.5 14h-15z',
  error: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM9 6h2v5H9zm0 6.5h2v2H9z',
};
const CROSS = 'M6.5 6.5l7 7m0-7l-7 7';

const iconOf = (shape: string, part: string): Element =>
  makeElement(
    'svg',
    { ...SVG, viewBox: '0 0 20 20', part, 'aria-hidden': 'true' },
    makeElement('path', { ...SVG, d: shape }),
  );

/** Text of a language, which assistive technology hears elsewhere. */
const textOf = (text: string): HTMLElement => makeElement('span', { 'aria-hidden': 'true' }, text);

/** An address, or a domain with its @, reads left to right wherever it stands. */
const addressOf = (text: string): HTMLElement => makeElement('bdi', { dir: 'ltr' }, text);

const buttonOf = (type: ActionType, name: string, act: (type: ActionType) => void, child: Node): HTMLElement => {
  const button = makeElement('button', { type: 'button', part: type, ...(name && { 'aria-label': name }) }, child);
  // Focus stays where it is: pressing one of these does not leave the field.
  button.onmousedown = (event) => event.preventDefault();
  button.onclick = () => act(type);
  return button;
};

/**
 * A message with its icon and its buttons. Text nodes only: what a service says is never markup. A suggestion's address is
 * the button that uses it. `logo` follows the words.
 */
export const messageView = ({ tone, pieces, actions }: View, act: (type: ActionType) => void, logo: Node): Node[] => {
  if (!pieces.length) return [];
  const accept = actions.find(({ type }) => type === 'accept');
  const words = pieces.map((piece, index) => {
    if (index % 2 === 0) return textOf(piece);
    const address = addressOf(piece);
    if (accept) return buttonOf('accept', accept.name, act, address);
    address.ariaHidden = 'true';
    return address;
  });
  const buttons = actions
    .filter((each) => each !== accept)
    .map(({ type, name, label }) =>
      buttonOf(type, name, act, label ? document.createTextNode(label) : iconOf(CROSS, 'icon')),
    );
  // A page's own text may not name the address: the way to use it stays.
  if (accept && words.length === 1) buttons.unshift(buttonOf('accept', '', act, document.createTextNode(accept.name)));
  return [
    ...(icons[tone] ? [iconOf(icons[tone], tone === 'busy' ? 'spinner' : 'icon')] : []),
    makeElement(
      'div',
      accept ? { part: 'suggestion' } : {},
      makeElement('p', { part: 'message', dir: 'auto' }, ...words),
      ...buttons,
      logo,
    ),
  ];
};
