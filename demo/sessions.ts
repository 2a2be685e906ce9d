import { randomBytes } from 'node:crypto';

/** Who is signed in, in this process's memory: a restart signs everybody out. */
export interface Sessions {
  /** Begins a session in place of the request's own, and answers its `Set-Cookie`. */
  begin(request: Request): string;
  /** Ends the session of a request, and answers the `Set-Cookie` that takes its cookie away. */
  end(request: Request): string;
  has(request: Request): boolean;
}

const NAME = 'fernhollow-session';
const MOST = 100;
// No `Secure`: the demo is served over plain http, where some browsers would drop such a cookie.
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

const idOf = ({ headers }: Request): string =>
  new RegExp(`(?:^|; )${NAME}=([\\w-]+)`).exec(headers.get('Cookie') ?? '')?.[1] ?? '';

/** Nobody is signed in. Of more than a hundred sessions the oldest is over. */
export const createSessions = (): Sessions => {
  const open = new Set<string>();
  return {
    begin(request) {
      open.delete(idOf(request));
      const id = randomBytes(32).toString('base64url');
      open.add(id);
      const [oldest = id] = open;
      if (open.size > MOST) open.delete(oldest);
      return `${NAME}=${id}; ${ATTRIBUTES}`;
    },
    end(request) {
      open.delete(idOf(request));
      return `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;
    },
    has: (request) => open.has(idOf(request)),
  };
};
