/**
 * What demo/mounts use of runtimes and frameworks that are installed for the tests alone, after the project's types are checked. That
 * their own types take the mounts, a test says.
 */
declare const Bun: {
  serve(options: {
    readonly port: number;
    readonly idleTimeout?: number;
    fetch(
      request: Request,
      server: { requestIP(request: Request): { readonly address: string } | null },
    ): Promise<Response>;
  }): unknown;
};

declare const Deno: {
  readonly env: { get(name: string): string | undefined };
  serve(
    options: { readonly port: number },
    handler: (request: Request, info: { readonly remoteAddr: { readonly hostname: string } }) => Promise<Response>,
  ): unknown;
};

declare module 'cloudflare:workers' {
  export const env: Readonly<Record<'EMAIL_CHECK_KEY' | 'EMAIL_CHECK_URL', string>> & {
    readonly RECEIPT_SECRET?: string;
    readonly WEBHOOK_SECRET?: string;
  };
}

declare module 'express' {
  import type { RequestListener } from 'node:http';
  export default function express(): { use(path: string, listener: RequestListener): void; listen(port: number): void };
}

declare module 'fastify' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  export interface FastifyRequest {
    readonly raw: IncomingMessage;
  }
  export interface FastifyReply {
    readonly raw: ServerResponse;
    hijack(): FastifyReply;
  }
  interface Hooks {
    onRequest(request: FastifyRequest, reply: FastifyReply): void;
  }
  export default function fastify(): {
    all(path: string, hooks: Hooks, handler: () => void): void;
    listen(options: { readonly port: number }): Promise<string>;
  };
}
