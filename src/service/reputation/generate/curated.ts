import { unpackDomains } from '../../../address/index.js';

/**
 * The big mail providers, by users: what a slip of the finger is corrected to and what counts as a finished domain in the page.
 * One that is seldom meant today costs more than it gives: it corrects real domains that look like it, and ties with the others.
 * Names of digits alone are not among them (see {@link numbered}).
 */
export const providers: readonly string[] = unpackDomains(
  [
    'com gmail googlemail yahoo hotmail outlook live msn icloud me aol protonmail gmx qq yandex zoho fastmail naver tutanota',
    'com rediffmail comcast btinternet bigpond',
    'me proton',
    'de gmx web t-online freenet yahoo hotmail',
    'net gmx comcast att verizon sbcglobal bellsouth cox hanmail daum laposte',
    'at gmx',
    'ch gmx bluewin',
    'ru mail yandex bk list inbox rambler',
    'co.uk yahoo hotmail',
    'fr yahoo hotmail orange wanadoo free sfr',
    'it yahoo hotmail libero virgilio',
    'es yahoo hotmail',
    'com.br yahoo hotmail uol bol terra ig',
    'co.jp yahoo',
    'co.in yahoo',
    'ca yahoo shaw',
    'nl ziggo',
    'be telenet skynet',
    'pl wp o2 onet interia',
    'cz seznam',
    'hu freemail',
    'bg abv',
    'net ukr',
  ].join('/'),
);

/**
 * Providers whose names are digits alone: any other number is somebody's own name, so nothing is ever corrected to them. They are
 * known by their exact name, in the page among the look-alikes.
 */
export const numbered: readonly string[] = ['126.com', '163.com'];

/**
 * Of the providers, the ones that the page goes without: its list is sent to every visitor. What it cannot correct the service does,
 * in `did_you_mean`.
 */
const onServiceAlone: readonly string[] = unpackDomains(
  [
    'com bigpond btinternet comcast fastmail googlemail rediffmail tutanota zoho',
    'net att comcast verizon laposte bellsouth cox daum hanmail sbcglobal ukr',
    'ru inbox rambler',
    'cz seznam',
    'fr free orange sfr wanadoo',
    'it libero virgilio',
    'com.br ig terra bol uol',
    'de freenet',
    'ca shaw',
    'be skynet telenet',
    'pl interia o2 onet wp',
    'ch bluewin',
    'nl ziggo',
    'hu freemail',
    'bg abv',
  ].join('/'),
);

/** The providers that the page knows. */
export const pageProviders: readonly string[] = providers.filter((domain) => !onServiceAlone.includes(domain));

/** Forwarding services that hide an address which people keep: never disposable (with all their subdomains). */
export const relays: readonly string[] = [
  // Apple, Hide My Email
  'privaterelay.appleid.com',
  // Firefox Relay
  'mozmail.com',
  'relay.firefox.com',
  // DuckDuckGo Email Protection
  'duck.com',
  // SimpleLogin and Proton Pass
  '8alias.com',
  '8shield.net',
  'aleeas.com',
  'dralias.com',
  'passfwd.com',
  'passinbox.com',
  'passmail.com',
  'passmail.net',
  'silomails.com',
  'simplelogin.co',
  'simplelogin.com',
  'simplelogin.fr',
  'simplelogin.io',
  'slmail.me',
  'slmails.com',
  // addy.io
  'addy.io',
  'addymail.com',
  'anonaddy.com',
  'anonaddy.me',
  // Blur
  'opayq.com',
  // StartMail aliases
  'use.startmail.com',
];

/** Of the relays, the ones that the page goes without: few people use them. */
const relaysOnServiceAlone: readonly string[] = unpackDomains('com opayq passfwd silomails/startmail.com use');

/** The relays that the page knows, whatever service it asks. */
export const pageRelays: readonly string[] = relays.filter((domain) => !relaysOnServiceAlone.includes(domain));

/** Listed as disposable by a source, wrongly: the domain and why. */
export const neverDisposable: Readonly<Record<string, string>> = {
  'yourdomain.com': 'a placeholder in documents, no service',
  '21cn.com': 'mailboxes of China Telecom',
  'sify.com': 'mailboxes of an Indian provider',
  'hongkong.com': 'mailboxes of a portal',
  'safe-mail.net': 'mailboxes of an Israeli provider',
  'gawab.com': 'mailboxes of an Egyptian provider',
  'hotpop.com': 'mailboxes of a provider of long ago',
  'mail-tester.com': 'takes messages to rate them, no mailboxes',
  'news.hackney.gov.uk': 'newsletters of a borough',
  'news.uhd.edu': 'newsletters of a university',
  'vfemail.net': 'free and paid mailboxes that people keep',
  'nameplanet.com': "mailboxes under people's own names, which they keep",
  'wp.company': 'the staff of The Washington Post',
  '99.com': 'a Chinese games firm',
  'facebookmail.com': "sends the notices of Facebook, and once had its members' mailboxes",
  'mail.instagram.com': 'sends the notices of Instagram',
};

/** Free mailboxes that the sources lack. */
export const alsoFree: readonly string[] = unpackDomains(
  [
    'com hey tuta tutamail ymail rocketmail mailfence startmail posteo hushmail runbox zohomail yandex nifty sina sohu foxmail 126 139 163 189',
    'me keemail proton pm',
    'eu zoho',
    'io tuta',
    'ne.jp ezweb',
    'de tutanota mail email posteo hotmail outlook live',
    'org mailbox disroot fastmail',
    'ch gmx hotmail protonmail yahoo',
    'at hotmail yahoo',
    'us gmx',
    'net posteo daum hanmail riseup ukr yeah',
    'es hotmail yahoo',
    'it hotmail yahoo outlook',
    'se hotmail live yahoo',
    'dk hotmail live yahoo',
    'no hotmail live yahoo',
    'fi hotmail live yahoo',
    'gr hotmail yahoo',
    'nl hotmail live yahoo',
    'be hotmail live yahoo',
    'pt hotmail yahoo',
    'ie live yahoo',
    'ca hotmail live yahoo',
    'cl hotmail live outlook',
    'jp live outlook',
    'co.jp hotmail yahoo',
    'co.kr hotmail yahoo',
    'com.br yahoo hotmail outlook uol bol terra ig globo r7',
    'com.mx yahoo live prodigy',
    'com.ar yahoo hotmail outlook live',
    'com.au yahoo hotmail outlook live',
    'com.tr yandex hotmail outlook yahoo mynet',
    'by yandex tut',
    'kz yandex mail',
    'ru ya yandex internet bk list inbox rambler vk',
    'ua i meta',
    'cz seznam email centrum',
    'bg abv',
    'pl wp o2 onet interia op gazeta',
    'hu freemail citromail',
  ].join('/'),
);

/**
 * Real domains a slip away from a provider that no list of free mailboxes has: large firms and old words.
 * They are left alone, as free mailboxes are.
 */
export const alsoReal: readonly string[] = unpackDomains(
  [
    'com all apl cloud gmc life love man mdn men never sol soho tmx',
    'net art fox vox',
    'de weg',
    'ru mai',
    'bg abb abc',
    'eu inbox',
    'pl net one',
  ].join('/'),
);

/** Provider domains that are meant far more often than the longer ones they begin (`gmail.com.br`): nobody should wait for more text. */
export const finished: readonly string[] = unpackDomains('com gmail hotmail outlook msn fastmail yandex bigpond');

/** On the lists of free mailboxes, wrongly: firms whose mailboxes are their staff's, and names that documents use. */
export const neverFree: readonly string[] = unpackDomains('com about alibaba bt example facebook yourdomain');

/** Given and family names that the list of role names has. */
export const neverRole: readonly string[] = ['alexa', 'gardner'];

/**
 * Mail hosts, with all below each name, that serve only disposable domains: the host and whose it is. New domains appear behind
 * them every day. Left out are hosts that people's own domains are behind too (relays, testing services for customers, hosting).
 */
export const disposableHosts: Readonly<Record<string, string>> = {
  'mailinator.com': 'Mailinator, public inboxes',
  'yopmail.com': 'YOPmail and its alternate domains',
  'guerrillamail.com': 'Guerrilla Mail',
  'sharklasers.com': 'Guerrilla Mail',
  'grr.la': 'Guerrilla Mail',
  '10minutemail.com': '10 Minute Mail',
  'generator.email': 'Generator.email and the domains that anyone may point at it',
  'emailfake.com': 'Generator.email, another face',
  'email-fake.com': 'Generator.email, another face',
  'tempm.com': 'Generator.email, another face',
  'mail.tm': 'Mail.tm',
  '1secmail.com': '1secmail',
  'temp-mail.io': 'Temp-Mail.io',
  'tempmail.plus': 'TempMail Plus',
  'moakt.com': 'Moakt',
  'discard.email': 'Discard.Email',
  'papierkorb.me': 'Wegwerfemail and its domains',
  'mailnesia.com': 'Mailnesia',
  'maildrop.cc': 'Maildrop',
  'dropmail.me': 'DropMail',
  'getnada.com': 'Nada',
  'inboxkitten.com': 'Inbox Kitten',
  'mytemp.email': 'MyTemp.Email',
  'fakemailgenerator.com': 'Fake Mail Generator',
  'emailondeck.com': 'EmailOnDeck',
  'mailpoof.com': 'Mailpoof',
  'mohmal.com': 'Mohmal',
  'tempr.email': 'Tempr.email',
};
