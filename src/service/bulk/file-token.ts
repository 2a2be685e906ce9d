import { timingSafeEqual } from 'node:crypto';

/** The list whose file a token opens, and the token's expiry. */
interface FileGrant {
  readonly accountId: number;
  readonly listId: string;
  /** Milliseconds since 1970, UTC. */
  readonly expiresAt: number;
}

/** Signs a token: returns a keyed hash of its text, in hex. */
export type TagFunction = (text: string) => string;

/** 128 bits, which cannot be guessed. */
const TAG_CHARACTERS = 32;
const RADIX = 36;

const tagFor = (text: string, tagOf: TagFunction): string => tagOf(text).slice(0, TAG_CHARACTERS);

/** The token that opens a list's file for anyone who has it. Letters, digits and dots. */
export const fileToken = ({ accountId, listId, expiresAt }: FileGrant, tagOf: TagFunction): string => {
  const text = [accountId.toString(RADIX), listId, expiresAt.toString(RADIX)].join('.');
  return `${text}.${tagFor(text, tagOf)}`;
};

/** Returns the grant of a token, expired or not; `undefined` if the text is not one of our tokens. */
export const readFileToken = (token: string, tagOf: TagFunction): FileGrant | undefined => {
  const [, text = '', account = '', listId = '', expires = '', tag = ''] =
    /^(([\da-z]{1,11})\.([\da-f]{32})\.([\da-z]{1,11}))\.([\da-f]{32})$/.exec(token) ?? [];
  if (!text || !timingSafeEqual(Buffer.from(tag), Buffer.from(tagFor(text, tagOf)))) return undefined;
  return { accountId: parseInt(account, RADIX), listId, expiresAt: parseInt(expires, RADIX) };
};
