import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parse } from 'tldts';
import { suggestAddress, unpackDomains } from '../../../src/address/index.js';
import { providers } from '../../../src/address/known-domains.js';
import { loadReputation } from '../../../src/service/reputation/index.js';
import { noOwnLists } from '../../../src/service/reputation/own-lists.js';
import { SortedLines } from '../../../src/service/reputation/sorted-lines.js';

const data = new URL('../../../src/service/reputation/data/', import.meta.url);
const linesOf = (name: string) =>
  readFileSync(new URL(`${name}.txt`, data), 'utf8')
    .trim()
    .split('\n');
const reputation = loadReputation();

describe('a disposable domain', () => {
  for (const domain of [
    'mailinator.com',
    'a.b.mailinator.com',
    'yopmail.com',
    'guerrillamail.com',
    '10minutemail.com',
    'cool.fr.nf',
  ]) {
    it(`is ${domain}`, () => assert.equal(reputation.isDisposable(domain), true));
  }
  const kept = [
    'example.com',
    'xyzmailinator.com',
    'com',
    '',
    'edu.kg',
    'my.id',
    'web.id',
    'duckdns.org',
    'yourdomain.com',
    '21cn.com',
    'sify.com',
    'news.hackney.gov.uk',
    'news.uhd.edu',
    'mail-tester.com',
    'gawab.com',
    'hotpop.com',
    'wp.company',
    'facebookmail.com',
    'mail.instagram.com',
    'atomicmail.io',
    'angi.com',
    'lendscape.com',
    'sudomail.com',
    'interpath.com',
    'a.gynzy.pl',
    'sibmail.com',
    'kro.kr',
  ];
  for (const domain of kept) it(`is not "${domain}"`, () => assert.equal(reputation.isDisposable(domain), false));

  it('is no provider and no relay', () => {
    assert.deepEqual(
      [...providers, ...linesOf('relay')].filter((domain) => reputation.isDisposable(domain)),
      [],
    );
  });

  it('is found at any position of the list', () => {
    const all = linesOf('disposable');
    assert.deepEqual(
      all.filter((domain) => !reputation.isDisposable(domain)),
      [],
    );
    assert.ok(all.length > 100_000);
  });
});

describe('a relay', () => {
  for (const domain of [
    'privaterelay.appleid.com',
    'mozmail.com',
    'x.mozmail.com',
    'duck.com',
    'simplelogin.com',
    'jane.anonaddy.com',
    'addy.io',
    'opayq.com',
    'jane.33mail.com',
    'burnermail.io',
    'spamgourmet.com',
    'xoxy.net',
    '4wrd.cc',
    'pxdmail.com',
    'relay.firefox.com',
    'sneakemail.com',
    'snkmail.com',
  ]) {
    it(`${domain} is a relay, and not disposable`, () =>
      assert.deepEqual([reputation.isRelay(domain), reputation.isDisposable(domain)], [true, false]));
  }
});

describe('a free provider', () => {
  const big = unpackDomains(
    [
      'com gmail googlemail outlook hotmail live msn yahoo icloud me mac protonmail gmx qq 163 126 aol zoho tutanota tuta fastmail hey naver rediffmail mail yandex',
      'eu zoho',
      'me keemail proton pm',
      'org fastmail',
      'ne.jp ezweb',
      'com nifty',
      'net posteo',
      'de mail email gmx web t-online yahoo hotmail freenet',
      'net gmx daum laposte',
      'at gmx',
      'ch gmx',
      'ru mail yandex rambler',
      'fr orange free yahoo hotmail',
      'it libero yahoo',
      'com.br uol bol yahoo',
      'co.uk yahoo hotmail',
      'co.jp yahoo',
      'com kakao mailo',
      'eu,in zohomail',
      'ru narod',
      'sk azet',
    ].join('/'),
  );
  for (const domain of big) it(`is ${domain}`, () => assert.equal(reputation.isFree(domain), true));
  for (const domain of [
    'facebook.com',
    'alibaba.com',
    'bt.com',
    'about.com',
    'example.com',
    'corp.gmail.com',
    'mailinator.com',
    'com',
    'nus.edu.sg',
    'unican.es',
    'cox.com',
    'charter.com',
    '99.com',
    'ancestry.com',
    'jane.33mail.com',
  ])
    it(`is not ${domain}`, () => assert.equal(reputation.isFree(domain), false));

  it('is no university, no authority, no dynamic DNS, and below an ending of the root zone', () => {
    const free = linesOf('free');
    assert.deepEqual(
      free.filter((domain) => /(?:^|\.)(?:edu|ac|gov|mil|sch)\.?[a-z]{0,2}$/.test(domain) && !domain.endsWith('.ac')),
      [],
    );
    assert.deepEqual(
      free.filter((domain) => {
        const { isIcann, isPrivate, domain: registered } = parse(domain, { allowPrivateDomains: true });
        return !isIcann || isPrivate || !registered;
      }),
      [],
    );
  });

  it('is never disposable', () =>
    assert.deepEqual(
      linesOf('free').filter((domain) => reputation.isDisposable(domain)),
      [],
    ));
});

describe('a role', () => {
  for (const localPart of ['info', 'Sales', 'SUPPORT+shop', 'no-reply', 'postmaster', '"sales"', '"Info+shop"'])
    it(`is ${localPart}`, () => assert.equal(reputation.isRole(localPart), true));
  for (const localPart of ['jane', 'alexa', 'infos.jane', '+info', '', '"sal es"', '"sales', '""', '"sales\\""'])
    it(`is not "${localPart}"`, () => assert.equal(reputation.isRole(localPart), false));

  const byLanguage: Readonly<Record<string, string>> = {
    English: 'dpo dmarc privacy orders reception jobs accounting press',
    German:
      'vertrieb einkauf buchhaltung rechnungen presse bewerbung datenschutz bestellungen empfang kundenservice Geschäftsführung',
    French: 'accueil ventes achats comptabilite presse recrutement commandes sav rgpd',
    Spanish: 'ventas compras contabilidad facturas prensa empleo pedidos recepcion privacidad',
    Italian: 'vendite acquisti fatture stampa segreteria ordini assistenza',
    Portuguese: 'vendas compras faturamento imprensa vagas pedidos suporte',
    Dutch: 'verkoop inkoop boekhouding vacatures bestellingen receptie klantenservice',
    Polish: 'biuro sprzedaz sprzedaż ksiegowosc rekrutacja zamowienia rodo',
    Czech: 'obchod prodej uctarna objednavky podpora kariera',
    Swedish: 'försäljning forsaljning ekonomi kundtjanst bokning',
    Danish: 'salg bogholderi kundeservice',
    Finnish: 'myynti asiakaspalvelu laskutus tietosuoja',
    Turkish: 'satis muhasebe destek iletisim kariyer',
    Russian: 'prodazhi buhgalteria kadry zakaz поддержка бухгалтерия приемная',
    Japanese: 'eigyo soumu saiyo toiawase',
    Chinese: 'kefu xiaoshou caiwu zhaopin',
  };
  for (const [language, words] of Object.entries(byLanguage))
    it(`is each of the usual words in ${language}`, () =>
      assert.deepEqual(
        words.split(' ').filter((word) => !reputation.isRole(word)),
        [],
      ));

  it('is a word with marks, however they are written', () =>
    assert.equal(reputation.isRole('försäljning'.normalize('NFD')), true));

  it('is no place, no number, and no name that people have', () =>
    assert.deepEqual(
      (
        'sydney paris london berlin boston singapore stockholm france india china uk us nyc 2019 2030 123 7 per alla sem brand iroda ' +
        'kunta termine winkel handel devis jane jan maria peter anna ivan olga yuki wei ahmed fatima lopez smith schmidt rossi kim'
      )
        .split(' ')
        .filter((word) => reputation.isRole(word)),
      [],
    ));
});

describe('a real domain', () => {
  for (const domain of [
    '263.com',
    '125.com',
    '162.com',
    '1163.com',
    '163.com',
    'mai.ru',
    'inbox.eu',
    'weg.de',
    'abc.bg',
    'cloud.com',
    'life.com',
    'facebook.com',
  ]) {
    it(`${domain} is never corrected`, () => assert.equal(reputation.suggest(`jane@${domain}`), ''));
  }
  it('does not prevent other corrections', () => assert.equal(reputation.suggest('jane@gmial.com'), 'jane@gmail.com'));
});

describe('a suggestion', () => {
  for (const [typed, proof, meant] of [
    // Squatters have mail hosts too.
    ['gamil.com', 'own-hosts', 'gmail.com'],
    ['outlok.com', 'own-hosts', 'outlook.com'],
    ['gmail.co', 'own-hosts', 'gmail.com'],
    ['GMAIL.CO', 'own-hosts', 'gmail.com'],
    ['comcas.net', 'own-hosts', 'comcast.net'],
    ['gmzil.com', 'own-hosts', ''],
    ['gmail.fr', 'own-hosts', ''],
    ['mai.ru', 'own-hosts', ''],
    ['acme.com', 'own-hosts', ''],
    ['gmzil.com', 'unknown', 'gmail.com'],
    ['hotmail.jp', 'unknown', ''],
    ['mai.ru', 'unknown', ''],
    ['gmzil.com', 'no-mail', 'gmail.com'],
    ['gmail.fr', 'no-mail', 'gmail.com'],
    ['gmail.co.nz', 'no-mail', 'gmail.com'],
    ['hotmail.jp', 'no-mail', 'hotmail.com'],
    ['yahoo.us', 'no-mail', 'yahoo.com'],
    ['aol.de', 'no-mail', 'aol.com'],
    ['sbcglobal.com', 'no-mail', 'sbcglobal.net'],
    ['btinternet.co.uk', 'no-mail', 'btinternet.com'],
    // Nobody knows which of two is meant.
    ['yahoo.uk', 'no-mail', ''],
    ['yahoo.gfr', 'no-mail', ''],
    ['yandex.de', 'no-mail', ''],
    // Names that others have too, and domains that are known.
    ['me.org', 'no-mail', ''],
    ['mail.gmail.com', 'no-mail', ''],
    ['gmail.acme.com', 'no-mail', ''],
    ['mai.ru', 'no-mail', ''],
    ['acme.com', 'no-mail', ''],
    ['gmail.com', 'no-mail', ''],
  ] as const)
    it(`for ${typed}, proof ${proof}, is ${meant || 'not made'}`, () =>
      assert.equal(reputation.suggest(`Jane.D@${typed}`, proof), meant && `Jane.D@${meant}`));
});

it('the page and the service correct the same known slips', () => {
  const slips = linesOf('slips').map((line) => line.split('='));
  assert.ok(slips.length > 50);
  for (const [typed = '', meant = ''] of slips)
    assert.deepEqual(
      [
        reputation.suggest(`jane@${typed}`, 'own-hosts'),
        reputation.suggest(`jane@${typed}`),
        suggestAddress(`jane@${typed}`),
      ],
      Array(3).fill(`jane@${meant}`),
      typed,
    );
});

describe('the lists', () => {
  for (const name of [
    'disposable',
    'disposable-hosts',
    'free',
    'role',
    'relay',
    'providers',
    'lookalikes',
    'slips',
    'known',
  ]) {
    const isRole = name === 'role';
    it(`${name}.txt is sorted, ${isRole ? 'in lower case' : 'ASCII'}, and holds each entry once`, () => {
      const entries = linesOf(name);
      assert.deepEqual(entries, [...new Set(entries)].sort());
      assert.deepEqual(
        entries.filter((entry) => !(isRole ? /^[\p{Ll}\p{Nd}._-]+$/u : /^[!-~]+$/).test(entry)),
        [],
      );
    });
  }

  it('have a date each, and know how long they are', () => {
    for (const { name, date, entries, source } of reputation.lists()) {
      assert.match(date, /^20\d\d-\d\d-\d\d$/, name);
      assert.deepEqual([entries, source], [linesOf(name).length, 'release'], name);
    }
    const traps = { ...noOwnLists, 'spam-traps': new Set(['a@acme.com', 'acme.org']) };
    const own = loadReputation({ ownLists: () => traps, ownDates: () => ({ 'spam-traps': '2026-11-01' }) });
    assert.deepEqual(own.lists().slice(reputation.lists().length), [
      { name: 'spam-traps', date: '2026-11-01', entries: 2, source: 'own' },
    ]);
  });

  it('make none of 2,000 well-known domains disposable', () => {
    const known = linesOf('known');
    assert.equal(known.length, 2_000);
    assert.ok([...providers, 'facebook.com', 'github.com', '163.com'].every((domain) => known.includes(domain)));
    assert.deepEqual(
      known.filter((domain) => reputation.isDisposable(domain) || reputation.isDisposableHost(domain, 'acme.com')),
      [],
    );
  });

  it('are read from another folder if given', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reputation-'));
    try {
      cpSync(data, folder, { recursive: true });
      for (const dataDir of [folder, pathToFileURL(folder), pathToFileURL(folder).href])
        assert.equal(loadReputation({ dataDir }).isFree('gmail.com'), true);
      rmSync(join(folder, 'free.txt'));
      assert.throws(() => loadReputation({ dataDir: folder }), /free\.txt/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are found by halving, first and last entry included', () => {
    const lines = new SortedLines('a.com\nab.com\nb.com\n');
    assert.deepEqual(
      ['a.com', 'ab.com', 'b.com', 'a', 'ab', 'c', '', '\n', 'com\nb'].filter((entry) => lines.has(entry)),
      ['a.com', 'ab.com', 'b.com'],
    );
    assert.equal(new SortedLines('').has('a'), false);
  });
});
