export { createMailHostFinder, type MailHostFinder, type MailHostFinderOptions } from './dns.js';
export { createNameResolver, type NameResolver, type NameResolverOptions } from './name-resolver.js';
export { createMailboxProbe, type MailboxProbe, type MailboxProbeOptions } from './smtp.js';
export { PortWatch } from './port-watch.js';
export { DnsQuestions } from './dns-questions.js';
export { createResolverCanary, type CanaryRound, type ResolverCanary } from './resolver-canary.js';
export { randomLocalPart } from './random-local-part.js';
