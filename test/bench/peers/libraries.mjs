/**
 * Other libraries for the same purpose, each as a function from an address to our words for what it says: what it calls
 * valid is Safe to Send, what it calls invalid is Invalid, what it says it cannot tell is Unknown. Each is asked for all that
 * it can check. They are no dependencies: PEERS names a folder that they are installed into,
 * `npm install --prefix /tmp/peers deep-email-validator node-email-verifier email-deep-validator @devmehq/email-validator-js`.
 */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const { PEERS = '' } = process.env;
const requirePeer = createRequire(resolve(PEERS, 'package.json'));

const said = (valid) => (valid === true ? 'Safe to Send' : valid === false ? 'Invalid' : 'Unknown');

const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

export const libraries = {
  'deep-email-validator': () => {
    const { validate } = requirePeer('deep-email-validator');
    return async (address) => said((await validate({ email: address, sender: 'probe@own.com' })).valid);
  },
  'node-email-verifier': () => {
    const required = requirePeer('node-email-verifier');
    const verify = required.default ?? required;
    return async (address) =>
      said((await verify(address, { checkMx: true, checkDisposable: true, detailed: true })).valid);
  },
  'email-deep-validator': () => {
    const EmailValidator = requirePeer('email-deep-validator');
    const validator = new EmailValidator({ logger: SILENT });
    return async (address) => {
      const { wellFormed, validDomain, validMailbox } = await validator.verify(address);
      return wellFormed === false || validDomain === false ? 'Invalid' : said(validMailbox);
    };
  },
  '@devmehq/email-validator-js': () => {
    const { verifyEmailDetailed } = requirePeer('@devmehq/email-validator-js');
    return async (address) => {
      const { format, domain, smtp, disposable } = await verifyEmailDetailed({
        emailAddress: address,
        verifyMx: true,
        verifySmtp: true,
        checkDisposable: true,
      });
      return disposable || !format.valid || domain.valid === false ? 'Invalid' : said(smtp.valid);
    };
  },
};

/** The version that is installed; undefined where there is none. */
export const versionOf = (name) => {
  if (!PEERS) return undefined;
  try {
    return requirePeer(resolve(PEERS, join('node_modules', name, 'package.json'))).version;
  } catch {
    return undefined;
  }
};
