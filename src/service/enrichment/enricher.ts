import { parseNamedAddress } from '../../address/index.js';
import { WorkCancelledError, withinTime } from '../../timing/index.js';
import { nameFields, type Fields, type Provider, type Subject } from './provider.js';

/** Data about the person behind an address. */
export interface EnrichmentResult {
  /** The fields that were found, none of them empty. */
  readonly fields: Fields;
  /** Names of the fields that were inferred from the address alone. */
  readonly inferred: readonly string[];
}

/** Finds data about the person behind an address. */
export interface Enricher {
  /**
   * Finds data about an address; only the wanted fields if some are named. Never rejects: a provider that fails or
   * takes too long has found nothing, and so have all once `signal` fires. For a text that is not an address nothing is
   * found.
   */
  enrich(email: string, wanted: readonly string[] | 'all', signal?: AbortSignal): Promise<EnrichmentResult>;
}

export interface EnricherOptions {
  /**
   * The stages are asked one after the other, the providers of a stage at the same time. Earlier data wins over later
   * data, and found data over inferred data.
   */
  readonly stages: readonly (readonly Provider[])[];
  /** Called with the provider that failed or took too long. */
  readonly onFault?: ((fault: EnrichmentError) => void) | undefined;
}

/** A provider that is left out of an answer: it failed, or took too long. */
export class EnrichmentError extends Error {
  override readonly name = 'EnrichmentError';
  readonly provider: string;

  constructor({ name, timeoutMs }: Provider, isLate: boolean, cause?: unknown) {
    const why = isLate ? `did not answer within ${timeoutMs} ms` : 'failed';
    super(`The provider "${name}" ${why}: its data is missing from one answer.`, { cause });
    this.provider = name;
  }
}

export const nothingFound: EnrichmentResult = { fields: {}, inferred: [] };

/** Asks one provider within its time. A provider that ignores its signal does not block the others. */
const askProvider = async (
  provider: Provider,
  subject: Subject,
  signal: AbortSignal | undefined,
  onFault: (fault: EnrichmentError) => void,
): Promise<Fields> => {
  try {
    return await withinTime({ milliseconds: provider.timeoutMs, signals: [signal] }, (own) =>
      provider.find(subject, own),
    );
  } catch (error) {
    const why = error instanceof WorkCancelledError ? error.why : 'failed';
    if (why !== 'aborted') onFault(new EnrichmentError(provider, why === 'late', why === 'late' ? undefined : error));
    return {};
  }
};

const withText = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, text]) => text));

/** Adds fields in the order in which they were found. If a field has two texts, the first one stays. */
const withoutOverwriting = (fields: Fields, more: Fields): Fields => ({ ...fields, ...withText(more), ...fields });

/**
 * A name that is half found and half inferred might belong to two persons, so inferred names are left out if any part
 * was found.
 */
const inferredBeside = (found: Fields, inferred: Fields): Fields => {
  const isNamed = nameFields.some((name) => found[name]);
  const beside = ([name]: [string, string]) =>
    !Object.hasOwn(found, name) && !(isNamed && nameFields.some((each) => each === name));
  return Object.fromEntries(Object.entries(inferred).filter(beside));
};

/** An enricher over the providers handed in. */
export function createEnricher({ stages, onFault }: EnricherOptions): Enricher {
  const tell = (fault: EnrichmentError) => {
    try {
      onFault?.(fault);
    } catch {
      // A fault of the observer must not fail the request.
    }
  };
  return {
    async enrich(email, wanted, signal) {
      const parsed = parseNamedAddress(email);
      if (!parsed.ok) return nothingFound;
      const isWanted = (name: string) => wanted === 'all' || wanted.includes(name);
      let found: Fields = {};
      let inferred: Fields = {};
      for (const stage of stages) {
        const asked = stage.filter(
          ({ fields }) => fields?.some((name) => isWanted(name) && !Object.hasOwn(found, name)) ?? true,
        );
        const answers = await Promise.all(
          signal?.aborted ? [] : asked.map((provider) => askProvider(provider, parsed, signal, tell)),
        );
        for (const [index, answer] of answers.entries()) {
          if (asked[index]?.isInferring) inferred = withoutOverwriting(inferred, answer);
          else found = withoutOverwriting(found, answer);
        }
      }
      const ours = inferredBeside(found, inferred);
      const fields = Object.fromEntries(Object.entries({ ...found, ...ours }).filter(([name]) => isWanted(name)));
      return { fields, inferred: Object.keys(ours).filter(isWanted) };
    },
  };
}

/** Whether any data was found and not only inferred. */
export const hasFound = ({ fields, inferred }: EnrichmentResult): boolean =>
  Object.keys(fields).length > inferred.length;
