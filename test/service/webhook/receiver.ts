import type { IncomingMessage, ServerResponse } from 'node:http';
import { verifyWebhook, type VerifiedWebhook } from '../../../src/webhook/index.js';
import { startSite } from '../net/site.js';

/** A webhook that came. */
export interface Received {
  readonly path: string;
  readonly event: VerifiedWebhook;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** How the receiver answers; a status, or by hand. */
export type Answer = number | ((response: ServerResponse) => void);

export interface Receiver {
  readonly url: string;
  /** Webhooks whose signature is right, in the order in which they came. */
  readonly received: readonly Received[];
  /** What was wrong with the others. */
  readonly refused: readonly unknown[];
  /** Webhooks that are not answered yet. */
  readonly waiting: () => number;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
};

/** A site that verifies webhooks, and answers each as `answer` says: 204 by default. */
export const startReceiver = async ({
  secrets,
  now = Date.now,
  answer = () => 204,
}: {
  readonly secrets: () => readonly string[];
  readonly now?: () => number;
  readonly answer?: (received: Received) => Answer;
}): Promise<Receiver> => {
  const received: Received[] = [];
  const refused: unknown[] = [];
  let waiting = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    waiting += 1;
    response.on('close', () => (waiting -= 1));
    const { headers, url: path = '' } = request;
    try {
      const body = await bodyOf(request);
      const event = await verifyWebhook({ body, headers, secrets: secrets(), now: now() });
      const one = { path, event, body, headers };
      received.push(one);
      const given = answer(one);
      if (typeof given === 'number') response.writeHead(given).end();
      else given(response);
    } catch (error) {
      refused.push(error);
      response.writeHead(400).end();
    }
  };
  const { url, close } = await startSite((request, response) => void receive(request, response));
  return { url, received, refused, waiting: () => waiting, close };
};

/** Waits until something is so, but not for ever. */
export const until = async (isSo: () => boolean | Promise<boolean>, milliseconds = 20_000): Promise<void> => {
  const end = performance.now() + milliseconds;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It is not so after ${milliseconds} ms: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
