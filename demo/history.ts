/** What a month of usage is made with. */
export interface HistoryOptions {
  /** Answers a request to the service. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The key that the account's own site asks with. */
  readonly privateKey: string;
  /** Mailboxes that exist in the mail world. */
  readonly living: readonly string[];
  /** Sets the service's clock to so many days before today. */
  readonly goBack: (days: number) => void;
  /** Milliseconds since 1970, UTC, as the service has them. */
  readonly now: () => number;
  /** Number of days before today. */
  readonly days: number;
}

/** Calls at once: the service allows five with one key. */
const TOGETHER = 4;
const SUNDAY = 0;
const SATURDAY = 6;
/** A step through the mailboxes in no order that the eye sees. */
const STEP = 17;
const service = 'http://localhost';

/** What visitors type who are no living mailbox, each as often as it stands here in twenty. */
const others = [
  ...['jane.doe@gmial.com', 'nobody@gmail.com', 'visitor@mailinator.com', 'jane.doe@accept-all.net-trouble.com'],
  ...['sales@acme.com', 'jane.doe@blocking.net-trouble.com', 'jane.doe@no-such-domain.com'],
];
const IN_TWENTY = 20;

/** How many visitors sign up on a day: fewer at weekends, and a few more each week. */
const visitorsOf = (day: Date, daysAgo: number): number => {
  const isWeekend = [SUNDAY, SATURDAY].includes(day.getUTCDay());
  return (isWeekend ? 5 : 12) + ((daysAgo * STEP) % 4) - Math.floor(daysAgo / 7);
};

const addressOf = (visitor: number, living: readonly string[]): string =>
  others[visitor % IN_TWENTY] ?? living[(visitor * STEP) % living.length] ?? 'jane.doe@acme.com';

/**
 * Lets an account live through a month: each day's visitors are validated on their day by the clock of the service, against the mail world,
 * and the site reports what the element did for them. Resolves with the number of validations.
 */
export const liveThroughMonth = async ({
  fetch,
  privateKey,
  living,
  goBack,
  now,
  days,
}: HistoryOptions): Promise<number> => {
  const ask = async (path: string, query: Readonly<Record<string, string>>): Promise<void> => {
    const search = new URLSearchParams({ api: privateKey, ...query });
    const answer = await fetch(new Request(`${service}${path}?${search}`));
    if (answer.status !== 200) throw new Error(`The demo's history ends with ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  let visitors = 0;
  for (let daysAgo = days; daysAgo > 0; daysAgo--) {
    goBack(daysAgo);
    const end = visitors + visitorsOf(new Date(now()), daysAgo);
    const temporary = end - visitors > 10 ? '1' : '0';
    while (visitors < end) {
      const some = Array.from({ length: Math.min(TOGETHER, end - visitors) }, () => addressOf(visitors++, living));
      await Promise.all(some.map((email) => ask('/v1/', { email })));
    }
    await ask('/v1/counts/', {
      corrected: String(1 + (daysAgo % 2)),
      warned: temporary,
      used_anyway: String(daysAgo % 5 ? 0 : 1),
    });
  }
  goBack(0);
  return visitors;
};
