import { randomBytes } from 'node:crypto';

/** A local part that nobody has: a letter and 23 characters of chance, without regard to case. */
export function randomLocalPart(): string {
  return `r${BigInt(`0x${randomBytes(16).toString('hex')}`).toString(36).padStart(25, '0').slice(-23)}`;
}
