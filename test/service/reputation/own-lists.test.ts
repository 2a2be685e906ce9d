import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadReputation } from '../../../src/service/reputation/index.js';
import {
  entryOf,
  noOwnLists,
  readOwnList,
  badLinesSentence,
  type OwnListName,
  type OwnLists,
} from '../../../src/service/reputation/own-lists.js';

describe('a line of an own list', () => {
  for (const [list, line, entry] of [
    ['disposable', 'example.com', 'example.com'],
    ['disposable', '  Example.COM. # since May', 'example.com'],
    ['disposable', '*.example.com', 'example.com'],
    ['disposable', '.example.com', 'example.com'],
    ['disposable', '@example.com', 'example.com'],
    ['disposable', 'bäckerei.de', 'xn--bckerei-5wa.de'],
    ['disposable', '# example.com', ''],
    ['disposable', '\t', ''],
    ['disposable', 'com', undefined],
    ['disposable', 'jane@example.com', undefined],
    ['disposable', 'example.com example.org', undefined],
    ['disposable', '[192.0.2.1]', undefined],
    ['disposable', 'example.com\u001b[31m', undefined],
    ['disposable', `${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
    ['disposable', `${'a'.repeat(64)}.com`, undefined],
    ['disposable', `${'abc.'.repeat(64)}com`, undefined],
    ['disposable', `example.com ${'#'.repeat(1_000)}`, undefined],
    ['disposable', '-a.com', undefined],
    ['disposable', 'a-.com', undefined],
    ['spam-traps', 'Trap@Example.com', 'trap@example.com'],
    ['spam-traps', 'example.com', 'example.com'],
    ['spam-traps', '"a#b"@example.com', 'a#b@example.com'],
    ['spam-traps', '"A b"@example.com', '"a b"@example.com'],
    ['spam-traps', 'jane@co.uk', 'jane@co.uk'],
    ['spam-traps', 'co.uk', undefined],
    ['spam-traps', 'jane@192.0.2.1', undefined],
    ['disposable', 'co.uk', undefined],
    ['disposable', '*.Co.UK.', undefined],
    ['disposable', 'example.co.uk', 'example.co.uk'],
    ['disposable', 'duckdns.org', 'duckdns.org'],
    ['disposable', '192.0.2.1', undefined],
    ['disposable', '1.example.com', '1.example.com'],
    ['disposable', 'example.1a', 'example.1a'],
    ['disposable', '@*.example.com', undefined],
    ['spam-traps', 'trap@', undefined],
    ['role', 'Vertrieb', 'vertrieb'],
    ['role', '"sales" # ours', 'sales'],
    ['role', 'Bu\u0308ro', 'b\u00fcro'],
    ['role', '# sales', ''],
    ['role', 'sales@acme.com', undefined],
    ['role', 'sales+shop', undefined],
    ['role', 'our sales', undefined],
    ['role', 'a..b', undefined],
    ['not-free', 'acme.com', 'acme.com'],
    ['not-free', 'jane@acme.com', undefined],
    ['slips', 'Gmial.com=Gmail.com', 'gmial.com=gmail.com'],
    ['slips', ' gmial.com = gmail.com # May', 'gmial.com=gmail.com'],
    ['slips', 'gmial.com gmail.com', 'gmial.com=gmail.com'],
    ['slips', 'bäckrei.de=bäckerei.de', 'xn--bckrei-bua.de=xn--bckerei-5wa.de'],
    ['slips', '# gmial.com=gmail.com', ''],
    ['slips', 'gmial.com', undefined],
    ['slips', 'gmial.com=', undefined],
    ['slips', 'gmail.com=gmail.com', undefined],
    ['slips', 'a.com=b.com=c.com', undefined],
    ['slips', 'com=gmail.com', undefined],
    ['slips', 'gmial=gmail.com', undefined],
  ] as const satisfies readonly (readonly [OwnListName, string, string | undefined])[]) {
    it(`${JSON.stringify(line)} of ${list} is ${JSON.stringify(entry)}`, () =>
      assert.equal(entryOf(list, line), entry));
  }
});

describe('the text of an own list', () => {
  it('is read line by line, however lines end, and bad ones are counted', async () => {
    const read = await readOwnList('free', '\ufeffa.com\r\nbad one\n\n# no\rb.com\na.com\ncom');
    assert.deepEqual([...(read?.entries ?? [])], ['a.com', 'b.com']);
    assert.deepEqual(read?.badLines, [2, 7]);
  });

  it('reports at most a hundred invalid lines, and repeats none', async () => {
    const read = await readOwnList('free', 'sécret secret\n'.repeat(1_000));
    assert.ok(read);
    const sentence = badLinesSentence('free.txt', 'free', read);
    assert.match(
      sentence,
      /^free\.txt has invalid lines, which are skipped \(1, 2, .*, 100 and 900 more\): write a domain/,
    );
    assert.doesNotMatch(sentence, /secret/);
  });

  it('is undefined if more than 1,000 lines are invalid', async () =>
    assert.equal(await readOwnList('free', 'bad line\n'.repeat(1_001)), undefined));

  it('lets other work run while it is read', async () => {
    let isRead = false;
    let turns = 0;
    const work = () => {
      turns += 1;
      if (!isRead) setImmediate(work);
    };
    setImmediate(work);
    const read = await readOwnList(
      'free',
      Array.from({ length: 10_000 }, (_, line) => `bäckerei${line}.de\n`).join(''),
    );
    isRead = true;
    assert.equal(read?.entries.size, 10_000);
    assert.ok(turns >= 10, String(turns));
  });
});

describe("an operator's lists", () => {
  const lists = (own: Partial<Record<OwnListName, readonly string[]>>): OwnLists => ({
    ...noOwnLists,
    ...Object.fromEntries(Object.entries(own).map(([name, entries]) => [name, new Set(entries)])),
  });
  let own = noOwnLists;
  const reputation = loadReputation({ ownLists: () => own });

  it('take precedence over those of the release, the nearest entry first', () => {
    own = lists({
      disposable: ['acme.com', 'duck.com'],
      'not-disposable': ['mailinator.com', 'good.acme.com'],
      relay: ['hide.acme.com'],
    });
    const disposable = [
      'acme.com',
      'a.acme.com',
      'good.acme.com',
      'x.good.acme.com',
      'hide.acme.com',
      'duck.com',
      'mailinator.com',
      'yopmail.com',
    ].filter((domain) => reputation.isDisposable(domain));
    assert.deepEqual(disposable, ['acme.com', 'a.acme.com', 'duck.com', 'yopmail.com']);
    assert.deepEqual(
      ['x.hide.acme.com', 'acme.com', 'addy.io'].map((domain) => reputation.isRelay(domain)),
      [true, false, true],
    );
  });

  it('treat a domain on both disposable and not-disposable as not disposable', () => {
    own = lists({ disposable: ['acme.com'], 'not-disposable': ['acme.com'] });
    assert.equal(reputation.isDisposable('acme.com'), false);
  });

  it('can have spam traps: an address in any case and quotes, or a whole domain', () => {
    own = lists({
      'spam-traps': ['trap@acme.com', 'traps.com', '"B"@acme.com', '"c d"@acme.com'].map(
        (line) => entryOf('spam-traps', line) ?? '',
      ),
    });
    const traps = [
      ['trap', 'acme.com'],
      ['Trap', 'acme.com'],
      ['"trap"', 'acme.com'],
      ['jane', 'acme.com'],
      ['jane', 'traps.com'],
      ['jane', 'a.traps.com'],
      ['b', 'acme.com'],
      ['"b"', 'acme.com'],
      ['"c d"', 'acme.com'],
      ['c d', 'acme.com'],
    ] as const;
    assert.deepEqual(
      traps.map(([localPart, domain]) => reputation.isSpamTrap(localPart, domain)),
      [true, true, true, false, true, true, true, true, true, false],
    );
    own = noOwnLists;
    assert.equal(reputation.isSpamTrap('trap', 'acme.com'), false);
  });

  it('can have mail hosts of disposable domains beside those of the release', () => {
    own = lists({ 'disposable-hosts': ['acme.com'] });
    assert.deepEqual(
      ['mx.acme.com', 'mail2.mailinator.com', 'smtp.yopmail.com', 'mx.notmailinator.com', 'aspmx.l.google.com'].filter(
        (name) => reputation.isDisposableHost(name, 'new.com'),
      ),
      ['mx.acme.com', 'mail2.mailinator.com', 'smtp.yopmail.com'],
    );
  });

  it('can exempt a mail host, or a domain whatever its mail host', () => {
    own = lists({
      'not-disposable': ['good.com', 'mailinator.com', 'mx.acme.com'],
      relay: ['forward.com'],
      'disposable-hosts': ['acme.com', 'mx2.mailinator.com'],
      disposable: ['addy.io'],
    });
    const isDisposable = (name: string, domain: string) => reputation.isDisposableHost(name, domain);
    assert.deepEqual(
      ['new.com', 'good.com', 'a.good.com', 'forward.com', 'duck.com', 'addy.io'].map((domain) =>
        isDisposable('mx.yopmail.com', domain),
      ),
      [true, false, false, false, false, true],
    );
    assert.deepEqual(
      ['mail.mailinator.com', 'mx2.mailinator.com', 'mx.acme.com', 'b.acme.com'].map((name) =>
        isDisposable(name, 'new.com'),
      ),
      [false, true, false, true],
    );
  });

  it('can have free domains, which are never corrected', () => {
    own = lists({ free: ['gmial.com'], 'not-disposable': ['gnail.com'] });
    assert.deepEqual(
      [
        reputation.isFree('gmial.com'),
        reputation.isFree('a.gmial.com'),
        reputation.suggest('a@gmial.com'),
        reputation.suggest('a@gnail.com'),
      ],
      [true, false, '', ''],
    );
    own = noOwnLists;
    assert.deepEqual([reputation.isFree('gmial.com'), reputation.suggest('a@gmial.com')], [false, 'a@gmail.com']);
  });

  it('can have slips, which take precedence over all lists', () => {
    const tell = () =>
      ['acmee.com', 'free.fr', 'gnail.com'].map((domain) => reputation.suggest(`Jane@${domain}`, 'own-hosts'));
    own = lists({ slips: ['acmee.com=acme.com', 'free.fr=acme.com', 'gnail.com=acme.com'] });
    assert.deepEqual(tell(), ['Jane@acme.com', 'Jane@acme.com', 'Jane@acme.com']);
    own = lists({ slips: ['acmee.com=a.com', 'acmee.com=acme.com'], 'not-disposable': ['gnail.com'] });
    assert.deepEqual(tell(), ['Jane@acme.com', '', '']);
    own = noOwnLists;
    assert.deepEqual(tell(), ['', '', 'Jane@gmail.com']);
  });

  it('can have role words, and domains that are not free', () => {
    const tell = () => [
      ...['Weinkeller', 'weinkeller+shop', '"weinkeller"', 'sales', 'jane'].map((word) => reputation.isRole(word)),
      ...['gmail.com', 'acme.com'].map((domain) => reputation.isFree(domain)),
    ];
    own = lists({ role: ['weinkeller'], 'not-free': ['gmail.com', 'acme.com'], free: ['acme.com'] });
    assert.deepEqual(tell(), [true, true, true, true, false, false, false]);
    assert.equal(reputation.suggest('jane@gmail.com', 'no-mail'), '');
    own = noOwnLists;
    assert.deepEqual(tell(), [false, false, false, true, false, true, false]);
  });

  it('change answers that were cached before', () => {
    const said = () => [
      reputation.isDisposable('a.fresh.com'),
      reputation.isRelay('a.fresh.com'),
      reputation.isFree('fresh.com'),
      reputation.isDisposableHost('mx.fresh.com', 'new.com'),
      reputation.isDisposableHost('mx.yopmail.com', 'fresh.com'),
    ];
    own = noOwnLists;
    assert.deepEqual(said(), [false, false, false, false, true]);
    own = lists({ disposable: ['fresh.com'], free: ['fresh.com'], 'disposable-hosts': ['fresh.com'] });
    assert.deepEqual(said(), [true, false, true, true, true]);
    own = lists({ relay: ['fresh.com'] });
    assert.deepEqual(said(), [false, true, false, false, false]);
    own = noOwnLists;
    assert.deepEqual(said(), [false, false, false, false, true]);
  });
});
