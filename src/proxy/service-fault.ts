import { failures, isFailureCode, type FailureCode } from './failures.js';
import type { RefusalReason } from './refused.js';

/** Refusals of the service that the site must fix, not the visitor. */
const refusalWords = {
  'wrong-key': 'The service does not accept the key: check `apiKey`, and that it is a key of the service at `baseUrl`.',
  'no-credits': "The service's account has no credits left: add some.",
  forbidden: 'The service does not allow this call with this key.',
} as const;

/** Faults on the service's side. */
export type ServiceFaultCode = keyof typeof refusalWords | Extract<FailureCode, `upstream-${string}`>;

/** Tells `onError` that the service refused the key, has no credits left, failed or could not be reached. It contains neither the key nor the address. */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault';
  readonly code: ServiceFaultCode;

  constructor(code: ServiceFaultCode, words: string) {
    super(words);
    this.code = code;
  }
}

const isOfServiceAlone = (kind: RefusalReason['kind']): kind is Extract<FailureCode, `upstream-${string}`> =>
  isFailureCode(kind) && kind.startsWith('upstream-');

/** The error that a site gets for a failed call; none if the visitor caused it, or if it is temporary. */
export const serviceFaultOf = ({ kind, isFromService, detail }: RefusalReason): ServiceFault | undefined => {
  if (isOfServiceAlone(kind)) {
    const [what = ''] = failures[kind].words.split(/[:.]/, 1);
    return new ServiceFault(kind, `${what}${detail ? ` (${detail})` : ''}.`);
  }
  if (!isFromService || !Object.hasOwn(refusalWords, kind)) return undefined;
  const code = kind as keyof typeof refusalWords;
  return new ServiceFault(code, refusalWords[code]);
};
