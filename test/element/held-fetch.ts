/** A request that the page made. */
export interface HeldCall {
  /** When it was made, by the page's clock. */
  readonly at: number;
  readonly call: 'v1' | 'disposable';
  /** What it asks about: an address, or a bare domain. */
  readonly email: string;
  /** Answers it: by default the address is safe and the domain is not disposable. */
  answer(status?: number, body?: object): void;
}

const verdictOn = (email: string): object => ({
  service: {
    email,
    code: '5',
    role: 'false',
    free_email: 'false',
    result: 'Safe to Send',
    reason: 'Deliverable',
    send_transactional: '1',
    did_you_mean: '',
  },
  success: '1',
});

/**
 * Takes the place of the page's `fetch`: a call that is held waits until the test answers it, any other one is answered at
 * once, without a task of the browser's own, so that a clock that stands still waits for none.
 */
export const takeFetch = (isHeld: (call: HeldCall) => boolean) => {
  const { fetch } = window;
  const calls: HeldCall[] = [];
  const held = (address: RequestInfo | URL): Promise<Pick<Response, 'status' | 'json'>> =>
    new Promise((resolve) => {
      const { pathname, searchParams } = new URL(address as string);
      const call = pathname.endsWith('/v1/') ? 'v1' : 'disposable';
      const email = searchParams.get('email') ?? '';
      const answer = (status = 200, body: object = call === 'v1' ? verdictOn(email) : { disposable: 'false' }): void =>
        resolve({ status, json: () => Promise.resolve(body) });
      calls.push({ at: performance.now(), call, email, answer });
      if (!isHeld(calls.at(-1)!)) answer();
    });
  window.fetch = held as typeof fetch;
  return {
    calls: (call: HeldCall['call']): HeldCall[] => calls.filter((each) => each.call === call),
    /** Gives the page its own back. What still waits is answered: a page has two calls out at most. */
    restore: (): void => {
      for (const { answer } of calls) answer();
      window.fetch = fetch;
    },
  };
};
