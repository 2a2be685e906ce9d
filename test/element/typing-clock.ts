/** Something that is to be run later. */
interface Timer {
  due: number;
  readonly run: () => void;
  /** Milliseconds between runs; 0 for a time-out. */
  readonly interval: number;
}

/** A clock that stands still until it is advanced. */
export interface Clock {
  now(): number;
  /** Lets so many milliseconds pass: each timer runs at its time, and what it started ends before the next one. */
  advance(milliseconds: number): Promise<void>;
  /** Lets the browser do a task of its own, while the clock stands still. */
  breathe(): Promise<void>;
  /** How many time-outs and intervals are set. */
  timeouts(): number;
  intervals(): number;
  /** Gives the page its own time back. */
  restore(): void;
}

/** More promises than any chain of the element has. */
const LONGEST_CHAIN = 100;

/** Lets what is under way end: promises and observers, though no task of the browser's own. */
const settle = async (): Promise<void> => {
  for (let link = 0; link < LONGEST_CHAIN; link++) await Promise.resolve();
};

/** Takes the place of the page's timers, `Date.now` and `performance.now`. */
export const takeClock = (): Clock => {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
  const { now: dateNow } = Date;
  const begin = Date.now();
  const timers = new Map<number, Timer>();
  let time = 0;
  let count = 0;

  const set =
    (interval: (milliseconds: number) => number) =>
    (run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) => {
      timers.set(++count, {
        due: time + Math.max(milliseconds, 0),
        run: () => run(...values),
        interval: interval(milliseconds),
      });
      return count;
    };
  const clear = (id: number): unknown => timers.delete(id);
  const fakes = {
    setTimeout: set(() => 0),
    setInterval: set((milliseconds) => Math.max(milliseconds, 1)),
    clearTimeout: clear,
    clearInterval: clear,
  };
  Object.assign(window, fakes);
  Date.now = () => begin + time;
  performance.now = () => time;

  const next = (until: number): [number, Timer] | undefined => {
    let found: [number, Timer] | undefined;
    for (const entry of timers) if (entry[1].due <= until && (!found || entry[1].due < found[1].due)) found = entry;
    return found;
  };

  const ofKind = (isInterval: boolean): number =>
    [...timers.values()].filter(({ interval }) => !!interval === isInterval).length;

  return {
    now: () => time,
    timeouts: () => ofKind(false),
    intervals: () => ofKind(true),

    breathe: () => new Promise((resolve) => setTimeout(resolve)),

    async advance(milliseconds) {
      const until = time + milliseconds;
      await settle();
      for (let entry = next(until); entry; entry = next(until)) {
        const [id, timer] = entry;
        time = timer.due;
        if (timer.interval) timer.due += timer.interval;
        else timers.delete(id);
        timer.run();
        await settle();
      }
      time = until;
    },

    restore() {
      Object.assign(window, { setTimeout, clearTimeout, setInterval, clearInterval });
      Date.now = dateNow;
      Reflect.deleteProperty(performance, 'now');
    },
  };
};
