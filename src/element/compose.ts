import type { ReactiveElement } from '@lit/reactive-element';
import { isSameAddress } from '../address/index.js';
import { settingsOf, verdictInputs } from './attributes.js';
import { createConnection } from './connection.js';
import { createAnnouncer } from './controllers/announcer.js';
import { createCheckController } from './controllers/check.js';
import { createFieldController } from './controllers/field.js';
import { createFormController } from './controllers/form.js';
import { createInputController } from './controllers/input.js';
import { createOwnershipController } from './controllers/ownership.js';
import { createPressController } from './controllers/presses.js';
import { EmailCheckStartEvent, eventsOf } from './events.js';
import { catalogueFor, ENGLISH, watchLanguage, type LocalizedTexts } from './languages.js';
import { createLogo } from './logo.js';
import { makeElement } from './make-element.js';
import type { Catalogue } from './messages.js';
import { tellDeveloper } from './page-console.js';
import { refusedKey } from './refused-key.js';
import { createRenderer } from './renderer.js';
import type { Settings } from './rules.js';
import { createSession, type Change } from './session.js';
import type { ActionType, State } from './state.js';
import { EMPTY_VIEW, viewOf, type View } from './view.js';

/** What the parts need of the element. */
interface Host extends ReactiveElement, Settings {
  readonly messages: Partial<Catalogue>;
  readonly suggestion: string;
  readonly receipt: string;
}

/** What the parts of one element are made with. */
interface ComposeOptions {
  readonly root: ShadowRoot;
  /** The element's custom states, if the browser has such. */
  readonly customStates: Set<string> | undefined;
  /** The service's address if the page names none. */
  readonly defaultBaseUrl: () => string;
}

/** The element that shows the day's limit: one a page does. */
let limitShownBy: Host | undefined;

/**
 * Makes the parts of an element and ties them together. Everything flows one way: a controller tells what happened, the session
 * makes the next state and the effects, the controllers carry those out, and the view of the state is shown.
 */
export const composeCheck = (element: Host, { root, customStates, defaultBaseUrl }: ComposeOptions) => {
  /** Describes the field from the light DOM, since an id does not reach into a shadow root. */
  const description = makeElement('span', { slot: 'description', id: `email-check-${Math.random()}` });
  let input: HTMLInputElement | undefined;
  let texts: LocalizedTexts = ENGLISH;
  /** The attributes that the present state was worked out with, as one text; `''` while paused. */
  let usedInputs = '';
  /** Whether the page has set something since the last update, or the element may be where another language is spoken. */
  let isStale = true;
  /** Whether the field could be seen when the person last pressed something: the same press may have the page hide the form. */
  let wasSeen = false;
  /** What the present state shows, until it or what the page has set changes. */
  let view: View | undefined;
  /** Whether anything is shown or known of the field's value, as of the last update. */
  let isSeen = false;

  const viewNow = (): View => {
    view ??= viewOf(session.state(), element, texts.catalogue, limitShownBy === element);
    return view;
  };

  const isAnythingSeen = (): boolean => {
    const { verdict, submission } = session.state();
    return viewNow() !== EMPTY_VIEW || !!verdict || !!submission;
  };

  const showStateName = ({ name, failure }: State, before: State): void => {
    try {
      customStates?.delete(before.name);
      customStates?.add(name);
    } catch {
      // Browsers of before 2024 want two dashes before a state's name: they go without.
    }
    if (name === 'limited') limitShownBy ??= element;
    if (name === 'misconfigured' && failure) tellDeveloper('error', refusedKey(failure, location, !!element.endpoint));
  };

  const carryOut = ({ event, before, after, effects }: Change): void => {
    view = undefined;
    if (event.type === 'edit') announcer.keyed();
    if (after.name !== before.name) showStateName(after, before);
    // At submit the browser reads the validity at once; all else can wait for the update.
    field.tell(viewNow());
    if (effects.wait !== undefined) checks.wait(effects.wait);
    // Listeners of the page run from here on, and may submit, reset or ask: an effect that no longer applies is neither carried out nor announced.
    if (effects.write) inputs.write(effects.write);
    if (effects.ask && session.isStill(after, 'name', 'value')) void checks.ask(after.value, after.asciiDomain);
    for (const [key, event] of eventsOf(before, after)) {
      // A page that prevents the event offers the suggestion itself.
      if (session.isStill(after, key) && !element.dispatchEvent(event)) dispatch({ type: 'take-over' });
    }
    // A page hears the verdict before the submit that waited for it.
    if (session.isStill(after, 'submission')) forms.run(effects);
    // Most keys change nothing that can be seen.
    if (isSeen || isAnythingSeen()) element.requestUpdate();
  };

  const act = (type: ActionType): void => {
    // A button that was pressed from the keyboard goes away: focus goes back to where it came from.
    if (root.activeElement) input?.focus();
    session.dispatch({ type });
  };

  const adopt = (adopted: HTMLInputElement | undefined): void => {
    field.adopt(adopted);
    if (!adopted) return;
    const value = inputs.value();
    // Moved with its input, the element goes on; another input starts again.
    if (adopted !== input || value !== session.state().value) session.dispatch({ type: 'reset', value });
    input = adopted;
    field.tell(viewNow());
  };

  const session = createSession(element, carryOut);
  const { dispatch } = session;
  const renderer = createRenderer(root, act);
  const logo = createLogo(renderer.logo, element);
  const connection = createConnection(element, defaultBaseUrl);
  const announcer = createAnnouncer(renderer.status);
  const presses = createPressController(
    () => {
      wasSeen = inputs.isSeen();
      field.validate();
    },
    () => element.requestUpdate(),
  );
  const field = createFieldController(element, description, {
    isSeen: () => inputs.isSeen(),
    isPressed: presses.isRecent,
  });
  const { mend, refused } = field;
  const ownership = createOwnershipController(element, () => input);
  const touch = (): void => {
    field.touch();
    void ownership.renew();
  };
  const inputs = createInputController(element, { adopt, touch, mend, refused, dispatch });
  const forms = createFormController(
    element,
    { ...inputs, isSeen: () => inputs.isSeen() || (wasSeen && presses.isRecent()) },
    dispatch,
  );
  const checks = createCheckController(element, {
    transport: connection.transport,
    readInput: inputs.readInput,
    isHolding: (address) => !element.paused && isSameAddress(session.state().value, address),
    start: (address) => element.dispatchEvent(new EmailCheckStartEvent(address)),
    dispatch,
  });

  /** Reads again what the page has set. */
  const settingsChanged = (): void => {
    isStale = true;
    view = undefined;
    element.requestUpdate();
  };

  /** Takes in what the page has set. */
  const takeSettings = (): void => {
    // A page hears at once of what it got wrong.
    const settings = settingsOf(element);
    connection.reset();
    texts = catalogueFor(element, settingsChanged);
    view = undefined;
    // A screen reader must know the language of the texts if it differs from the page's.
    renderer.changed(texts.language);
    description.lang = texts.language;
    // A label around the element names the field by what is in it, in Chromium and Firefox not by what is in a toolbar.
    if (element.closest('label')) root.querySelector('[part=line]')?.setAttribute('role', 'toolbar');
    inputs.seek();
    const rules = element.paused ? '' : verdictInputs(settings);
    if (rules && rules !== usedInputs) dispatch({ type: 'rules' });
    usedInputs = rules;
    field.tell(viewNow());
  };

  let unwatch = (): void => {};
  const page = {
    hostConnected(): void {
      unwatch = watchLanguage(element, settingsChanged);
      settingsChanged();
    },

    hostDisconnected(): void {
      unwatch();
      view = undefined;
      if (limitShownBy === element) limitShownBy = undefined;
    },

    hostUpdate(): void {
      if (!isStale) return;
      isStale = false;
      takeSettings();
    },

    hostUpdated(): void {
      // What moves while a button is pressed takes the click away from it.
      if (presses.isDown()) return;
      const state = session.state();
      const seen = viewNow();
      isSeen = isAnythingSeen();
      renderer.show(seen, input, state.isCommitted);
      logo.show(seen.hasLogo, state, connection.transport());
      announcer.say(seen);
      inputs.show(isSeen);
    },
  };
  // A label around the element would hand a click in our line on to the field. A button that was clicked may be gone afterwards.
  root.addEventListener('click', (event) => root.contains(event.target as Node) && event.preventDefault(), true);
  showStateName(session.state(), session.state());
  for (const controller of [renderer, inputs, forms, checks, announcer, ownership, presses, session, page])
    element.addController(controller);

  return {
    state: session.state,
    dispatch,
    settingsChanged,
    readInput: inputs.readInput,
    value: inputs.value,
  };
};
