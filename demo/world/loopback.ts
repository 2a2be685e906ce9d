import { randomInt } from 'node:crypto';
import { ipRangeOf } from '../../src/network/index.js';

/** The one address that every machine has for itself; where everything here listens unless told otherwise. */
export const LOOPBACK = '127.0.0.1';

// The range a free port is drawn from: above the well-known ones, below 32768, where Linux starts to hand out
// the ports of outgoing connections.
const LOWEST_PORT = 20_000;
const PORTS_END = 32_768;
const TRIES = 200;

/** Whether only this machine can reach the address: 127.0.0.0/8 and ::1 (RFC 6890 §2.2.2, §2.2.3). */
export function isLoopback(address: string): boolean {
  return ipRangeOf(address) === 'loopback';
}

/** Whether the address belongs to a private or link-local network (RFC 1918 §3, RFC 3927, RFC 4193, RFC 4291 §2.5.6). */
export function isInsideAddress(address: string): boolean {
  const range = ipRangeOf(address);
  return range === 'private' || range === 'link-local';
}

/** Lets a loopback address pass; throws a RangeError for any other, because this world answers nobody else. */
export function requireLoopback(address: string): void {
  if (!isLoopback(address)) {
    throw new RangeError(`The mail world listens on loopback only, not on "${address}": use ${LOOPBACK}.`);
  }
}

/**
 * Starts something on the wanted port, or else on the first free one of random ports in 20000–32767.
 * Rejects with what `start` rejected with, a RangeError for a wanted port that is no port, or an Error when nothing is free.
 */
export async function onFreePort<T>(start: (port: number) => Promise<T>, wanted?: number): Promise<T> {
  if (wanted !== undefined) {
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535) {
      throw new RangeError(`"${wanted}" is no port: give a whole number from 1 to 65535, or none for a free one.`);
    }
    return start(wanted);
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      return await start(randomInt(LOWEST_PORT, PORTS_END));
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new Error(`None of ${TRIES} ports from ${LOWEST_PORT} to ${PORTS_END - 1} was free: name one yourself.`);
}

/** Whether a listener failed because this machine does not have the address (macOS has 127.0.0.1 alone, some have no ::1). */
export function isMissingAddress(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error));
}

function isTaken(error: unknown): boolean {
  // EACCES: Windows keeps some ranges for itself.
  return ['EADDRINUSE', 'EACCES'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
