import type { Validation } from '../wire/results.js';
import type { FailureCode, State, VerdictSource } from './state.js';

/** An event of the element. It bubbles out of shadow trees. */
export abstract class EmailCheckEvent extends Event {
  declare readonly type: keyof EmailCheckEventMap;
  /** The address in the field. */
  declare readonly address: string;

  /** `details`: what the type of event tells beside the address. */
  constructor(type: keyof EmailCheckEventMap, address: string, details: object = {}) {
    super(type, { bubbles: true, composed: true, cancelable: type === 'email-check-suggestion' });
    Object.assign(this, { address, ...details });
  }
}

/** A question about the address goes out, to the detector or the service. */
export class EmailCheckStartEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-start';

  constructor(address: string) {
    super('email-check-start', address);
  }
}

/** There is a verdict on the field's address. */
export class EmailCheckVerdictEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-verdict';
  declare readonly verdict: Validation;
  /** The page's own lists (`local`), the detector, the service, or what was known from before on this page (`cache`). */
  declare readonly source: VerdictSource;

  constructor(address: string, verdict: Validation, source: VerdictSource) {
    super('email-check-verdict', address, { verdict, source });
  }
}

/** Another address was probably meant. If the event is canceled, nothing is shown, and the page may offer it itself. */
export class EmailCheckSuggestionEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-suggestion';
  declare readonly suggestion: string;

  constructor(address: string, suggestion: string) {
    super('email-check-suggestion', address, { suggestion });
  }
}

/** The person took the suggestion; the field holds it now. */
export class EmailCheckAcceptEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-accept';
  /** What was typed. */
  declare readonly previous: string;

  constructor(address: string, previous: string) {
    super('email-check-accept', address, { previous });
  }
}

/** This network has used its validations of the day. */
export class EmailCheckLimitEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-limit';
  readonly code: FailureCode = 'daily-limit';

  constructor(address: string) {
    super('email-check-limit', address);
  }
}

/** The address could not be checked. The form goes out all the same. */
export class EmailCheckErrorEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-error';
  declare readonly code: FailureCode;

  constructor(address: string, code: FailureCode) {
    super('email-check-error', address, { code });
  }
}

/** Each event of the element, by its type. */
export interface EmailCheckEventMap {
  'email-check-start': EmailCheckStartEvent;
  'email-check-verdict': EmailCheckVerdictEvent;
  'email-check-suggestion': EmailCheckSuggestionEvent;
  'email-check-accept': EmailCheckAcceptEvent;
  'email-check-limit': EmailCheckLimitEvent;
  'email-check-error': EmailCheckErrorEvent;
}

/** What each event tells beside the field's address. */
export type EmailCheckEventDetails = {
  [Type in keyof EmailCheckEventMap]: Omit<EmailCheckEventMap[Type], keyof EmailCheckEvent>;
};

/** The events for a change of state, in this order, each with the part of the state that it reports. */
export const eventsOf = (before: State, state: State): (readonly [keyof State, EmailCheckEvent])[] => {
  const { value, previous, verdict, source, suggestion, failure } = state;
  const isNew = (key: keyof State): boolean => state[key] !== before[key];
  const events: [keyof State, EmailCheckEvent][] = [];
  if (previous && isNew('previous')) events.push(['previous', new EmailCheckAcceptEvent(value, previous)]);
  if (verdict && source && isNew('verdict'))
    events.push(['verdict', new EmailCheckVerdictEvent(value, verdict, source)]);
  if (suggestion && isNew('suggestion')) events.push(['suggestion', new EmailCheckSuggestionEvent(value, suggestion)]);
  if (failure && isNew('failure')) {
    events.push([
      'failure',
      failure === 'daily-limit' ? new EmailCheckLimitEvent(value) : new EmailCheckErrorEvent(value, failure),
    ]);
  }
  return events;
};
