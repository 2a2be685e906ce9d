import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseZone, readZone, ZoneError } from '../../../demo/world/index.js';

/** Zone files with one mistake each: the text, the line it is at, and what the error says. */
const MISTAKES: readonly [name: string, text: string, line: number, says: RegExp][] = [
  ['an unknown word', 'domain a.com\n  mix 10 b.com', 2, /"mix" is not a word of zone files\. Use domain, host, mx/],
  [
    'a line outside a domain',
    '# nothing yet\nmx 10 b.com',
    2,
    /"mx" belongs to a domain.*Put it under a line "domain NAME"/,
  ],
  ['a domain twice', 'domain a.com\naddress ::1\nmailboxes x\ndomain A.com', 4, /"a\.com" is already at line 1/],
  ['a name that is none', 'domain a_com', 1, /"a_com" is no domain name/],
  ['a domain that is an address', 'domain 127.0.0.1', 1, /"127\.0\.0\.1" is no domain name/],
  ['two names after domain', 'domain a.com b.com', 1, /one word is expected, not 2/],
  ['a preference that is no number', 'domain a.com\nmx ten b.com', 2, /"mx ten b\.com" is no mail host.*as in "mx 10/],
  ['a preference too large', 'domain a.com\nmx 65536 b.com', 2, /preference from 0 to 65535/],
  ['a mail host twice', 'domain a.com\nmx 1 b.com\nmx 2 b.com', 3, /"b\.com" is listed twice/],
  ['a null MX with a preference', 'domain a.com\nmx 5 .', 2, /Write "mx 0 \."/],
  ['a null MX beside a mail host', 'domain a.com\nmx 0 b.com\nmx 0 .', 3, /stand alone/],
  ['a mail host beside a null MX', 'domain a.com\nmx 0 .\nmx 5 b.com', 3, /stand alone/],
  [
    'an unknown kind',
    'domain a.com\nmx 1 b.com\nkind graylisting',
    3,
    /"graylisting" is not known here\. Use one of: ordinary, /,
  ],
  ['a second kind', 'domain a.com\nkind full\nkind full', 3, /a second "kind"/],
  ['an unknown manner of DNS', 'domain a.com\ndns nxdomain', 2, /Use one of: answers, servfail/],
  ['a mailbox with its domain', 'domain a.com\nmailboxes x@a.com', 2, /"x@a\.com" is no local part/],
  ['mailboxes without names', 'domain a.com\nmailboxes', 2, /names nobody/],
  ['an address that is none', 'domain a.com\naddress localhost', 2, /"localhost" is no address/],
  ['an address of the open Internet', 'domain a.com\naddress 8.8.8.8', 2, /"8\.8\.8\.8" belongs to somebody else/],
  [
    'a domain without records',
    'domain b.com\naddress ::1\nmailboxes x\ndomain a.com\nmailboxes x',
    4,
    /"a\.com" has no mail host/,
  ],
  ['an ordinary domain without mailboxes', 'domain a.com\nmx 1 b.com', 1, /nobody lives at "a\.com"/],
  ['records that DNS hides', 'domain a.com\nmx 1 b.com\ndns silent', 1, /records that "dns silent" hides/],
  ['mailboxes where no mail goes', 'domain a.com\nmx 0 .\nmailboxes x', 1, /takes no mail, yet has/],
  ['a host that no mx names', 'host mx.a.com 127.0.0.2', 1, /no "mx" names the host "mx\.a\.com"/],
  ['a host without addresses', 'host mx.a.com', 1, /"host" needs a name and its addresses/],
  ['a host twice', 'host b.com ::1\nhost b.com ::1', 2, /"b\.com" is described twice/],
  ['a closed host where the others listen', 'host b.com 127.0.0.1 closed', 1, /Use another address/],
];

describe('a zone file', () => {
  for (const [name, text, line, says] of MISTAKES) {
    it(`is refused for ${name}, with the line and the remedy`, () => {
      assert.throws(
        () => parseZone(text, 'zone.txt'),
        (error) => {
          assert.ok(error instanceof ZoneError);
          assert.equal(error.line, line);
          assert.match(error.message, says);
          assert.ok(error.message.startsWith(`zone.txt, line ${line}: `));
          return true;
        },
      );
    });
  }

  it('becomes domains and hosts, without regard to case, comments and indentation', () => {
    const zone = parseZone(
      'domain ACME.com # ours\r\n\tmx 20 B.acme.com\r\nmx 10 a.acme.com\nmailboxes Jane.Doe info\nmailboxes sales\nhost b.acme.com 127.0.0.2 ::1 closed\n',
    );
    assert.deepEqual(zone.domains.get('acme.com'), {
      name: 'acme.com',
      dns: 'answers',
      exchanges: [
        { preference: 20, host: 'b.acme.com' },
        { preference: 10, host: 'a.acme.com' },
      ],
      addresses: [],
      kind: 'ordinary',
      mailboxes: new Set(['jane.doe', 'info', 'sales']),
    });
    assert.deepEqual(zone.hosts.get('a.acme.com'), { name: 'a.acme.com', addresses: ['127.0.0.1'], closed: false });
    assert.deepEqual(zone.hosts.get('b.acme.com'), {
      name: 'b.acme.com',
      addresses: ['127.0.0.2', '::1'],
      closed: true,
    });
  });

  it('may have domains in their own script', () => {
    const zone = parseZone('domain bäckerei.de\naddress 127.0.0.1\nmailboxes jane.doe');
    assert.deepEqual([...zone.domains.keys()], ['xn--bckerei-5wa.de']);
  });

  it('of the demo has jane.doe at every provider', async () => {
    const { domains } = await readZone();
    const providers = [
      'gmail.com',
      'googlemail.com',
      'outlook.com',
      'hotmail.com',
      'hotmail.co.uk',
      'live.com',
      'msn.com',
      'yahoo.com',
      'yahoo.co.uk',
      'yahoo.com.br',
      'icloud.com',
      'me.com',
      'aol.com',
      'gmx.de',
      'gmx.net',
      'web.de',
      't-online.de',
      'orange.fr',
      'free.fr',
      'laposte.net',
      'libero.it',
      'qq.com',
      '163.com',
      '126.com',
      'mail.ru',
      'yandex.ru',
      'proton.me',
      'protonmail.com',
      'fastmail.com',
      'zoho.com',
      'uol.com.br',
      'bol.com.br',
      'naver.com',
      'rediffmail.com',
      'comcast.net',
      'att.net',
      'verizon.net',
      'btinternet.com',
      'sky.com',
      'bigpond.com',
      'github.com',
      'wikipedia.org',
      'acme.com',
    ];
    const without = providers.filter((name) => !domains.get(name)?.mailboxes.has('jane.doe'));
    assert.deepEqual(without, []);
  });
});
