export { createVerdictEngine } from './engine.js';
export type { ProbedAddress, ProbeLimits, VerdictParts } from './engine.js';
export type {
  DnsEvidence,
  DnsFailure,
  Evidence,
  HeardReply,
  Judgement,
  MailHost,
  Meaning,
  ProbedHost,
  ProbeEvidence,
  RandomOutcome,
  Reply,
} from './evidence.js';
export {
  acceptAllText,
  because,
  dnsTexts,
  gaveUp,
  hostText,
  knownAs,
  outcomeText,
  replyText,
  syntaxText,
} from './evidence-words.js';
export { syntaxFaultClauses } from './fault-words.js';
export { MICROSOFT_CLOUDS } from './microsoft-clouds.js';
export { shownAddress } from './shown-address.js';
export type { VerificationResult, VerdictEngine, VerifyOptions } from './verdict-engine.js';
