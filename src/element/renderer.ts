import { makeElement } from './make-element.js';
import type { Catalogue } from './messages.js';
import { messageView } from './message-view.js';
import { largestMessages, SAMPLE_ADDRESS, USUAL_LENGTH } from './reserve.js';
import type { Rules } from './rules.js';
import type { ActionType } from './state.js';
import type { View } from './view.js';

/**
 * Makes the shadow tree and shows views in it. The box and the status region are there from the first render: the one so that
 * nothing moves, the other so that assistive technology knows it. `act` is called when a button is pressed.
 */
export const createRenderer = (root: ShadowRoot, act: (type: ActionType) => void) => {
  const box = makeElement('div', { class: 'box' });
  const logo = makeElement('span', { class: 'logo' });
  const status = makeElement('div', { role: 'status' });
  const line = makeElement('div', { class: 'line', part: 'line' }, box, logo);
  root.append(
    makeElement('slot'),
    line,
    makeElement('slot', { name: 'hint' }),
    makeElement('slot', { name: 'description' }),
    status,
  );
  /** What is on the screen, as one text; `''` before the first view, and when the texts or the rules have changed. */
  let shown = '';
  /** The long address that the box keeps room for, or `''`. */
  let longAddress = '';

  /** Fills the box with a place for the message, and with hidden messages that keep room for it. */
  const reserveRoom = (rules: Rules, catalogue: Catalogue): void => {
    const addresses = [SAMPLE_ADDRESS, ...(longAddress ? [longAddress] : [])];
    const messages = addresses.flatMap((address) => largestMessages(rules, catalogue, address));
    box.replaceChildren(makeElement('div'), ...messages.map((message) => messageView(message, () => undefined)));
  };

  return {
    logo,
    status,

    /** The texts, which are in `language`, or the rules have changed: room for them is made at the next view. */
    changed(language: string): void {
      shown = '';
      for (const node of [line, status]) node.lang = language;
    },

    /** Shows what is to be seen of a field's value. */
    show(view: View, value: string, rules: Rules, catalogue: Catalogue): void {
      // A long address makes the box grow while it is typed, and not when a message comes.
      const long = value.length > USUAL_LENGTH ? value : '';
      if (!shown || long !== longAddress) {
        longAddress = long;
        shown = '';
        reserveRoom(rules, catalogue);
      }
      const text = JSON.stringify(view);
      if (text !== shown) box.firstChild?.replaceWith(messageView(view, act));
      shown = text;
    },
  };
};
