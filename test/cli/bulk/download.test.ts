import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { download, type DownloadOptions } from '../../../src/cli/bulk/download.js';
import { PartFile, type PartSource } from '../../../src/cli/bulk/part-file.js';
import type { Sink } from '../../../src/cli/bulk/sink.js';
import { StreamSink } from '../../../src/cli/bulk/stream-sink.js';
import { startLoopback, type Answer, type Loopback } from '../../client/loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-download-'));
after(() => rmSync(folder, { recursive: true }));
afterEach(() => readdirSync(folder).forEach((name) => rmSync(join(folder, name))));
const file = join(folder, 'r.csv');
const part = `${file}.part`;
const note = `${file}.part.json`;

const body = Buffer.from(
  Array.from({ length: 5_000 }, (_, index) => `person.${index}@shop.example,Risky\r\n`).join(''),
);
const etag = '"one"';

let server: Loopback;
beforeEach(async () => (server = await startLoopback()));
afterEach(() => server.end());

/** Octets that have come to a sink in this test, and who waits for them. */
let arrived = 0;
let watchers: (() => void)[] = [];
const counted = <Of extends Sink>(sink: Of): Of => {
  const write = sink.write.bind(sink);
  sink.write = async (octets) => {
    await write(octets);
    arrived += octets.length;
    for (const each of watchers.splice(0)) each();
  };
  return sink;
};
const hasArrived = async (goal: number): Promise<void> => {
  while (arrived < goal) await new Promise<void>((resolve) => watchers.push(resolve));
};

/** Sends octets, says that there are `promised`, and breaks off when the octets have been taken: what is still under way when a connection breaks is lost. */
const breakAfter = (
  response: ServerResponse,
  octets: Buffer,
  promised: number,
  headers: Record<string, string> = {},
  status = 200,
): void => {
  response.writeHead(status, { 'Content-Type': 'text/csv', 'Content-Length': promised, ETag: etag, ...headers });
  const goal = headers['Content-Encoding'] ? 0 : arrived + octets.length;
  response.write(octets, () => void hasArrived(goal).then(() => response.socket?.destroy()));
};

/** A server that keeps ranges, and breaks off after so many octets as often as there are numbers. */
const breaking =
  (breaks: number[], tag = etag): Answer =>
  (response, { headers }) => {
    const start = headers['if-range'] === tag ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
    const rest = body.subarray(start);
    const more: Record<string, string> = {
      ETag: tag,
      ...(start > 0 && { 'Content-Range': `bytes ${start}-${body.length - 1}/${body.length}` }),
    };
    if (start === body.length)
      return void response.writeHead(416, { ETag: tag, 'Content-Range': `bytes */${body.length}` }).end();
    const stop = breaks.shift();
    if (stop !== undefined)
      return breakAfter(response, rest.subarray(0, stop), rest.length, more, start > 0 ? 206 : 200);
    response
      .writeHead(start > 0 ? 206 : 200, { 'Content-Type': 'text/csv', 'Content-Length': rest.length, ...more })
      .end(rest);
  };

const waits: number[] = [];
const never = new AbortController().signal;
const optionsOf = (more: Partial<DownloadOptions> & Pick<DownloadOptions, 'sink'>): DownloadOptions => ({
  link: `${server.url}/r.csv`,
  from: server.url,
  signal: never,
  wait: (milliseconds) => {
    waits.push(milliseconds);
    return Promise.resolve();
  },
  ...more,
});
beforeEach(() => {
  waits.splice(0);
  watchers = [];
});

const of: PartSource = { from: 'https://check.example.com', list: '77' };
const save = async (more: Partial<DownloadOptions> = {}, whose = of): Promise<void> => {
  const sink = counted(await PartFile.open(file, whose));
  try {
    await download(optionsOf({ sink, ...more }));
    await sink.finish();
  } finally {
    await sink.close();
  }
};
const ranges = () => server.headers.map(({ range }) => range);

describe('a download', () => {
  it('leaves no file but the results, and is requested without the headers of the calls', async () => {
    server.answer(breaking([]));
    await save();
    assert.deepEqual(readFileSync(file), body);
    assert.deepEqual(readdirSync(folder), ['r.csv']);
    assert.equal(server.headers[0]?.['accept-encoding'], 'identity');
    assert.equal(server.headers[0]?.['sec-fetch-site'], undefined);
    assert.equal(server.headers[0]?.cookie, undefined);
  });

  it('is resumed after each broken connection', async () => {
    server.answer(breaking([10_000, 1, 50_000, 0]));
    let broken = 0;
    await save({ onBroken: () => void (broken += 1) });
    assert.deepEqual(readFileSync(file), body);
    assert.equal(broken, 4);
    assert.deepEqual(waits, [500, 500, 500, 1_000]);
    assert.equal(ranges()[0], undefined);
    assert.equal(ranges()[1], 'bytes=10000-');
    assert.ok(server.headers.slice(1).every((headers) => headers['if-range'] === etag));
  });

  it('starts again if the file has changed, or has no validator', async () => {
    const tags = ['"a"', '"b"'];
    const breaks = [500];
    server.answer((response, request) => breaking(breaks, tags.shift() ?? '"b"')(response, request));
    await save();
    assert.deepEqual(readFileSync(file), body);
    assert.deepEqual(ranges(), [undefined, 'bytes=500-']);
    rmSync(file);
    for (const tag of ['', 'W/"weak"', 'odd']) {
      const stops = [500];
      server.answer((response, request) => breaking(stops, tag)(response, request));
      await save();
      assert.deepEqual(ranges(), [undefined, undefined], tag);
      assert.deepEqual(readFileSync(file), body);
      rmSync(file);
    }
  });

  it('starts again if the server answers with another part than requested', async () => {
    const others: readonly Record<string, string>[] = [
      { 'Content-Range': `bytes 0-${body.length - 1}/${body.length}` },
      { 'Content-Range': `bytes 500-600/${body.length}` },
      { 'Content-Range': 'lines 1-2/3' },
      {},
      { 'Content-Range': `bytes 500-${body.length - 1}/${body.length}`, ETag: '"another"' },
    ];
    for (const headers of others) {
      let asked = 0;
      server.answer((response, request) => {
        asked += 1;
        if (asked === 1) return breakAfter(response, body.subarray(0, 500), body.length);
        if (asked === 2)
          return void response.writeHead(206, { 'Content-Type': 'text/csv', ETag: etag, ...headers }).end('nonsense');
        breaking([])(response, request);
      });
      await save();
      assert.deepEqual(readFileSync(file), body, JSON.stringify(headers));
      assert.deepEqual(ranges(), [undefined, 'bytes=500-', undefined]);
      rmSync(file);
    }
  });

  it('fails after ten connections without a byte; the next run resumes the partial file', async () => {
    server.answer(breaking([1_000, ...Array<number>(9).fill(0)]));
    await assert.rejects(save(), { name: 'DownloadError', message: /10 connections in a row broke/ });
    assert.equal(server.asked.length, 10);
    assert.equal(existsSync(file), false);
    assert.deepEqual(readFileSync(part), body.subarray(0, 1_000));
    assert.deepEqual(JSON.parse(readFileSync(note, 'utf8')), { ...of, etag });
    server.answer(breaking([]));
    await save();
    assert.deepEqual(ranges(), ['bytes=1000-']);
    assert.deepEqual(readFileSync(file), body);
    assert.deepEqual(readdirSync(folder), ['r.csv']);
  });

  it('resumes a complete partial file that only has to be renamed', async () => {
    writeFileSync(part, body);
    writeFileSync(note, JSON.stringify({ ...of, etag }));
    server.answer(breaking([]));
    await save();
    assert.deepEqual(ranges(), [`bytes=${body.length}-`]);
    assert.deepEqual(readFileSync(file), body);
  });

  it('does not resume a partial file that may belong to another list, and does not change it', async () => {
    const notes = [
      JSON.stringify({ ...of, list: '78', etag }),
      JSON.stringify({ ...of, from: 'https://elsewhere.example', etag }),
      '{',
      'null',
      '',
      undefined,
    ];
    server.answer(breaking([]));
    for (const text of notes) {
      writeFileSync(part, 'something else');
      if (text === undefined) rmSync(note);
      else writeFileSync(note, text);
      await assert.rejects(save(), { name: 'PartInUseError' }, text);
      assert.deepEqual(
        [server.asked.length, readFileSync(part, 'utf8'), existsSync(file)],
        [0, 'something else', false],
        text,
      );
      rmSync(part);
    }
  });

  it('starts again if a part of the same list has no validator', async () => {
    writeFileSync(part, 'something else');
    writeFileSync(note, JSON.stringify(of));
    server.answer(breaking([]));
    await save();
    assert.deepEqual(ranges(), [undefined]);
    assert.deepEqual(readFileSync(file), body);
  });

  it('keeps two lists with the same file name apart, and both private to the user', async () => {
    const first = await PartFile.open(file, of);
    await assert.rejects(PartFile.open(file, { ...of, list: '78' }), { name: 'PartInUseError' });
    await first.close();
    for (const path of [part, note]) assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('does not trust the end of a body of unknown length', async () => {
    for (const said of [body.length, undefined]) {
      let asked = 0;
      server.answer((response, request) => {
        if (request.method === 'HEAD')
          return void response.writeHead(200, said === undefined ? {} : { 'Content-Length': said }).end();
        asked += 1;
        response.writeHead(200, { ETag: etag, 'Transfer-Encoding': 'identity', Connection: 'close' });
        response.end(asked === 1 ? body.subarray(0, body.length - 5) : body);
      });
      await save();
      assert.deepEqual([asked, readFileSync(file).equals(body)], [2, true], String(said));
      rmSync(file);
    }
  });

  it('counts failed tries from the last byte received', async () => {
    const cuts = Array.from({ length: 25 }, (_, index) => (index + 1) * 10);
    server.answer(breaking(cuts));
    await save();
    assert.deepEqual(readFileSync(file), body);
  });

  it('does not follow a symbolic link with the name of the partial file', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'precious');
    symlinkSync(other, part);
    await assert.rejects(save(), { name: 'PartInUseError' });
    writeFileSync(note, JSON.stringify({ ...of, etag }));
    await assert.rejects(save(), { code: 'ELOOP' });
    assert.equal(readFileSync(other, 'utf8'), 'precious');
  });

  it('tries again after a temporary server error, and never after a refusal', async () => {
    for (const status of [500, 503, 429, 408]) {
      let asked = 0;
      server.answer((response, request) =>
        (asked += 1) === 1 ? void response.writeHead(status).end() : breaking([])(response, request),
      );
      await save();
      assert.equal(server.asked.length, 2, String(status));
      rmSync(file);
    }
    for (const [status, words] of [
      [404, /no longer valid/],
      [410, /no longer valid/],
      [403, /no longer valid/],
      [401, /status 401/],
      [204, /status 204/],
    ] as const) {
      server.answer((response) => response.writeHead(status).end());
      await assert.rejects(save(), { name: 'DownloadError', message: words });
      assert.equal(server.asked.length, 1, String(status));
    }
  });

  it('times out if the server sends nothing, at the start or in the middle', async () => {
    server.answer(() => undefined);
    await assert.rejects(save({ stallMs: 20 }), /10 connections in a row broke/);
    let asked = 0;
    server.answer((response, request) => {
      asked += 1;
      if (asked > 1) return breaking([])(response, request);
      response.writeHead(200, { 'Content-Length': body.length, ETag: etag });
      response.write(body.subarray(0, 100));
    });
    await save({ stallMs: 200 });
    assert.deepEqual(readFileSync(file), body);
  });

  it('fails for a body without an end, a length beyond all lists, and a compressed body', async () => {
    const most = 1_000_000;
    // It breaks off all the same, long after what is allowed: a client that takes all of it must not fill the disk.
    const endless: Answer = (response) => {
      let left = 20 * most;
      const go = (): void => {
        while (!response.destroyed && (left -= 65_536) > 0 && response.write(Buffer.alloc(65_536, 'x')));
        if (left > 0) response.once('drain', go);
        else response.destroy();
      };
      response.writeHead(200, { ETag: etag });
      go();
    };
    server.answer(endless);
    await assert.rejects(save({ most }), {
      name: 'DownloadError',
      message: /larger than those of any list: the download was stopped/,
    });
    assert.ok(readFileSync(part).length <= most);
    server.answer((response) => response.writeHead(200, { 'Content-Length': 10 ** 13 }).flushHeaders());
    await assert.rejects(save({ most }), { name: 'DownloadError', message: /larger than those of any list/ });
    server.answer((response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
    );
    await assert.rejects(save({ most }), {
      name: 'DownloadError',
      message: /larger than those of any list: the download was stopped/,
    });
    assert.equal(existsSync(file), false);
  });

  it('restarts from the beginning if the server compresses the file although not asked to', async () => {
    let asked = 0;
    const pressed = gzipSync(body);
    server.answer((response) => {
      asked += 1;
      const headers = { 'Content-Encoding': 'gzip' };
      if (asked === 1) return breakAfter(response, pressed.subarray(0, pressed.length / 2), pressed.length, headers);
      response.writeHead(200, { ...headers, ETag: etag, 'Content-Length': pressed.length }).end(pressed);
    });
    await save();
    assert.deepEqual(readFileSync(file), body);
    assert.deepEqual(ranges(), [undefined, undefined, undefined]);
  });

  it('is not a web page of a server that has lost the file', async () => {
    server.answer((response) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<p>Sign in'),
    );
    await assert.rejects(save(), { name: 'DownloadError', message: /a web page, not to a file/ });
    assert.equal(existsSync(file), false);
  });

  it('follows redirects to valid links only', async () => {
    const elsewhere = await startLoopback(breaking([]));
    try {
      const leadTo =
        (...places: string[]): Answer =>
        (response, request) => {
          const place = places.shift();
          if (place === undefined) return breaking([])(response, request);
          response.writeHead(302, { Location: place }).end();
        };
      server.answer(leadTo('/other.csv', `${elsewhere.url}/r.csv`));
      await save();
      assert.deepEqual(server.asked, ['/r.csv', '/other.csv']);
      assert.deepEqual(elsewhere.asked, ['/r.csv']);
      rmSync(file);
      for (const bad of [
        'file:///etc/passwd',
        'http://elsewhere.example/r.csv',
        'data:text/csv,a',
        `http://user:word@127.0.0.1:1/`,
        'http://[',
      ]) {
        server.answer(leadTo(bad));
        await assert.rejects(save(), { name: 'DownloadError' }, bad);
        assert.equal(server.asked.length, 1, bad);
      }
      server.answer(leadTo('/1', '/2', '/3', '/4'));
      await assert.rejects(save(), { message: /redirects too often/ });
      server.answer((response) => response.writeHead(302).end());
      await assert.rejects(save(), { message: /redirects to an invalid address/ });
    } finally {
      await elsewhere.end();
    }
  });

  it('opens no link that is not safe', async () => {
    for (const link of ['file:///etc/passwd', 'http://elsewhere.example/r.csv', 'r.csv'])
      await assert.rejects(save({ link }), { name: 'DownloadError', message: /was not opened/ }, link);
    assert.deepEqual(server.asked, []);
  });

  it('ends when the user stops it, and keeps the bytes received', async () => {
    const stop = new AbortController();
    server.answer((response) => {
      response.writeHead(200, { 'Content-Length': body.length, ETag: etag });
      response.write(body.subarray(0, 100));
    });
    const sink = await PartFile.open(file, of);
    const write = sink.write.bind(sink);
    sink.write = async (octets) => {
      await write(octets);
      stop.abort();
    };
    await assert.rejects(download(optionsOf({ sink, signal: stop.signal })), { name: 'AbortError' });
    await sink.close();
    assert.deepEqual(readFileSync(part), body.subarray(0, 100));
    assert.equal(server.asked.length, 1);
  });

  it('never replaces a file that appeared meanwhile', async () => {
    server.answer((response, request) => {
      writeFileSync(file, 'mine');
      breaking([])(response, request);
    });
    await assert.rejects(save(), { name: 'FileExistsError' });
    assert.equal(readFileSync(file, 'utf8'), 'mine');
    assert.deepEqual(readFileSync(part), body);
  });
});

describe('a download to a stream', () => {
  const collect = () => {
    const pieces: Buffer[] = [];
    return { pieces, stream: new Writable({ write: (piece: Buffer, _, done) => (pieces.push(piece), done()) }) };
  };

  it('is resumed where it broke, and counts each octet once', async () => {
    const { pieces, stream } = collect();
    let sum = 0;
    server.answer(breaking([10_000, 5]));
    await download(optionsOf({ sink: counted(new StreamSink(stream, ({ length }) => void (sum += length))) }));
    assert.deepEqual(Buffer.concat(pieces), body);
    assert.equal(sum, body.length);
  });

  it('does not start again in the middle', async () => {
    const { pieces, stream } = collect();
    server.answer(breaking([10_000], 'W/"weak"'));
    await assert.rejects(download(optionsOf({ sink: counted(new StreamSink(stream, () => undefined)) })), {
      name: 'DownloadError',
      message: /the output is incomplete/,
    });
    assert.deepEqual(Buffer.concat(pieces), body.subarray(0, 10_000));
  });

  it('waits longer for a slow reader than for a server', async () => {
    const pieces: Buffer[] = [];
    const stream = new Writable({ write: (piece: Buffer, _, done) => (pieces.push(piece), setTimeout(done, 120)) });
    server.answer(breaking([]));
    await download(optionsOf({ sink: new StreamSink(stream, () => undefined), stallMs: 60 }));
    assert.deepEqual(Buffer.concat(pieces), body);
    assert.equal(server.asked.length, 1);
  });

  it('ends if the reader closes the stream, or cannot take more', async () => {
    const failing = (code: string) =>
      new Writable({ write: (_, __, done) => done(Object.assign(new Error(code), { code })) });
    server.answer(breaking([]));
    await assert.rejects(download(optionsOf({ sink: new StreamSink(failing('EPIPE'), () => undefined) })), {
      name: 'ReaderClosedError',
    });
    await assert.rejects(download(optionsOf({ sink: new StreamSink(failing('ENOSPC'), () => undefined) })), {
      name: 'DownloadError',
      message: /ENOSPC/,
    });
    assert.equal(server.asked.length, 2);
  });
});
