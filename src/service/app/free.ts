import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Context } from 'hono';
import { parseAddress } from '../../address/index.js';
import { disposableCall, encodeDisposable } from '../../wire/index.js';
import { openToAll, send, sendDenial, sendFailure } from './answers.js';
import type { AppEnv, AppOptions, Handler } from './options.js';
import { readCall } from './read.js';

const NEITHER = 'The parameter "email" is neither an address nor a domain: write jane@example.com or example.com.';

/** An address, a domain, or a domain after an @, as one may be copied; a dot at the end is the root's. */
const domainOf = (text: string): string | undefined => {
  const plain = text.trim().replace(/^@/, '').replace(/\.$/, '');
  const parsed = parseAddress(plain.includes('@') ? plain : `anyone@${plain}`);
  return parsed.ok ? parsed.asciiDomain : undefined;
};

/** The free detector: an address or a bare domain. */
export const disposable =
  ({ reputation, names }: AppOptions): Handler =>
  (c) => {
    const { asked, text } = readCall(c.req.raw, disposableCall, names);
    openToAll(c);
    // Its query may hold an address, which is no cache's business.
    c.header('Cache-Control', 'no-store');
    if (asked.fault) return sendDenial(c, { kind: 'bad-request', words: asked.fault }, names);
    const domain = domainOf(text('email'));
    if (domain === undefined) return sendDenial(c, { kind: 'bad-request', words: NEITHER }, names);
    return send(c, encodeDisposable(reputation.isDisposable(domain)));
  };

/** Sends bytes that any page may embed, or 304 to one that has them. */
const sendEmbedded = (c: Context<AppEnv>, body: Uint8Array<ArrayBuffer>, etag: string, type: string, maxAge: number): Response => {
  openToAll(c);
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  c.header('Cache-Control', `public, max-age=${maxAge}`);
  c.header('ETag', etag);
  const known = c.req.header('If-None-Match')?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (known?.some((each) => each === etag || each === '*')) return c.body(null, 304);
  c.header('Content-Type', type);
  return c.body(body);
};

const etagOf = (bytes: Uint8Array): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

const LOGO_SECONDS = 86_400;
const SCRIPT_SECONDS = 600;

/** A domain's logo, or the grey monogram; never a failure. */
export const logo =
  ({ logoOf }: AppOptions): Handler =>
  async (c) => {
    const png = await logoOf(c.req.param('domain') ?? '');
    return sendEmbedded(c, Uint8Array.from(png), etagOf(png), 'image/png', LOGO_SECONDS);
  };

/** The script-tag file. It is read again when it was written again, so that a build needs no restart. */
export const script = ({ scriptFile, names }: AppOptions): Handler => {
  let held: { readonly writtenAt: number; readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string } | undefined;
  return async (c) => {
    const writtenAt = scriptFile && (await stat(scriptFile).then(({ mtimeMs }) => mtimeMs, () => undefined));
    if (!scriptFile || !writtenAt) return sendFailure(c, 404, 'There is no script here: build it, and name its file to the service.', names);
    if (held?.writtenAt !== writtenAt) {
      const bytes = Uint8Array.from(await readFile(scriptFile));
      held = { writtenAt, bytes, etag: etagOf(bytes) };
    }
    return sendEmbedded(c, held.bytes, held.etag, 'text/javascript; charset=utf-8', SCRIPT_SECONDS);
  };
};
