import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isAddressLiteral,
  isSameAddress,
  parseAddress,
  parseNamedAddress,
  type Fault,
} from '../../src/address/index.js';
import { syntaxRows } from './syntax-rows.js';

const name = (text: string) => JSON.stringify(text).slice(0, 60);

/** The A-labels that an address's domain became, or the fault. */
function asciiDomainOf(text: string): string {
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.asciiDomain : parsed.fault;
}

describe('the syntax of RFC 5321', () => {
  it('is judged as the well-known cases are', () => {
    const misses = syntaxRows.filter(([text, valid]) => parseAddress(text).ok !== valid).map(([text]) => text);
    assert.deepEqual(misses, []);
  });

  it('gives the parts as they were typed, and the domain in lower case', () => {
    assert.deepEqual(parseAddress('Jane.Doe+x@Example.COM'), {
      ok: true,
      address: 'Jane.Doe+x@Example.COM',
      localPart: 'Jane.Doe+x',
      domain: 'Example.COM',
      asciiDomain: 'example.com',
    });
  });

  for (const text of [
    'jane@gmail',
    '""@example.com',
    '"a@b"@example.com',
    '"a\\"b c"@example.com',
    '用户@example.com',
    "o'hara@example.com",
    'a@1.2.3.4',
    'a@XN--MNCHEN-3YA.de',
  ]) {
    it(`accepts ${name(text)}`, () => assert.equal(parseAddress(text).ok, true));
  }
});

describe('a fault', () => {
  const rows: readonly (readonly [text: string, fault: Fault, at: number])[] = [
    ['', 'noAt', 0],
    ['jane', 'noAt', 4],
    ['jane.example.com', 'noAt', 16],
    ['"jane"', 'noAt', 6],
    ['@', 'noLocal', 0],
    ['@example.com', 'noLocal', 0],
    ['jane@', 'noDomain', 5],
    ['jane@@example.com', 'manyAt', 5],
    ['@jane@example.com', 'manyAt', 5],
    ['jane doe@a@b', 'manyAt', 10],
    ['"a@b"@c@d', 'manyAt', 7],
    ['a@example.com, b@example.com', 'manyAt', 16],
    ['jane doe@example.com', 'space', 4],
    [' jane@example.com', 'space', 0],
    ['jane@example.com ', 'space', 16],
    ['jane@exam\tple.com', 'space', 9],
    ['jane\u00a0doe@example.com', 'space', 4],
    ['jane@example\u3000.com', 'space', 12],
    ['"jane"\t@example.com', 'space', 6],
    ['jane@ [1.2.3.4]', 'space', 5],
    ['.jane@example.com', 'dots', 0],
    ['jane.@example.com', 'dots', 4],
    ['jane..doe@example.com', 'dots', 5],
    ['jane@.example.com', 'dots', 5],
    ['jane@example..com', 'dots', 13],
    ['jane@example.com.', 'dots', 16],
    ['ja(ne@example.com', 'format', 2],
    ['ja"ne@example.com', 'format', 2],
    ['"jane@example.com', 'format', 0],
    ['"jane"doe@example.com', 'format', 6],
    ['"ja\\éne"@example.com', 'format', 4],
    ['jane@exa_mple.com', 'format', 8],
    ['jane@example,com', 'format', 12],
    ['jane@-example.com', 'format', 5],
    ['jane@example-.com', 'format', 12],
    ['jane@example.com-', 'format', 16],
    ['jane@[1.2.3]', 'format', 5],
    ['jane@[x400:c=de]', 'format', 5],
    ['😀😀(@example.com', 'format', 4],
  ];
  for (const [text, fault, at] of rows)
    it(`in ${name(text)} is ${fault} at ${at}`, () => assert.deepEqual(parseAddress(text), { ok: false, fault, at }));
});

describe('a limit of RFC 5321 §4.5.3.1', () => {
  const label = 'a'.repeat(63);
  const long = `${label}.${label}.${label}`;
  const rows: readonly (readonly [what: string, fits: string, over: string, at: number])[] = [
    ['64 octets before the @', `${'a'.repeat(64)}@example.com`, `${'a'.repeat(65)}@example.com`, 64],
    ['64 octets, not characters', `${'é'.repeat(32)}@example.com`, `${'é'.repeat(32)}a@example.com`, 32],
    ['64 octets with characters of four', `${'😀'.repeat(16)}@example.com`, `${'😀'.repeat(16)}a@example.com`, 32],
    ['64 octets with the quotes', `"${'a'.repeat(62)}"@example.com`, `"${'a'.repeat(63)}"@example.com`, 64],
    ['63 octets a label', `a@${label}.com`, `a@${label}a.com`, 65],
    ['254 octets in all', `${'a'.repeat(62)}@${long}`, `${'a'.repeat(63)}@${long}`, 254],
    ['253 octets of domain', `a@${long}.${'a'.repeat(60)}`, `a@${long}.${'a'.repeat(62)}`, 254],
  ];
  for (const [what, fits, over, at] of rows) {
    it(`is ${what}, exactly`, () => {
      assert.equal(parseAddress(fits).ok, true);
      assert.deepEqual(parseAddress(over), { ok: false, fault: 'tooLong', at });
    });
  }

  it('counts A-labels if the domain is not ASCII', () => {
    assert.equal(asciiDomainOf(`a@${'ü'.repeat(57)}.de`).indexOf('.'), 63);
    assert.deepEqual(parseAddress(`a@${'ü'.repeat(58)}.de`), { ok: false, fault: 'tooLong', at: 2 });
    assert.deepEqual(parseAddress(`${'a'.repeat(64)}@${'bücher.'.repeat(15)}de`), {
      ok: false,
      fault: 'tooLong',
      at: 65,
    });
  });
});

describe('a domain beyond ASCII', () => {
  const rows: readonly (readonly [text: string, asciiDomain: string])[] = [
    ['a@münchen.de', 'xn--mnchen-3ya.de'],
    ['a@MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['a@例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['a@例え。jp', 'xn--r8jz45g.jp'],
    ['a@пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['a@مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv'],
    ['a@faß.de', 'xn--fa-hia.de'],
    ['a@ｇｍａｉｌ.com', 'gmail.com'],
    ['a@bücher.123', 'xn--bcher-kva.123'],
    ['a@１２７.1', '127.1'],
    ['a@é..com', 'dots'],
    ['a@é。。com', 'format'],
    ['a@é%2ecom', 'format'],
    ['a@é/b.com', 'format'],
    ['a@é:80', 'format'],
    ['a@é?x', 'format'],
    ['a@é#x', 'format'],
    ['a@é\\x', 'format'],
    ['a@℀.com', 'format'],
    ['a@％４１.com', 'format'],
    ['a@é＠b.com', 'format'],
    ['a@-é.com', 'format'],
    ['a@é-.com', 'format'],
    ['a@é.c-', 'format'],
    ['a@é_b.com', 'format'],
    ['a@é.xn--a', 'format'],
    ['a@\uff0da.com', 'format'],
    ['a@a\uff0d.com', 'format'],
    ['a@b.\uff0d.com', 'format'],
    ['a@a\uff0eb\uff0e\uff0ec', 'format'],
    ['a@\ufe0f.com', 'format'],
    ['a@a.\ufe0f', 'format'],
    ['a@\uff41_b.com', 'format'],
    ['a@FA\u1e9e.de', 'xn--fa-hia.de'],
    ['a@ΒΌΛΟΣ.gr', 'xn--nxasmq6b.gr'],
  ];
  for (const [text, expected] of rows)
    it(`${name(text)} gives ${expected}`, () => assert.equal(asciiDomainOf(text), expected));

  it('is judged in pages too by what mapping made of it', () => {
    for (const [text, expected] of rows) {
      const parsed = parseNamedAddress(text);
      assert.equal(parsed.ok ? parsed.asciiDomain : parsed.fault, expected, name(text));
    }
  });
});

describe('an old address of a Japanese telephone', () => {
  for (const [typed, quoted] of [
    ['a..b@docomo.ne.jp', '"a..b"'],
    ['ab.@DoCoMo.ne.jp', '"ab."'],
    ['a...b..@ezweb.ne.jp', '"a...b.."'],
    ['a..@au.com', '"a.."'],
  ] as const)
    it(`is ${typed}, and needs quotes in transport`, () => {
      for (const parsed of [parseAddress(typed), parseNamedAddress(typed)]) {
        assert.ok(parsed.ok);
        assert.deepEqual([parsed.address, parsed.localPart], [typed, quoted]);
      }
      assert.ok(isSameAddress(typed, `${quoted}@${typed.slice(typed.indexOf('@') + 1)}`));
    });

  const rows: readonly (readonly [text: string, fault: Fault, at: number])[] = [
    ['.ab@docomo.ne.jp', 'dots', 0],
    ['..ab@docomo.ne.jp', 'dots', 0],
    ['a..b@softbank.ne.jp', 'dots', 2],
    ['a..b@x.docomo.ne.jp', 'dots', 2],
    ['a..b@docomo.ne.jp.', 'dots', 2],
    ['a..b@gau.com', 'dots', 2],
    ['a..b c@docomo.ne.jp', 'space', 4],
    ['a..b(@docomo.ne.jp', 'format', 4],
    ['a..b@c@docomo.ne.jp', 'manyAt', 6],
    [`${'a'.repeat(60)}..b@docomo.ne.jp`, 'tooLong', 63],
  ];
  for (const [text, fault, at] of rows)
    it(`is not ${name(text)}`, () => assert.deepEqual(parseAddress(text), { ok: false, fault, at }));

  it('has its own quotes, or none if it needs none', () => {
    for (const [text, localPart] of [
      ['"a..b"@docomo.ne.jp', '"a..b"'],
      ['a.b@docomo.ne.jp', 'a.b'],
    ] as const) {
      const parsed = parseAddress(text);
      assert.equal(parsed.ok && parsed.localPart, localPart);
    }
  });
});

describe('an address literal', () => {
  for (const domain of [
    '[192.0.2.1]',
    '[IPv6:::1]',
    '[ipv6:2001:DB8::1]',
    '[IPv6:1:2:3:4:5:6:7:8]',
    '[IPv6:1:2:3:4::7:8]',
    '[IPv6:::ffff:192.0.2.1]',
  ]) {
    it(`is ${domain}`, () => {
      assert.equal(isAddressLiteral(domain), true);
      assert.equal(parseAddress(`a@${domain}`).ok, true);
    });
  }
  for (const domain of [
    '192.0.2.1',
    '[192.0.2.256]',
    '[192.0.2]',
    '[0xc0.0.2.1]',
    '[2001:db8::1]',
    '[IPv6:192.0.2.1]',
    '[IPv6:1:2:3:4:5:6:7::]',
    '[IPv6:1:2:3:4:5:6:7]',
    '[IPv6:fe80::1%25eth0]',
    '[IPv6:1::2::3]',
    '[IPv6:]',
    '[]',
    '[IPv6:::1]]',
  ]) {
    it(`is not ${domain}`, () => {
      assert.equal(isAddressLiteral(domain), false);
      assert.equal(parseAddress(`a@${domain}`).ok, domain === '192.0.2.1');
    });
  }
});

describe('hostile text', () => {
  const unseen = [
    '\0',
    '\x1b',
    '\x7f',
    '\x85',
    '\u00ad',
    '\u200b',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202e',
    '\u2066',
    '\u2069',
    '\ufeff',
    '\ud800',
    '\udc00',
    '\u{e0041}',
    '\ue000',
  ];
  for (const character of unseen) {
    it(`with U+${character.codePointAt(0)?.toString(16)} is refused in every position`, () => {
      for (const [text, at] of [
        [`ja${character}ne@example.com`, 2],
        [`"a ${character}"@example.com`, 3],
        [`jane@ex${character}ample.com`, 7],
        [`é@é${character}.com`, 3],
      ] as const) {
        assert.deepEqual(parseAddress(text), { ok: false, fault: 'format', at }, JSON.stringify(text));
      }
    });
  }

  it('of 10 kB and of 1 MB is refused', () => {
    for (const unit of ['a', '"', '@', '.', 'a.', 'é', '\\"']) {
      for (const count of [10_000, 1_000_000])
        assert.deepEqual(parseAddress(`a@${unit.repeat(count)}`), { ok: false, fault: 'tooLong', at: 254 });
    }
  });
});
