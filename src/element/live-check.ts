import { isSameAddress } from '../address/index.js';
import { logoUrl } from '../client/logo-url.js';
import { createTransport, type Transport } from '../client/transport.js';
import { restsOn, settingsOf } from './attributes.js';
import { cellOf, make } from './cell.js';
import { createAnnouncer } from './controllers/announcer.js';
import { createCheckController, isPrivateKey } from './controllers/check.js';
import { createFieldController } from './controllers/field.js';
import { createFormController } from './controllers/form.js';
import { createInputController } from './controllers/input.js';
import { isProvider } from './domains.js';
import type { EmailCheckElement } from './email-check-element.js';
import { EmailCheckEvent, eventsOf } from './events.js';
import { fetchTexts, languageAround, textsIn } from './languages.js';
import { en } from './locales/en.js';
import type { Catalogue } from './messages.js';
import { tellDeveloper } from './page-console.js';
import { ADDRESS, tallest, USUAL_LENGTH } from './reserve.js';
import { buildShadow } from './shadow.js';
import { stateOf, type ActionType, type Happening, type State } from './state.js';
import { step } from './step.js';
import { viewOf, type View } from './view.js';

/** The element that shows the day's limit: one a page does. */
let limitShownBy: EmailCheckElement | undefined;

/**
 * Ties an element's parts together. Everything flows one way: a controller tells what happened, `step` makes the next state
 * and the effects, the controllers carry those out, and the state is shown.
 */
export const createLiveCheck = (element: EmailCheckElement, root: ShadowRoot, states: Set<string> | undefined) => {
  const { line, box, logo, status } = buildShadow(root);
  /** Describes the field from the light DOM, since an id does not reach into a shadow root. */
  const description = make('span', { slot: 'description', id: `email-check-${Math.random()}` });
  let state = stateOf('');
  let transport: Transport | undefined;
  let input: HTMLInputElement | undefined;
  /** The attributes that the present state was worked out with, as one text; `''` while paused. */
  let heeded = '';
  /** The long address that the box keeps room for, or `''`. */
  let reserved = '';
  let catalogue: Catalogue = en;
  /** Whether the page has set something since the last update, or the element may be where another language is spoken. */
  let isStale = true;
  let shownLogo = '';
  /** What is on the screen, as one text. */
  let shown = '';
  /** The suggestion that the page shows itself. */
  let takenSuggestion = '';

  const view = (): View => {
    const suggestion = state.suggestion === takenSuggestion ? '' : state.suggestion;
    return viewOf({ ...state, suggestion }, element, catalogue, limitShownBy === element);
  };

  const transportNow = (): Transport | undefined => {
    const { publicKey, endpoint, baseUrl } = element;
    const base = endpoint || baseUrl || (element.constructor as typeof EmailCheckElement).defaultBaseUrl;
    return base && !isPrivateKey(publicKey)
      ? (transport ??= createTransport({ ...settingsOf(element), baseUrl: base, apiKey: publicKey }))
      : undefined;
  };

  const rename = ({ name, failure }: State, before: State): void => {
    try {
      states?.delete(before.name);
      states?.add(name);
    } catch {
      // Browsers of before 2024 want two dashes before a state's name: they go without.
    }
    if (name === 'limited') limitShownBy ??= element;
    if (name === 'misconfigured') {
      tellDeveloper(
        'error',
        `key refused (${failure}): check public-key or endpoint, origins, credits; a private key needs the key proxy`,
      );
    }
  };

  /** Gives what was made of the happening, whatever the page's listeners have made of that since. */
  const happen = (happening: Happening): State => {
    // What was asked before a move, or before the element went, is answered all the same.
    if (!element.isConnected && happening.type !== 'outcome') return state;
    const before = state;
    const [after, effects] = step(before, happening, element);
    state = after;
    if (happening.type === 'edit') {
      announcer.keyed();
      // The page is asked anew whether it shows the next one itself.
      takenSuggestion = '';
    }
    if (after.name !== before.name) rename(after, before);
    // At submit the browser reads the validity at once; all else can wait for the update.
    field.tell(view());
    if (effects.wait !== undefined) checks.wait(effects.wait);
    // Listeners of the page run from here on, and may submit, reset or ask: what is no longer so is neither done nor told.
    const isStill = (...keys: (keyof State)[]): boolean => keys.every((key) => state[key] === after[key]);
    if (effects.write) inputs.write(effects.write);
    if (effects.ask && isStill('name', 'value')) void checks.ask(after.value, after.asciiDomain);
    for (const [key, event] of eventsOf(before, after)) {
      if (isStill(key) && !element.dispatchEvent(event)) takenSuggestion = after.suggestion;
    }
    // A page hears the verdict before the submit that waited for it.
    if (isStill('submission')) forms.run(effects);
    element.requestUpdate();
    return after;
  };

  const act = (type: ActionType): void => {
    // A button that was pressed from the keyboard goes away: focus goes back to where it came from.
    if (root.activeElement) input?.focus();
    happen({ type });
  };

  const adopt = (adopted: HTMLInputElement | undefined): void => {
    field.adopt(adopted);
    if (!adopted) return;
    const value = inputs.value();
    // Moved with its input, the element goes on; another input starts anew.
    if (adopted !== input || value !== state.value) happen({ type: 'reset', value });
    input = adopted;
    field.tell(view());
  };

  const showLogo = (): void => {
    const { asciiDomain: domain, suggestion, verdict } = state;
    const service = transportNow();
    const isFree = isProvider(domain) || verdict?.freeEmail;
    const isShown =
      service &&
      (element.publicKey || element.endpoint) &&
      domain &&
      !suggestion &&
      !element.paused &&
      !logo.hidden &&
      (state.isAsked || element.trigger !== 'submit');
    const src = isShown && (!isFree || element.logo === 'always') ? logoUrl(service, domain) : '';
    if (src === shownLogo) return;
    shownLogo = src;
    // Decoration: no name, no referrer, and nothing where it fails.
    const image = make('img', { part: 'logo', alt: '', referrerpolicy: 'no-referrer', decoding: 'async', src });
    image.onerror = () => image.remove();
    logo.replaceChildren(...(src ? [image] : []));
  };

  /** Has what the page has set taken in anew. */
  const settingsChanged = (): void => {
    isStale = true;
    element.requestUpdate();
  };

  rename(state, state);
  const announcer = createAnnouncer(status);
  const field = createFieldController(element, description);
  const inputs = createInputController(element, { adopt, touch: field.touch, mend: field.mend, happen });
  const forms = createFormController(element, inputs, happen);
  const checks = createCheckController(element, {
    transport: transportNow,
    look: inputs.look,
    isHolding: (address) => !element.paused && isSameAddress(state.value, address),
    start: (address) => element.dispatchEvent(new EmailCheckEvent('email-check-start', { ...state, value: address })),
    happen,
  });

  /** Takes in what the page has set. */
  const takeSettings = (): void => {
    // A page hears at once of what it got wrong.
    const settings = settingsOf(element);
    transport = undefined;
    shown = '';
    logo.hidden = element.logo === 'off';
    const language = languageAround(element);
    void fetchTexts(language)?.then(() => settingsChanged());
    catalogue = { ...en, ...textsIn(language), ...element.messages };
    // Where the texts are another language's, a screen reader has to know.
    const spoken = catalogue.safe === en.safe ? 'en' : language;
    for (const spot of [line, status, description]) spot.lang = spoken;
    inputs.seek();
    const rules = element.paused ? '' : restsOn(settings);
    if (rules && rules !== heeded) happen({ type: 'rules' });
    heeded = rules;
    field.tell(view());
  };

  /** Puts the present state on the screen. */
  const show = (): void => {
    const seen = view();
    const text = JSON.stringify(seen);
    // A long address makes the box grow while it is typed, and not when a message comes.
    const long = state.value.length > USUAL_LENGTH ? state.value : '';
    if (!shown || long !== reserved) {
      reserved = long;
      shown = '';
      box.replaceChildren(
        make('div'),
        ...[ADDRESS, ...(long ? [long] : [])]
          .flatMap((address) => tallest(element, catalogue, address))
          .map((cell) => cellOf(cell, () => undefined)),
      );
    }
    if (text !== shown) box.firstChild?.replaceWith(cellOf(seen, act));
    shown = text;
    showLogo();
    announcer.say(seen.pieces.join(''));
    inputs.show(!!(seen.pieces.length || state.verdict || state.submission));
  };

  const session = {
    happen,
    state: () => state,
    look: inputs.look,
    value: inputs.value,

    settingsChanged,
    hostConnected: settingsChanged,

    hostDisconnected(): void {
      state = { ...state, submission: undefined };
      if (limitShownBy === element) limitShownBy = undefined;
    },

    hostUpdated(): void {
      if (isStale) {
        isStale = false;
        takeSettings();
      }
      show();
    },
  };
  for (const controller of [inputs, forms, checks, announcer, session]) element.addController(controller);
  return session;
};
