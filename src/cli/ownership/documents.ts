import { limits } from '../../ownership/protocol.js';
import { readObject, type DocumentFault, type OwnershipSources } from '../../ownership/sources.js';
import { nameOf, wrong, type Finding } from './finding.js';

type Json = Readonly<Record<string, unknown>>;

/** How an issuer is asked. */
export interface Inspection {
  readonly sources: OwnershipSources;
  /** Aborted when the command is stopped. */
  readonly signal: AbortSignal;
}

const findingOf = (url: string, fault: DocumentFault): Finding => {
  switch (fault.kind) {
    case 'unreachable':
      return wrong(
        `${url} cannot be fetched (${nameOf(fault.error)}).`,
        'The host needs public addresses alone, https on port 443, a valid certificate, and an answer within 5 seconds.',
      );
    case 'status':
      return fault.status >= 300 && fault.status < 400
        ? wrong(
            `${url} redirects (status ${fault.status}).`,
            'Answer there with the document: no redirect is followed.',
          )
        : wrong(`${url} is answered with the status ${fault.status}.`, 'Answer with the status 200 and the document.');
    case 'too-long':
      return wrong(`${url} is longer than ${limits.documentOctets} octets.`, 'Shorten it.');
    case 'no-object':
      return wrong(`${url} is not a JSON object.`, 'Answer with JSON: an object of the members that are needed.');
  }
};

/** Fetches a document; a fault is a finding, and nothing is returned then. */
export async function* documentAt(
  url: string,
  { sources, signal }: Inspection,
): AsyncGenerator<Finding, Json | undefined> {
  const late = AbortSignal.timeout(limits.milliseconds);
  const read = await readObject(sources, url, AbortSignal.any([signal, late]));
  if (read.ok) return read.value;
  yield findingOf(url, read.fault);
  return undefined;
}
