/** @typedef {{ status: number, body: any }} Answer What the key proxy answered; status 0 where nobody did. */
/** @typedef {'queued' | 'processing' | 'paused' | 'completed' | 'failed' | 'cancelled' | 'unheard' | 'gone' | 'closed'} Kind */
/** @typedef {{ kind: Kind, percentage?: number, link?: string, reason?: string }} Progress How far a list has come; percentage from 0 to 100. */

const SHORTEST = 1_000;
/** As long as a person who watches may be kept from the news, in milliseconds. */
const LONGEST = 5_000;
/** Of the time that has passed so far. */
const SHARE = 0.1;
/** What the interface calls a list's states. */
const STATES = ['queued', 'processing', 'completed', 'failed', 'cancelled'];
const ENDED = ['completed', 'failed', 'cancelled', 'gone', 'closed'];

/** @param {Progress} progress */
export const hasEnded = ({ kind }) => ENDED.includes(kind);

/**
 * What an answer says of a list; nothing where there were too many questions, and it is asked again.
 * `paused`: it waits for credits. `unheard`: nobody could say. `gone`: there is no such list. `closed`: who asked is not signed in.
 * @param {Answer} answer @returns {Progress | undefined}
 */
export const progressOf = ({ status, body }) => {
  if (status === 429) return undefined;
  if (status === 403) return { kind: 'closed', reason: body?.error };
  if (status === 200 && body?.success === '0') return { kind: 'gone' };
  // Something between may answer in place of the key proxy, and the watching must outlive that.
  if (status !== 200 || !STATES.includes(body?.service?.status))
    return { kind: 'unheard', reason: body?.error ?? 'The answer says nothing of this list.' };
  const { status: kind, percentage, download_link: link, reason = '' } = body.service;
  return { kind: kind === 'processing' && reason ? 'paused' : kind, percentage: Number(percentage), link, reason };
};

/**
 * Asks how far a list has come until it has ended: after a second, and then less and less often. Failures are borne for as long as
 * the page is open.
 * @param {() => Promise<Answer>} ask @param {(progress: Progress) => void} told
 * @returns {() => void} has it ask at once
 */
export const follow = (ask, told) => {
  const since = performance.now();
  let wake = () => {};
  const goOn = async () => {
    for (;;) {
      const progress = progressOf(await ask());
      if (progress) told(progress);
      if (progress && hasEnded(progress)) return;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(Math.max((performance.now() - since) * SHARE, SHORTEST), LONGEST));
        wake = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
    }
  };
  void goOn();
  return () => wake();
};
