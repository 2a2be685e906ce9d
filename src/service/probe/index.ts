export { createMailHostFinder, type MailHostFinder, type MailHostFinderOptions } from './dns.js';
export { createMailboxProbe, type MailboxProbe, type MailboxProbeOptions } from './smtp.js';
export { randomLocalPart } from './random-local-part.js';
