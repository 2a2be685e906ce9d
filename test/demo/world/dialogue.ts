import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An SMTP client that says what it is told and hands back whole replies, line ends and all but the last. */
export class Dialogue {
  readonly #socket: Socket;
  #received = '';
  #ended = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      this.#received += chunk;
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  static async open(port: number, address = '127.0.0.1'): Promise<Dialogue> {
    const socket = connect(port, address);
    await once(socket, 'connect');
    return new Dialogue(socket);
  }

  /** A dialogue that is past its greeting, EHLO and MAIL. */
  static async ready(port: number, address?: string): Promise<Dialogue> {
    const dialogue = await Dialogue.open(port, address);
    await dialogue.reply();
    await dialogue.say('EHLO probe.acme-check.com');
    await dialogue.say('MAIL FROM:<verify@acme-check.com>');
    return dialogue;
  }

  async say(command: string, patience?: number): Promise<string> {
    this.#socket.write(`${command}\r\n`);
    return this.reply(patience);
  }

  /** The next reply; `(closed)` when the server has closed, `(silence)` when nothing came for `patience` milliseconds. */
  async reply(patience = 5000): Promise<string> {
    let silent = false;
    this.#socket.setTimeout(patience, () => {
      silent = true;
      this.#wake();
    });
    for (;;) {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(this.#received)?.[0];
      if (whole !== undefined) {
        this.#received = this.#received.slice(whole.length);
        return whole.slice(0, -2);
      }
      if (this.#ended) return '(closed)';
      if (silent) return '(silence)';
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}
