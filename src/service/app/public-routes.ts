import { domainIn } from '../../address/domain-in.js';
import {
  bitFault,
  DETECTOR_CALLS_PER_MINUTE,
  disposableCall,
  encodeDisposable,
  LOGO_CALLS_PER_MINUTE,
  logoCall,
  NEITHER_ADDRESS_NOR_DOMAIN,
} from '../../wire/index.js';
import { allowAllOrigins, send, sendDenial } from './answers.js';
import { createRateLimit } from './rate-limit.js';
import type { AppParts, Handler } from './parts.js';
import { parseCall } from './parse-call.js';
import { sendEmbedded, tagged } from './tagged.js';

const tooOften = (seconds: number): string =>
  `The detector answers ${DETECTOR_CALLS_PER_MINUTE} calls a minute to one network: ask again in ${seconds} seconds.`;

/** The free detector: an address or a bare domain. */
export const disposable = ({ reputation, names }: AppParts): Handler => {
  const rateLimit = createRateLimit(DETECTOR_CALLS_PER_MINUTE);
  return async (c) => {
    allowAllOrigins(c);
    // Its query may hold an address, which must not be in a cache.
    c.header('Cache-Control', 'no-store');
    const seconds = await rateLimit.secondsToWait(c.env.address);
    if (seconds > 0) {
      c.header('Retry-After', String(seconds));
      c.header('Access-Control-Expose-Headers', 'Retry-After');
      return sendDenial(c, { kind: 'busy', words: tooOften(seconds) }, names);
    }
    const { requested, text } = parseCall(c.req.raw, disposableCall, names);
    if (requested.fault) return sendDenial(c, { kind: 'bad-request', words: requested.fault }, names);
    const domain = domainIn(text('email'));
    if (domain === undefined) return sendDenial(c, { kind: 'bad-request', words: NEITHER_ADDRESS_NOR_DOMAIN }, names);
    return send(c, encodeDisposable(reputation.isDisposable(domain)));
  };
};

/**
 * A domain's logo, or the grey monogram, or a transparent picture for callers who want no monogram; no domain is
 * refused. A caller that asks too often gets the same answer as for a domain without a logo, and no site is asked.
 */
export const logo = ({ logos, names }: AppParts): Handler => {
  const rateLimit = createRateLimit(LOGO_CALLS_PER_MINUTE);
  return async (c) => {
    const isPlain = (await rateLimit.secondsToWait(c.env.address)) > 0;
    const monogram = parseCall(c.req.raw, logoCall, names).text('monogram');
    const fault = bitFault('monogram', monogram);
    if (fault) {
      allowAllOrigins(c);
      c.header('Cache-Control', 'no-store');
      return sendDenial(c, { kind: 'bad-request', words: fault }, names);
    }
    const wishes = { withoutMonogram: monogram === '0' };
    const { png, seconds } = await (isPlain ? logos.plain : logos.of)(c.req.param('domain') ?? '', wishes);
    c.header('Cache-Control', `public, max-age=${seconds}`);
    return sendEmbedded(c, tagged(png), 'image/png');
  };
};
