import type { Validation } from '../wire/results.js';
import type { FailureCode, State, VerdictSource } from './state.js';

/** What all events of the element have in common: they bubble out of shadow trees and carry the field's address. */
abstract class EmailCheckEvent extends Event {
  /** The address in the field. */
  declare readonly address: string;

  constructor(type: string, details: object, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
    Object.assign(this, details);
  }
}

/** `email-check-start`: a question about an address goes out, to the detector or the service. */
export class EmailCheckStartEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-start';

  constructor(details: { address: string }) {
    super('email-check-start', details);
  }
}

/** `email-check-verdict`: there is a verdict on the field's address. */
export class EmailCheckVerdictEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-verdict';
  declare readonly verdict: Validation;
  /** `local` (the page's lists), `detector`, `service` or `cache` (answered before on this page). */
  declare readonly source: VerdictSource;

  constructor(details: { address: string; verdict: Validation; source: VerdictSource }) {
    super('email-check-verdict', details);
  }
}

/** `email-check-suggestion`: another address was probably meant. Cancelled, nothing is shown, and the page may offer it itself. */
export class EmailCheckSuggestionEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-suggestion';
  declare readonly suggestion: string;

  constructor(details: { address: string; suggestion: string }) {
    super('email-check-suggestion', details, true);
  }
}

/** `email-check-accept`: the person took the suggestion; the field holds it now. */
export class EmailCheckAcceptEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-accept';
  /** What it replaced. */
  declare readonly previous: string;

  constructor(details: { address: string; previous: string }) {
    super('email-check-accept', details);
  }
}

/** `email-check-limit`: this network has used its validations of the day. */
export class EmailCheckLimitEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-limit';

  constructor(details: { address: string }) {
    super('email-check-limit', details);
  }
}

/** `email-check-error`: the address could not be checked. The form goes out all the same. */
export class EmailCheckErrorEvent extends EmailCheckEvent {
  declare readonly type: 'email-check-error';
  /** Why: an error code of the client, or `private-key`. */
  declare readonly code: FailureCode;

  constructor(details: { address: string; code: FailureCode }) {
    super('email-check-error', details);
  }
}

/** The events that a page is owed for a change of state. */
export const eventsOf = (before: State, { value: address, verdict, source, failure, suggestion, previous }: State): Event[] => {
  const events: Event[] = [];
  if (previous && previous !== before.previous) events.push(new EmailCheckAcceptEvent({ address, previous }));
  if (verdict && source && verdict !== before.verdict) events.push(new EmailCheckVerdictEvent({ address, verdict, source }));
  if (suggestion && suggestion !== before.suggestion) events.push(new EmailCheckSuggestionEvent({ address, suggestion }));
  if (failure && failure !== before.failure) {
    events.push(failure === 'daily-limit' ? new EmailCheckLimitEvent({ address }) : new EmailCheckErrorEvent({ address, code: failure }));
  }
  return events;
};
