import type { Socket } from 'node:net';

/** Open connections, in the order in which they fell idle, and how many requests are under way on each. */
export class Connections {
  readonly #underWay = new Map<Socket, number>();
  readonly #idle = new Set<Socket>();
  readonly #mostIdle: number;
  #isClosing = false;

  /** `mostIdle`: so many connections may wait for a request; of more, the one that has waited longest is ended. */
  constructor(mostIdle: number) {
    this.#mostIdle = mostIdle;
  }

  add(socket: Socket): void {
    this.#underWay.set(socket, 0);
    socket.once('close', () => {
      this.#underWay.delete(socket);
      this.#idle.delete(socket);
    });
    if (this.#isClosing) socket.destroy();
    else this.#rest(socket);
  }

  isAsked(socket: Socket): boolean {
    return (this.#underWay.get(socket) ?? 0) > 0;
  }

  begin(socket: Socket): void {
    this.#idle.delete(socket);
    this.#underWay.set(socket, (this.#underWay.get(socket) ?? 0) + 1);
  }

  end(socket: Socket): void {
    const left = (this.#underWay.get(socket) ?? 1) - 1;
    if (!this.#underWay.has(socket)) return;
    this.#underWay.set(socket, left);
    if (left > 0) return;
    // What was written goes out first.
    if (this.#isClosing) socket.destroySoon();
    else this.#rest(socket);
  }

  /** Ends connections that wait for a request, and later the others as their answers are out. */
  close(): void {
    this.#isClosing = true;
    for (const [socket, requests] of this.#underWay) if (requests === 0) socket.destroy();
  }

  #rest(socket: Socket): void {
    this.#idle.add(socket);
    if (this.#idle.size <= this.#mostIdle) return;
    const [longest] = this.#idle;
    longest?.destroy();
    if (longest) this.#idle.delete(longest);
  }
}
