import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientSchemeOf, networkOf } from '../../src/network/index.js';
import { visitorOf } from '../../src/proxy/visitor.js';
import { callerBehind } from '../../src/service/app/caller.js';

const socket = '10.0.0.1';
const request = (headers: Headers) => new Request('https://shop.example/', { headers });
const callerOf = (address: string | undefined, headers: Headers, hops: number) =>
  callerBehind(hops, request(headers), { address }).address;
const visitor = (address: string | undefined, headers: Headers, hops: number) =>
  visitorOf(request(headers), { address }, hops);
const headersOf = (sent: readonly [name: string, value: string][]) => {
  const headers = new Headers();
  for (const [name, value] of sent) headers.append(name, value);
  return headers;
};
const forwarded = (...values: string[]) => values.map((value): [string, string] => ['Forwarded', value]);
const older = (...values: string[]) => values.map((value): [string, string] => ['X-Forwarded-For', value]);

type Row = [what: string, sent: [name: string, value: string][], hops: number, address: string];

describe("a caller's address", () => {
  const rows: Row[] = [
    ['without hops, whatever headers say', [...older('192.0.2.7'), ...forwarded('for=192.0.2.7')], 0, socket],
    ['without headers', [], 1, socket],

    ['X-Forwarded-For', older('192.0.2.7'), 1, '192.0.2.7'],
    [
      'its last entry with one hop, since the caller wrote the others',
      older('198.51.100.1, 192.0.2.7'),
      1,
      '192.0.2.7',
    ],
    ['its second last with two', older('198.51.100.1, 192.0.2.7, 10.0.0.2'), 2, '192.0.2.7'],
    ['over several headers', older('198.51.100.1', '192.0.2.7', '10.0.0.2'), 2, '192.0.2.7'],
    ['the first entry if there are fewer than hops', older('192.0.2.7, 10.0.0.2'), 3, '192.0.2.7'],
    ['with a port', older('192.0.2.7:4711'), 1, '192.0.2.7'],
    ['IPv6', older('2001:db8::7'), 1, '2001:db8::7'],
    ['IPv6 in another spelling', older('2001:0DB8:0:0:0:0:0:7'), 1, '2001:db8::7'],
    ['IPv6 with a port', older('[2001:db8::7]:4711'), 1, '2001:db8::7'],
    ['IPv4 in IPv6', older('::ffff:192.0.2.7'), 1, '192.0.2.7'],
    ['without spaces', older('198.51.100.1,192.0.2.7'), 1, '192.0.2.7'],
    ['with tabs', older('198.51.100.1,\t192.0.2.7\t'), 1, '192.0.2.7'],

    ['Forwarded', forwarded('for=192.0.2.7'), 1, '192.0.2.7'],
    ['among other parameters', forwarded('by=_proxy; For=192.0.2.7 ;proto=https;host=check.example'), 1, '192.0.2.7'],
    ['quoted, with a port', forwarded('for="192.0.2.7:4711"'), 1, '192.0.2.7'],
    ['with an obfuscated port', forwarded('for="192.0.2.7:_door"'), 1, '192.0.2.7'],
    ['quoted IPv6', forwarded('FOR="[2001:db8::7]"'), 1, '2001:db8::7'],
    ['quoted IPv6 with a port', forwarded('for="[2001:db8:cafe::17]:4711"'), 1, '2001:db8:cafe::17'],
    ['escaped characters', forwarded(String.raw`for="\1\92.0.2.7"`), 1, '192.0.2.7'],
    ['its second last with two hops', forwarded('for=198.51.100.1, for=192.0.2.7, for=10.0.0.2'), 2, '192.0.2.7'],
    ['over several Forwarded headers', forwarded('for=198.51.100.1', 'for=192.0.2.7', 'for=10.0.0.2'), 2, '192.0.2.7'],
    ['past a comma in quotes', forwarded('for=192.0.2.7;host="a, for=198.51.100.1"'), 1, '192.0.2.7'],
    [
      'past escaped quotes with a comma',
      forwarded(String.raw`for=192.0.2.7;host="a\", for=198.51.100.1, \"b"`),
      1,
      '192.0.2.7',
    ],
    ['behind a quote that the caller left open', forwarded('for="198.51.100.1', 'for=192.0.2.7'), 1, '192.0.2.7'],

    ['obfuscated: the nearer hop counts', forwarded('for=_hidden, for=10.0.0.2'), 2, '10.0.0.2'],
    ['unknown: the nearer hop counts', forwarded('for=unknown, for=10.0.0.2'), 2, '10.0.0.2'],
    ['obfuscated by the only hop', forwarded('for=_hidden'), 1, socket],
    ['obfuscated by the nearer hop alone', forwarded('for=192.0.2.7, for=_inner'), 2, '192.0.2.7'],
    ['told by no hop though the caller says one', forwarded('for=198.51.100.1, by=10.0.0.2'), 1, socket],
    ['said twice in one element', forwarded('for=192.0.2.7;for=198.51.100.1'), 1, socket],
    ['an element that is none', forwarded('for = 192.0.2.7'), 1, socket],
    ['a quote that is not closed', forwarded('for="192.0.2.7'), 1, socket],
    ['garbage in an element', forwarded('for=192.0.2.7;;;=;'), 1, socket],
    ['an empty entry, which counts', older('198.51.100.1, '), 1, socket],
    ['an empty header', older(''), 1, socket],
    ['a host name', older('mail.example'), 1, socket],
    ['a UNIX socket', older('unix:'), 1, socket],
    ['too few parts', older('192.0.7'), 1, socket],
    ['octal parts', older('0300.0.2.7'), 1, socket],
    ['one number', older('3221225991'), 1, socket],
    ['a part too large', older('192.0.2.256'), 1, socket],
    ['IPv6 without its end', older('[2001:db8::7'), 1, socket],
    ['IPv6 with a zone', older('fe80::1%eth0'), 1, socket],
    ['a port too long', older('192.0.2.7:123456'), 1, socket],
    ['markup', older('<script>'), 1, socket],
    ['no ASCII', older('192.0.2.7\u00a0x'), 1, socket],

    ['a long header that the caller began', older(`${'198.51.100.1, '.repeat(5_000)}192.0.2.7`), 1, '192.0.2.7'],
    ['an entry too long', older(`${'1'.repeat(9_000)}.0.2.7`), 1, socket],
    ['an address that is cut where reading ends', older(`${'x'.repeat(100)}192.0.2.7${' '.repeat(4_090)},`), 2, socket],
    ['a thousand quotes', forwarded(`${'"'.repeat(1_001)}, for=192.0.2.7`), 1, '192.0.2.7'],
    [
      'backslashes and quotes without end',
      forwarded(`${'\\'.repeat(2_000)}${'"'.repeat(2_000)}, for=192.0.2.7`),
      1,
      '192.0.2.7',
    ],
    ['a thousand backslashes', forwarded(`for="${'\\'.repeat(4_000)}"`), 1, socket],

    ['past a comma that a proxy quoted', forwarded('for=198.51.100.1, for=192.0.2.7;by="_a,b"'), 1, '192.0.2.7'],
    ['not from a host that the caller named', forwarded('for=192.0.2.7;host="x,for=198.51.100.1"'), 1, '192.0.2.7'],
    [
      'not from a host with quotes that the caller named',
      forwarded(String.raw`for=192.0.2.7;host="x,for=198.51.100.1;a=\"";proto=https`),
      1,
      '192.0.2.7',
    ],
    [
      'not from a host with quotes that a proxy did not escape',
      forwarded('for=192.0.2.7;host="x",for=198.51.100.1;a=";proto=https'),
      1,
      socket,
    ],
    ['with a port that is a word', older('192.0.2.7:http'), 1, socket],
    ['with zeros in front', older('010.0.2.7'), 1, socket],

    ['both headers, of one mind', [...older('192.0.2.7'), ...forwarded('for=192.0.2.7')], 1, '192.0.2.7'],
    [
      'both headers, of one mind in two spellings',
      [...older('2001:db8:0::7'), ...forwarded('for="[2001:db8::7]"')],
      1,
      '2001:db8::7',
    ],
    [
      "both headers that differ: one is the caller's own",
      [...older('192.0.2.7'), ...forwarded('for=198.51.100.1')],
      1,
      socket,
    ],
    [
      'a header that says nothing beside one that does',
      [...older('192.0.2.7'), ...forwarded('for=_hidden')],
      1,
      socket,
    ],
  ];
  for (const [what, sent, hops, address] of rows)
    it(`${what}, with ${hops} trusted hops, is the same in the service and the key proxy`, () => {
      const headers = headersOf(sent);
      assert.equal(callerOf(socket, headers, hops), address);
      assert.equal(visitor(socket, headers, hops), networkOf(address));
    });

  it('is unknown on a UNIX socket if no header names it', () => {
    assert.equal(callerOf(undefined, headersOf([]), 1), undefined);
    assert.equal(callerOf(undefined, headersOf(older('192.0.2.7')), 1), '192.0.2.7');
    assert.equal(visitor(undefined, headersOf([]), 1), 'unknown');
    assert.equal(visitor(undefined, headersOf(older('192.0.2.7')), 1), '192.0.2.7');
  });
});

describe("a caller's scheme", () => {
  const proto = (...values: string[]) => values.map((value): [string, string] => ['X-Forwarded-Proto', value]);
  const rows: [what: string, sent: [name: string, value: string][], hops: number, scheme: string | undefined][] = [
    ['without hops', proto('https'), 0, undefined],
    ['without headers', [], 1, undefined],
    ['X-Forwarded-Proto', proto('https'), 1, 'https'],
    ['in capitals', proto('HTTPS'), 1, 'https'],
    ['http', proto('http'), 1, 'http'],
    ['of the last hop', proto('http, https'), 1, 'https'],
    ['of the outermost of two', proto('https, http'), 2, 'https'],
    ['one value though there are two hops', proto('https'), 2, 'https'],
    ['Forwarded', forwarded('for=192.0.2.7;proto=https'), 1, 'https'],
    ['quoted', forwarded('proto="https";for=192.0.2.7'), 1, 'https'],
    ['of the outermost of two elements', forwarded('for=192.0.2.7;proto=https, for=10.0.0.2;proto=http'), 2, 'https'],
    ['said by the caller alone', forwarded('proto=https, for=192.0.2.7'), 1, undefined],
    ['another scheme', proto('gopher'), 1, undefined],
    ['garbage', proto('https://'), 1, undefined],
    ['two headers that differ', [...proto('http'), ...forwarded('proto=https')], 1, undefined],
  ];
  for (const [what, sent, hops, scheme] of rows)
    it(`${what}, with ${hops}`, () => assert.equal(clientSchemeOf(headersOf(sent), hops), scheme));
});
