import { logoUrl } from '../client/logo-url.js';
import type { Transport } from '../client/transport.js';
import { isProvider } from './domains.js';
import { makeElement } from './make-element.js';
import type { Settings } from './rules.js';
import type { State } from './state.js';

/** The address of the logo of a good address, or `''`: free-mail domains, and domains without one, have none unless the page wants `always`. Pure. */
const logoOf = (
  { asciiDomain, verdict }: State,
  { paused, logo }: Settings,
  transport: Transport | undefined,
): string => {
  if (!transport || paused || logo === 'off') return '';
  if (logo === 'always') return logoUrl(transport, asciiDomain);
  return isProvider(asciiDomain) || verdict?.freeEmail ? '' : logoUrl(transport, asciiDomain, { monogram: false });
};

/** Shows the logo of the field's domain in `slot`. */
export const createLogo = (slot: HTMLElement, settings: Settings) => {
  let shown = '';
  return {
    /** Shows the logo if the words have one (`hasLogo`). `transport`: the way to the service, if there is one. */
    show(hasLogo: boolean, state: State, transport: Transport | undefined): void {
      const src = hasLogo ? logoOf(state, settings, transport) : '';
      if (src === shown) return;
      shown = src;
      // Decoration: no name, no referrer, and nothing if it fails.
      const image = makeElement('img', {
        part: 'logo',
        alt: '',
        referrerpolicy: 'no-referrer',
        decoding: 'async',
        src,
      });
      image.onerror = () => image.remove();
      slot.replaceChildren(...(src ? [image] : []));
    },
  };
};
