import type { Socket } from 'node:net';

/** State of a connection. */
interface Connection {
  /** Requests in progress. */
  requests: number;
  /** Octets that the caller has read, and the time since which this number has not changed. */
  bytesRead: number;
  since: number;
}

/** Open connections, how many requests are in progress on each, and which callers do not read their answers. */
export class Connections {
  readonly #all = new Map<Socket, Connection>();
  /** Idle connections, in the order in which they became idle. */
  readonly #idle = new Set<Socket>();
  readonly #mostIdle: number;
  #isClosing = false;

  /**
   * `mostIdle`: this many connections may wait for a request; beyond that, the one that has waited longest is closed.
   */
  constructor(mostIdle: number) {
    this.#mostIdle = mostIdle;
  }

  add(socket: Socket): void {
    this.#all.set(socket, { requests: 0, bytesRead: 0, since: 0 });
    socket.once('close', () => {
      this.#all.delete(socket);
      this.#idle.delete(socket);
    });
    if (this.#isClosing) socket.destroy();
    else this.#markIdle(socket);
  }

  hasRequest(socket: Socket): boolean {
    return (this.#all.get(socket)?.requests ?? 0) > 0;
  }

  begin(socket: Socket): void {
    const connection = this.#all.get(socket);
    if (!connection) return;
    this.#idle.delete(socket);
    connection.requests++;
  }

  end(socket: Socket): void {
    const connection = this.#all.get(socket);
    if (!connection || --connection.requests > 0) return;
    // Bytes that are written already are still sent.
    if (this.#isClosing) socket.destroySoon();
    else this.#markIdle(socket);
  }

  /** Closes connections whose callers have read nothing of their answer for this many milliseconds. */
  closeUnread(now: number, milliseconds: number): void {
    for (const [socket, connection] of this.#all) {
      const waiting = socket.writableLength;
      // The number of buffered bytes may stay the same while a long answer is sent.
      const bytesRead = socket.bytesWritten - waiting;
      if (waiting > 0 && bytesRead === connection.bytesRead) {
        if (now - connection.since >= milliseconds) socket.destroy();
      } else Object.assign(connection, { bytesRead, since: now });
    }
  }

  /** Closes connections that wait for a request, and the others when their answers are sent. */
  close(): void {
    this.#isClosing = true;
    for (const [socket, { requests }] of this.#all) if (requests === 0) socket.destroy();
  }

  #markIdle(socket: Socket): void {
    this.#idle.add(socket);
    if (this.#idle.size <= this.#mostIdle) return;
    const [longest] = this.#idle;
    longest?.destroy();
    if (longest) this.#idle.delete(longest);
  }
}
