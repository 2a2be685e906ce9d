import type { Validation } from '../wire/results.js';
import type { FailureCode, State, VerdictSource } from './state.js';

/** What each event surely tells beside the field's address. */
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

/** An event of the element: it bubbles out of shadow trees, and carries what is known of the field's address. */
export class EmailCheckEvent<Name extends Type = Type> extends Event {
  declare readonly type: Name;
  /** The address in the field. */
  declare readonly address: string;
  declare readonly verdict: Validation | undefined;
  declare readonly source: VerdictSource | undefined;
  declare readonly suggestion: string;
  declare readonly previous: string;
  declare readonly code: FailureCode | undefined;

  constructor(type: Name, { value: address, verdict, source, suggestion, previous, failure: code }: State) {
    super(type, { bubbles: true, composed: true, cancelable: type === 'email-check-suggestion' });
    Object.assign(this, { address, verdict, source, suggestion, previous, code });
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

/** The events that a page is owed for a change of state, in this order, each with what in the state it tells of. */
export const eventsOf = (before: State, state: State): (readonly [keyof State, Event])[] => {
  const owed = {
    previous: 'email-check-accept',
    verdict: 'email-check-verdict',
    suggestion: 'email-check-suggestion',
    failure: state.failure === 'daily-limit' ? 'email-check-limit' : 'email-check-error',
  } as const;
  const isNew = (key: keyof typeof owed): unknown => state[key] && state[key] !== before[key];
  return (Object.keys(owed) as (keyof typeof owed)[])
    .filter(isNew)
    .map((key) => [key, new EmailCheckEvent(owed[key], state)]);
};
