/** Remembers which receipts were used. One for all processes that take the same receipts. */
export interface UsedReceipts {
  /**
   * Notes that a receipt is used, and answers whether this is the first time: in one step, so that of two at once only one gets `true`.
   * @param id the receipt's own, 22 characters of base64url
   * @param until milliseconds since 1970: from then on the receipt is refused without this, and may be forgotten
   *
   * @example With Redis, for several machines
   * const used = { firstUse: async (id, until) => (await redis.set(`receipt:${id}`, '', { NX: true, PXAT: until })) === 'OK' };
   */
  firstUse(id: string, until: number): Promise<boolean>;
}

/** How `createUsedReceipts` remembers. */
export interface UsedReceiptsOptions {
  /**
   * Maximum number of receipts to remember; 100,000 by default (12 MB). Beyond it, the oldest is forgotten and could be
   * used again.
   */
  readonly size?: number | undefined;
  /** The clock, in milliseconds since 1970; use the same one for `verifyReceipt`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Remembers used receipts in this process's memory, each until it expires. A restart forgets them.
 * @throws RangeError if `size` is not a whole number from 1
 */
export const createUsedReceipts = ({ size = 100_000, now = Date.now }: UsedReceiptsOptions = {}): UsedReceipts => {
  if (!Number.isSafeInteger(size) || size < 1)
    throw new RangeError('`size` must be a whole number, 1 or more: how many used receipts to remember.');
  /** Expiry times by id, in the order of use. */
  const used = new Map<string, number>();

  /**
   * All receipts are valid for the same time, so only a few expired ones come after the first valid one, and none stays
   * for more than an hour.
   */
  const forgetExpired = (): void => {
    for (const [id, until] of used) {
      if (until > now()) return;
      used.delete(id);
    }
  };

  const firstUse = (id: string, until: number): boolean => {
    forgetExpired();
    if (used.has(id)) return false;
    used.set(id, until);
    const [oldest = id] = used.keys();
    if (used.size > size) used.delete(oldest);
    return true;
  };

  return { firstUse: (id, until) => Promise.resolve(firstUse(id, until)) };
};
