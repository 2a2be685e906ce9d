import { createHmac, randomBytes } from 'node:crypto';

const secret = randomBytes(32);

/**
 * A local part that does not exist at a domain: a letter and 23 characters of chance, without regard to case. It is the same as long as this
 * process lives: a mail host that defers unknown senders answers the second time.
 */
export function randomLocalPart(asciiDomain: string): string {
  const digest = createHmac('sha256', secret).update(asciiDomain).digest('hex').slice(0, 32);
  return `r${BigInt(`0x${digest}`).toString(36).padStart(25, '0').slice(-23)}`;
}
