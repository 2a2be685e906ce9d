export const NDJSON = 'application/x-ndjson';

/** What a result of a batch has for these tests. */
export interface BatchLine {
  readonly index: string;
  readonly email: string;
  readonly success: string;
  readonly balance?: string;
  readonly error?: string;
  readonly service: {
    readonly email?: string;
    readonly result?: string;
    readonly error?: string;
    readonly reason?: string;
  };
}

/** How a batch is posted. */
export interface Posted {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Posts a body, or these addresses, as a batch. */
export const postBatch = (
  url: string,
  key: string,
  body: string | readonly string[],
  { headers = {}, signal }: Posted = {},
): Promise<Response> =>
  fetch(`${url}/v1/batch/?api=${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify({ emails: body }),
    ...(signal && { signal }),
  });

/** The lines of a streamed answer, as they come. Whoever stops reading them has left. */
export async function* linesOf({ body }: Response): AsyncGenerator<BatchLine, void, undefined> {
  let text = '';
  const parts = body?.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>;
  for await (const part of parts) {
    const lines = (text + part).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as BatchLine;
  }
}

/** So many different addresses that the stub engine gives the result of their first word. */
export const addresses = (count: number, word = 'deliverable'): string[] =>
  Array.from({ length: count }, (_, index) => `${word}@a${index}.example`);
