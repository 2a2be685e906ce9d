import { getDomain } from 'tldts';
import { parsedUrl } from '../../network/index.js';
import { hostInRecord, ownUrl } from '../../ownership/issuer.js';
import { knownAlgorithms, limits, protocol } from '../../ownership/protocol.js';
import { isSecret, readPublicKey } from '../../ownership/public-key.js';
import { documentAt, type Inspection } from './documents.js';
import { nameOf, quoted, right, wrong, type Finding } from './finding.js';

type Json = Readonly<Record<string, unknown>>;

/** The registrable domain of a host, as browsers know it. */
const siteOf = (host: string): string | undefined => getDomain(host, { allowPrivateDomains: true }) ?? undefined;

/** The TXT record of a mail domain. Returns the issuer's host. */
async function* inspectRecord(
  domain: string,
  { sources, signal }: Inspection,
): AsyncGenerator<Finding, string | undefined> {
  const name = `${protocol.recordLabel}.${domain}`;
  const publish = `Publish one with ${protocol.recordPrefix} and the issuer's host, such as ${protocol.recordPrefix}accounts.example.com.`;
  let records: readonly string[];
  try {
    records = await sources.resolveTxt(name, AbortSignal.any([signal, AbortSignal.timeout(limits.milliseconds)]));
  } catch (error) {
    yield wrong(`${name} could not be looked up (${nameOf(error)}).`, 'Try again, or ask other name servers.');
    return undefined;
  }
  const [record, ...others] = records;
  if (record === undefined) {
    yield wrong(`${name} has no TXT record: the provider of ${domain} issues no tokens.`, publish);
    return undefined;
  }
  if (others.length > 0) {
    yield wrong(`${name} has ${records.length} TXT records.`, 'Keep exactly one.');
    return undefined;
  }
  const host = hostInRecord(record);
  yield host
    ? right(`${name} names the issuer ${host}.`)
    : wrong(
        `${name} is ${quoted(record)}.`,
        `Write ${protocol.recordPrefix} and a public host's name, without a path and a port.`,
      );
  return host;
}

/** A member of the issuer's description that has to be an address of its own. */
const inspectOwnUrl = (member: string, value: unknown, host: string): Finding => {
  if (value === undefined) return wrong(`${member} is missing.`, `Add an address at https://${host}/.`);
  const url = ownUrl(value, host);
  return url
    ? right(`${member} is ${url}`)
    : wrong(`${member} is ${quoted(value)}.`, `Use a whole address of the issuer's own origin, https://${host}/.`);
};

const inspectAlgorithms = (value: unknown): Finding => {
  const remedy = `List at least one of ${[...knownAlgorithms].join(', ')}.`;
  if (!Array.isArray(value)) return wrong('signing_alg_values_supported is missing, or is not a list.', remedy);
  const common = value.filter((each) => knownAlgorithms.has(String(each)));
  return common.length > 0
    ? right(`signing_alg_values_supported has ${common.join(', ')}.`)
    : wrong('signing_alg_values_supported has no algorithm that is known here.', remedy);
};

/** The key set (RFC 7517 §5). */
function* inspectKeys({ keys }: Json): Generator<Finding> {
  if (!Array.isArray(keys) || keys.length === 0) {
    yield wrong('The key set has no keys.', 'Publish the public keys as a list named keys.');
    return;
  }
  if (keys.length > limits.keys)
    yield wrong(`The key set has ${keys.length} keys.`, `Publish ${limits.keys} at most: a set with more is refused.`);
  for (const [index, key] of keys.entries()) {
    const named = `Key ${index + 1} of ${keys.length}`;
    if (isSecret(key))
      yield wrong(
        `${named} has its private part: anyone can sign with it.`,
        'Replace this key pair at once, and publish public keys alone.',
      );
    else if (!readPublicKey(key))
      yield wrong(`${named} cannot be used.`, 'Use Ed25519, P-256, or RSA of 2,048 to 4,096 bits.');
  }
  const usable = keys.filter((key) => readPublicKey(key) !== undefined).length;
  if (usable > 0) yield right(`The key set has ${usable} usable ${usable === 1 ? 'key' : 'keys'}.`);
}

/** The issuer's description, and its keys. */
async function* inspectHost(host: string, inspection: Inspection): AsyncGenerator<Finding> {
  const url = `https://${host}${protocol.metadataPath}`;
  const description = yield* documentAt(url, inspection);
  if (!description) return;
  yield right(`${url} is a JSON object.`);
  yield inspectOwnUrl('issuance_endpoint', description['issuance_endpoint'], host);
  yield inspectOwnUrl('jwks_uri', description['jwks_uri'], host);
  yield inspectAlgorithms(description['signing_alg_values_supported']);
  const keysUrl = ownUrl(description['jwks_uri'], host);
  const keys = keysUrl && (yield* documentAt(keysUrl, inspection));
  if (keys) yield* inspectKeys(keys);
}

/** What browsers ask at the registrable domain of the issuer's host. */
async function* inspectSite(host: string, inspection: Inspection): AsyncGenerator<Finding> {
  const site = siteOf(host);
  if (site === undefined) {
    yield wrong(`${host} has no registrable domain.`, 'Use a host below a domain of your own.');
    return;
  }
  const url = `https://${site}${protocol.sitePath}`;
  const document = yield* documentAt(url, inspection);
  if (!document) return;
  yield right(`${url} is a JSON object.`);
  for (const member of ['accounts_endpoint', 'login_url']) {
    const value = document[member];
    const target = typeof value === 'string' ? parsedUrl(value, url) : undefined;
    yield target?.protocol === 'https:' && siteOf(target.hostname) === site
      ? right(`${member} is ${target.href}`)
      : wrong(
          value === undefined ? `${member} is missing.` : `${member} is ${quoted(value)}.`,
          `Use an https address at ${site} or below it.`,
        );
  }
}

/**
 * Looks at everything that the issuer of a mail domain needs, and tells each finding as soon as it is known. Never throws.
 * @param domain in lower case and A-labels
 */
export async function* inspectIssuer(domain: string, inspection: Inspection): AsyncGenerator<Finding> {
  const host = yield* inspectRecord(domain, inspection);
  if (host === undefined) return;
  yield* inspectHost(host, inspection);
  yield* inspectSite(host, inspection);
}
