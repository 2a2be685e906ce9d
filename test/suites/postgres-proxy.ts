import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a PostgreSQL server that breaks when it is told to. */
export interface PostgresProxy {
  readonly url: string;
  /** How many connections were cut. */
  readonly cuts: number;
  /** The next question with these words in it reaches the server; its connection is cut as soon as the server answers. */
  cutAnswerTo(words: string): void;
  /** The next question with these words in it is lost, with all that follows on its connection, which stays open. */
  lose(words: string): void;
  /** How many connections of lost questions are still open. */
  readonly deaf: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Listens on loopback, on a port that is free, and passes on what comes and goes. */
export const listenForPostgres = async (url: string): Promise<PostgresProxy> => {
  const { port: targetPort, hostname } = new URL(url);
  const open = new Set<Socket>();
  let words: string | undefined;
  let lostWords: string | undefined;
  let cuts = 0;
  let deaf = 0;
  const server = createServer((client) => {
    const database = connect(Number(targetPort), hostname);
    let isDoomed = false;
    let isDeaf = false;
    const cut = () => [client, database].forEach((socket) => socket.destroy());
    client.on('data', (data) => {
      if (words !== undefined && data.includes(words)) {
        words = undefined;
        isDoomed = true;
      }
      if (lostWords !== undefined && data.includes(lostWords)) {
        lostWords = undefined;
        isDeaf = true;
        deaf++;
        client.on('close', () => deaf--);
      }
      if (!isDeaf) database.write(data);
    });
    database.on('data', (data) => {
      if (!isDoomed) return client.write(data);
      cuts++;
      return cut();
    });
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('error', cut).on('close', () => {
        open.delete(socket);
        cut();
      });
    }
  });
  for (let isListening = false; !isListening;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
  }
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    get cuts() {
      return cuts;
    },
    get deaf() {
      return deaf;
    },
    cutAnswerTo: (given) => void (words = given),
    lose: (given) => void (lostWords = given),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
};
