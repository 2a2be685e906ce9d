import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What is sent beside the URL. */
export interface KeptCall {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const agent = new Agent({ keepAlive: true });

/** Statuses whose answer has no body, not even an empty one (Fetch Standard, null body status). */
const WITHOUT_BODY = [204, 205, 304];

/**
 * Asks over HTTP as `fetch` does that follows no redirect, on connections that are kept. For tests that ask thousands of times: most of
 * their work would be that of `fetch`.
 */
export const keptCall = async (url: string, { method, headers, body }: KeptCall = {}): Promise<Response> => {
  const request = httpRequest(url, { agent, ...(method && { method }), ...(headers && { headers }) }).end(body);
  const [incoming] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = incoming;
  const received = await buffer(incoming);
  const answered = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) answered.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return new Response(WITHOUT_BODY.includes(status) ? null : received, { status, statusText, headers: answered });
};
