export { EmailCheckElement } from './element/email-check-element.js';
export {
  EmailCheckAcceptEvent,
  EmailCheckErrorEvent,
  EmailCheckEvent,
  EmailCheckLimitEvent,
  EmailCheckStartEvent,
  EmailCheckSuggestionEvent,
  EmailCheckVerdictEvent,
} from './element/events.js';
export type { EmailCheckEventDetails, EmailCheckEventMap } from './element/events.js';
export type { Catalogue, MessageKey } from './element/messages.js';
export type { PolicyWord } from './element/policy.js';
export type { FailureCode, StateName, VerdictSource } from './element/state.js';
export type { Validation } from './wire/results.js';
export type { Result } from './wire/verdicts.js';
