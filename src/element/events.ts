import type { Validation } from '../wire/results.js';
import type { FailureCode, State, VerdictSource } from './state.js';

/** What each event tells beside the field's address. */
export interface EmailCheckEventDetails {
  /** A question about the address goes out, to the detector or the service. */
  'email-check-start': object;
  /** There is a verdict: of the page's own lists (`local`), the detector, the service, or from before on this page (`cache`). */
  'email-check-verdict': { readonly verdict: Validation; readonly source: VerdictSource };
  /** Another address was probably meant. Cancelled, nothing is shown, and the page may offer it itself. */
  'email-check-suggestion': { readonly suggestion: string };
  /** The person took the suggestion in place of `previous`; the field holds it now. */
  'email-check-accept': { readonly previous: string };
  /** This network has used its validations of the day. */
  'email-check-limit': object;
  /** The address could not be checked. The form goes out all the same. */
  'email-check-error': { readonly code: FailureCode };
}

type Type = keyof EmailCheckEventDetails;

/** An event of the element: it bubbles out of shadow trees, and carries the field's address and what its type tells. */
export class EmailCheckEvent<Name extends Type = Type> extends Event {
  declare readonly type: Name;
  /** The address in the field. */
  declare readonly address: string;

  constructor(type: Name, details: { address: string } & EmailCheckEventDetails[Name]) {
    super(type, { bubbles: true, composed: true, cancelable: type === 'email-check-suggestion' });
    Object.assign(this, details);
  }
}

/** An event of one type, with what it tells. */
type Typed<Name extends Type> = EmailCheckEvent<Name> & EmailCheckEventDetails[Name];

export type EmailCheckStartEvent = Typed<'email-check-start'>;
export type EmailCheckVerdictEvent = Typed<'email-check-verdict'>;
export type EmailCheckSuggestionEvent = Typed<'email-check-suggestion'>;
export type EmailCheckAcceptEvent = Typed<'email-check-accept'>;
export type EmailCheckLimitEvent = Typed<'email-check-limit'>;
export type EmailCheckErrorEvent = Typed<'email-check-error'>;

/** The events that a page is owed for a change of state. */
export const eventsOf = (before: State, { value: address, verdict, source, failure, suggestion, previous }: State): Event[] => {
  const events: Event[] = [];
  if (previous && previous !== before.previous) events.push(new EmailCheckEvent('email-check-accept', { address, previous }));
  if (verdict && source && verdict !== before.verdict) events.push(new EmailCheckEvent('email-check-verdict', { address, verdict, source }));
  if (suggestion && suggestion !== before.suggestion) events.push(new EmailCheckEvent('email-check-suggestion', { address, suggestion }));
  if (failure && failure !== before.failure) {
    const type = failure === 'daily-limit' ? 'email-check-limit' : 'email-check-error';
    events.push(new EmailCheckEvent(type, { address, code: failure }));
  }
  return events;
};
