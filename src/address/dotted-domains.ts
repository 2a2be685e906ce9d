/**
 * Domains of telephone companies that once gave out addresses with two dots in a row or a dot before the @, which people still have. They
 * are asked for as quoted strings (RFC 5321 §4.1.2), since the standard has no other form for them.
 *
 * - `docomo.ne.jp`, until April 2009: https://www.docomo.ne.jp/service/docomo_mail/rfc_add/
 * - `ezweb.ne.jp`, until September 2009: http://ke-tai.org/blog/2009/09/25/aurfc/; `au.com` is its successor since 2018.
 *
 * SoftBank never did (http://hayatomo.com/68), and none gave out a dot at the start (the company's own page, above).
 */
const DOTTED_DOMAIN = /^[^".].*@(?:(?:docomo|ezweb)\.ne\.jp|au\.com)$/i;

/** A text with a letter for each dot that such a company's addresses may have, and others may not. */
export const withoutExtraDots = (text: string): string =>
  DOTTED_DOMAIN.test(text) ? text.replace(/\.(?=[.@])/g, 'x') : text;
