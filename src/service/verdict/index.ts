export { createVerdictEngine } from './engine.js';
export type {
  KnownNames,
  ProbedAddress,
  ProbeLimits,
  VerdictEngine,
  VerdictParts,
  Verified,
  VerifyOptions,
} from './engine.js';
export type {
  DnsEvidence,
  DnsFailure,
  Evidence,
  Judgement,
  MailHost,
  Meaning,
  ProbedHost,
  ProbeEvidence,
  RandomOutcome,
  Reply,
} from './evidence.js';
