import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface Loopback {
  readonly url: string;
  /** Path and query of everything that was asked, in order. */
  readonly asked: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** Sets what is answered from now on; what came before is forgotten. */
  answer(next: Answer): void;
  end(): Promise<void>;
}

/** An HTTP server on loopback, below the ports of outgoing connections, that answers as a test says. */
export const startLoopback = async (first: Answer = (response) => response.end()): Promise<Loopback> => {
  let current = first;
  const asked: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    headers.push(request.headers);
    current(response, request);
  });
  let port = 0;
  while (!server.listening) {
    port = randomInt(20_000, 32_768);
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    headers,
    answer(next) {
      current = next;
      asked.length = 0;
      headers.length = 0;
    },
    async end() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

export const json =
  (body: unknown, status = 200): Answer =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

export const raw =
  (text: string, status = 200, type = 'text/html'): Answer =>
  (response) => {
    response.writeHead(status, { 'Content-Type': type }).end(text);
  };

/** The body of a refusal, as the interface has it. */
export const refusal = (error: string, status = 200): Answer =>
  json({ service: { error, code: '0' }, success: '0', error }, status);
