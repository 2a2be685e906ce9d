import type { Check } from '../check.js';
import { checkNames } from '../finding.js';
import { addressCheck } from './address.js';
import { blockListsCheck } from './block-lists.js';
import { dnsChecks } from './dns.js';
import { heloCheck } from './helo.js';
import { machineChecks } from './machine.js';
import { portChecks } from './port.js';
import { ptrChecks } from './ptr.js';
import { senderChecks } from './sender.js';
import { spfCheck } from './spf.js';

/** All checks, in the order in which they are shown. */
export const checks: readonly Check[] = [
  ...dnsChecks,
  ...portChecks,
  addressCheck,
  ...ptrChecks,
  heloCheck,
  ...senderChecks,
  spfCheck,
  blockListsCheck,
  ...machineChecks,
].sort((one, other) => checkNames.indexOf(one.name) - checkNames.indexOf(other.name));
