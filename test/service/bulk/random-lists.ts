import { gzipSync } from 'node:zlib';

/** A file, and the lines that it must be read as. */
export interface RandomList {
  readonly bytes: Buffer;
  readonly texts: readonly string[];
}

type Random = () => number;

const among = <Each>(random: Random, choices: readonly [Each, ...Each[]]): Each =>
  choices[Math.floor(random() * choices.length)] ?? choices[0];
const below = (random: Random, end: number): number => Math.floor(random() * end);
const chance = (random: Random, share: number): boolean => random() < share;

const encodings = {
  utf8: (text: string) => Buffer.from(text),
  'utf8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
  windows: (text: string) => Buffer.from(text, 'latin1'),
  utf16: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf16 without a mark': (text: string) => Buffer.from(text, 'utf16le'),
  big: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'big without a mark': (text: string) => Buffer.from(text, 'utf16le').swap16(),
};

const hosts = ['example.com', 'x.org', 'bäckerei.de', 'mail.example.co.uk', 'gmial.com'] as const;
const locals = ['jane', 'j.doe', 'jürgen', 'info+may', "o'neill", '"a b"', '"a,b;c"', 'x'.repeat(60)] as const;
const wrong = ['@', 'a@', '@x.com', 'a@@x.com', 'a b@x.com', 'a@x.com> x'] as const;
const notes = [
  '',
  '',
  'Jane',
  'Doe, Jane',
  'a;b',
  'x\ty',
  '5" wide',
  'two\nlines',
  'two\r\nlines',
  ' ',
  'Größe',
  '0',
  '-1',
  'é',
] as const;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A file of addresses in one of the ways that people have them, whose lines are known. */
export function knownList(random: Random): RandomList {
  const delimiter = among(random, [',', ';', '\t']);
  const columns = 1 + below(random, 4);
  const column = chance(random, 0.5) ? 0 : below(random, columns);
  const isNamed = column > 0 ? chance(random, 0.7) : chance(random, 0.4);
  const end = () => among(random, ['\n', '\r\n', '\r', '\n\n', '\r\n \r\n']);
  const oneEnd = chance(random, 0.5) ? end() : undefined;
  const cellOf = (text: string) => (/[,;\t"\r\n]/.test(text) || chance(random, 0.1) ? quoted(text) : text);
  const addressCell = (text: string) => {
    if (text.startsWith('"')) return chance(random, 0.5) ? text : quoted(text);
    const blank = chance(random, 0.1) ? ' ' : '';
    return `${blank}${cellOf(text)}${blank}`;
  };
  const address = (isFirst: boolean) =>
    isFirst || chance(random, 0.9) ? `${among(random, locals)}@${among(random, hosts)}` : among(random, wrong);
  const texts = Array.from({ length: 1 + below(random, 40) }, (_, index) => address(index === 0));
  const record = (text: string) => {
    const cells = Array.from({ length: columns }, (_, each) =>
      each === column ? addressCell(text) : cellOf(among(random, notes)),
    );
    return `${cells.join(delimiter)}${chance(random, 0.1) && columns === 1 ? delimiter : ''}`;
  };
  const header = Array.from({ length: columns }, (_, each) =>
    each === column ? among(random, ['email', 'E-Mail', 'Email Address', 'mail']) : `Column ${each}`,
  ).join(delimiter);
  const lines = [...(isNamed ? [header] : []), ...texts.map(record)];
  const text = lines.map((line) => `${line}${oneEnd ?? end()}`).join('');
  const encode = encodings[among(random, Object.keys(encodings) as [keyof typeof encodings])];
  return { bytes: encode(text), texts };
}

const odd = [
  '"',
  '""',
  '\0',
  '\r',
  '\n',
  ',',
  ';',
  '\t',
  '@',
  '<',
  '>',
  '<html>',
  '<a@b>',
  '\ufeff',
  'sep=;\n',
  '\x1a',
  '{"',
  'PK\x03\x04',
  '%PDF-',
  'é',
  '\ud83d\ude00',
  ' ',
  'a@x.com',
  'email',
] as const;

/** A known file that something has happened to. */
export function spoiledList(random: Random): Buffer {
  let bytes = knownList(random).bytes;
  for (let times = 1 + below(random, 6); times > 0; times -= 1) {
    const at = below(random, bytes.length + 1);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    const put = Buffer.from(
      among(random, odd).repeat(chance(random, 0.1) ? 1 + below(random, 20_000) : 1),
      chance(random, 0.5) ? 'utf8' : 'latin1',
    );
    bytes = among(random, [
      () => Buffer.concat([before, put, after]),
      () => Buffer.concat([put, bytes]),
      () => before,
      () => after,
      () => Buffer.concat([before, Buffer.from([below(random, 256)]), after.subarray(1)]),
      () => Buffer.concat([bytes, bytes]),
      () => (chance(random, 0.1) ? gzipSync(bytes) : bytes),
    ])();
  }
  return bytes;
}

/** Bytes of any kind, or of those that mean something in a list. */
export function randomBytes(random: Random): Buffer {
  const length = below(random, among(random, [8, 100, 5_000, 100_000]));
  if (chance(random, 0.3)) return Buffer.from(Array.from({ length }, () => below(random, 256)));
  const some = Array.from({ length: 1 + below(random, 6) }, () => among(random, odd)) as [string, ...string[]];
  return Buffer.from(Array.from({ length: Math.ceil(length / 2) }, () => among(random, some)).join(''));
}
