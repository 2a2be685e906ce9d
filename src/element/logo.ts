import { logoUrl } from '../client/logo-url.js';
import type { Transport } from '../client/transport.js';
import { isProvider } from './domains.js';
import { makeElement } from './make-element.js';
import type { Settings } from './rules.js';
import type { State } from './state.js';

/** The address of the logo that goes with a state, or `''`. `transport`: the way to the service, if there is one. Pure. */
const logoOf = (
  { asciiDomain, suggestion, verdict, isAsked }: State,
  { publicKey, endpoint, paused, logo, trigger }: Settings,
  transport: Transport | undefined,
): string => {
  const isFree = isProvider(asciiDomain) || verdict?.freeEmail;
  const isShown =
    transport &&
    (publicKey || endpoint) &&
    asciiDomain &&
    !suggestion &&
    !paused &&
    logo !== 'off' &&
    (isAsked || trigger !== 'submit');
  return isShown && (!isFree || logo === 'always') ? logoUrl(transport, asciiDomain) : '';
};

/** Shows the logo of the field's domain in `slot`. */
export const createLogo = (slot: HTMLElement, settings: Settings) => {
  let shown = '';
  return {
    show(state: State, transport: Transport | undefined): void {
      slot.hidden = settings.logo === 'off';
      const src = logoOf(state, settings, transport);
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
