import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from 'hono';
import { domainIn } from '../../address/domain-in.js';
import {
  DETECTOR_CALLS_PER_MINUTE,
  disposableCall,
  encodeDisposable,
  LOGO_CALLS_PER_MINUTE,
  NEITHER_ADDRESS_NOR_DOMAIN,
} from '../../wire/index.js';
import { allowAllOrigins, send, sendDenial, sendFailure } from './answers.js';
import { createRateLimit } from './rate-limit.js';
import type { AppEnv, AppParts, Handler } from './parts.js';
import { parseCall } from './parse-call.js';

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

/** Sends bytes that any page may embed, or 304 to one that has them. */
const sendEmbedded = (
  c: Context<AppEnv>,
  body: Uint8Array<ArrayBuffer>,
  etag: string,
  type: string,
  maxAge: number,
): Response => {
  allowAllOrigins(c);
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  c.header('Cache-Control', `public, max-age=${maxAge}`);
  c.header('ETag', etag);
  const known = c.req
    .header('If-None-Match')
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''));
  if (known?.some((each) => each === etag || each === '*')) return c.body(null, 304);
  c.header('Content-Type', type);
  return c.body(body);
};

const etagOf = (bytes: Uint8Array): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

const SCRIPT_SECONDS = 600;

/** A domain's logo, or the grey monogram; never a failure. A caller that asks too often gets the monogram, for which no site is asked. */
export const logo = ({ logos }: AppParts): Handler => {
  const rateLimit = createRateLimit(LOGO_CALLS_PER_MINUTE);
  return async (c) => {
    const isPlain = (await rateLimit.secondsToWait(c.env.address)) > 0;
    const { png, seconds } = await (isPlain ? logos.plain : logos.of)(c.req.param('domain') ?? '');
    return sendEmbedded(c, Uint8Array.from(png), etagOf(png), 'image/png', seconds);
  };
};

/** A file that is read again when it was written again, so that a build needs no restart. */
const createFile = (path: string, type: string) => {
  let held: { readonly writtenAt: number; readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string } | undefined;
  return async (c: Context<AppEnv>): Promise<Response | undefined> => {
    const writtenAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (!writtenAt) return undefined;
    if (held?.writtenAt !== writtenAt) {
      const bytes = Uint8Array.from(await readFile(path));
      held = { writtenAt, bytes, etag: etagOf(bytes) };
    }
    return sendEmbedded(c, held.bytes, held.etag, `${type}; charset=utf-8`, SCRIPT_SECONDS);
  };
};

const JAVASCRIPT = 'text/javascript';

/** The script-tag file, or another of its folder: the style for pages that load it late. */
export const pageFile = ({ scriptFile, names }: AppParts, name?: string): Handler => {
  const file =
    scriptFile && createFile(name ? join(dirname(scriptFile), name) : scriptFile, name ? 'text/css' : JAVASCRIPT);
  return async (c) =>
    (file && (await file(c))) ||
    sendFailure(c, 404, 'The script is missing: build it, and give the service the path of its file.', names);
};

/** What a page gets instead of missing texts: English replaces each. */
const noTexts = Uint8Array.from(Buffer.from('export const catalogue = {};\n'));

/** The element's texts in one language, from beside the script-tag file. */
export const locale = ({ scriptFile }: AppParts): Handler => {
  const files = new Map<string, ReturnType<typeof createFile>>();
  return async (c) => {
    // Names of three letters and a region at most: no path, and not many.
    const [, language] = /^([a-z]{2,3}(?:-[a-z]{2,4})?)\.js$/.exec(c.req.param('file') ?? '') ?? [];
    const path = scriptFile && language && join(dirname(scriptFile), 'locales', `${language}.js`);
    const file = path ? (files.get(path) ?? createFile(path, JAVASCRIPT)) : undefined;
    const answer = await file?.(c);
    if (!answer) return sendEmbedded(c, noTexts, etagOf(noTexts), `${JAVASCRIPT}; charset=utf-8`, SCRIPT_SECONDS);
    if (path && file) files.set(path, file);
    return answer;
  };
};
