import { parseAddress } from '../../address/index.js';
import {
  encodeValidation,
  enrichmentFields,
  enrichmentNames,
  validateCall,
  type EncodedEnrichment,
  type EnrichmentField,
} from '../../wire/index.js';
import { hasFound, nothingFound, personFields, photoFields, type EnrichmentResult } from '../enrichment/index.js';
import { allowOrigin, sendDenial } from './answers.js';
import { hear } from './hear-calls.js';
import type { AppParts, Handler } from './parts.js';
import { chargeCall } from './charge-call.js';
import { parseCall } from './parse-call.js';
import { callLogFields } from './call-log-fields.js';

/** The fields that were asked for, empty if nothing is known. */
const requestedEnrichment = ({ fields, inferred }: EnrichmentResult, isAppended: boolean): EncodedEnrichment => {
  const textOf = (field: EnrichmentField) => fields[enrichmentNames[field]] ?? '';
  const photo = textOf('photo');
  if (!isAppended) return { photo };
  const names = { fullName: textOf('fullName'), firstName: textOf('firstName'), lastName: textOf('lastName') };
  return { ...names, photo, inferred: enrichmentFields.filter((field) => inferred.includes(enrichmentNames[field])) };
};

/**
 * The address that was probably meant if the local part has a blank: a `+` that is not percent-encoded arrives as a
 * blank. It is only suggested, since the caller may really have sent a blank.
 */
const withPlus = (email: string): string => {
  // Quotes may hold a blank (RFC 5321 §4.1.2).
  if (parseAddress(email.trim()).ok) return '';
  const at = email.lastIndexOf('@');
  const meant = email.slice(0, at).trim().replaceAll(' ', '+') + email.slice(at);
  return parseAddress(meant).ok ? meant : '';
};

/**
 * Single validation: admitted, verified, charged, and answered when the charge is durable. The data for `photo` and
 * `append` is looked up at the same time as the verdict.
 */
export const validation =
  ({ admission, verify, enricher, names, pseudonymOf, onVerdict }: AppParts): Handler =>
  async (c) => {
    const { requested, text, flag } = parseCall(c.req.raw, validateCall, names, c.env);
    const email = text('email');
    const ruling = await admission.admit(requested);
    hear(c, { key: ruling.key, email });
    if (!ruling.isAdmitted) return sendDenial(c, ruling.denial, names, ruling.origin);
    // Set before the work, so that the page can also read a failure.
    if (ruling.origin) allowOrigin(c, ruling.origin);
    const { photo, append } = ruling.order;
    return chargeCall(c, { admission, onVerdict }, ruling, async (signal) => {
      const [verified, enriched] = await Promise.all([
        verify(email, { workspace: flag('workspace'), isDomainOnly: ruling.key.answers === 'domain', signal }),
        photo || append ? enricher.enrich(email, append ? personFields : photoFields, signal) : nothingFound,
      ]);
      const { validation } = verified;
      hear(c, { result: validation.result, reasons: validation.reasons });
      const enrichment = photo || append ? { enrichment: requestedEnrichment(enriched, append === true) } : {};
      return {
        outcome: {
          result: validation.result,
          hasPhoto: Boolean(enriched.fields['photo']),
          isFound: hasFound(enriched),
        },
        logFields: callLogFields(verified, { pseudonymOf }),
        answer: (balance) =>
          encodeValidation(
            {
              ...validation,
              didYouMean: validation.didYouMean || withPlus(email),
              ...enrichment,
              ...(ruling.key.showsBalance && { balance }),
            },
            names.envelope,
          ),
      };
    });
  };
