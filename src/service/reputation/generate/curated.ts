import { unpackDomains } from '../../../address/index.js';

/**
 * The big mail providers: what a slip of the finger is corrected to and what counts as a finished domain in the page.
 * One that is seldom meant today costs more than it gives: it corrects real domains that look like it, and ties with the others.
 * Names of digits alone are not among them (see {@link numbered}).
 */
export const providers: readonly string[] = unpackDomains(
  [
    // Everywhere
    'com gmail googlemail yahoo ymail rocketmail hotmail outlook live msn icloud me mac aol protonmail gmx mail zoho fastmail tutanota',
    'com yandex/me proton pm/net gmx',
    // North America
    'com rogers/ca yahoo hotmail live shaw sympatico videotron/net telus',
    'net comcast att verizon sbcglobal bellsouth cox charter earthlink optonline',
    // Latin America
    'com.br yahoo hotmail outlook live uol bol terra ig',
    'com.mx yahoo hotmail live/com.ar yahoo hotmail live',
    // Britain, Ireland
    'co.uk yahoo hotmail live blueyonder/com btinternet virginmedia ntlworld sky/ie yahoo live',
    // France, Belgium, the Netherlands
    'fr yahoo hotmail live outlook gmx orange free sfr wanadoo neuf/net laposte',
    'be hotmail live yahoo telenet skynet proximus/nl hotmail live yahoo ziggo',
    // Germany, Austria, Switzerland
    'de gmx web t-online freenet yahoo hotmail live outlook arcor/at gmx hotmail yahoo/ch gmx bluewin hotmail yahoo',
    // Italy, Spain, Portugal, Greece, Turkey
    'it yahoo hotmail live outlook libero virgilio alice tiscali/es yahoo hotmail outlook/pt hotmail sapo yahoo',
    'gr yahoo hotmail/com.tr hotmail',
    // The north
    'se hotmail live/dk hotmail live yahoo/no hotmail live yahoo/fi hotmail yahoo/lv inbox',
    // The east of Europe
    'ru mail yandex bk list inbox rambler/net ukr/pl wp o2 onet interia/cz seznam centrum/hu freemail yahoo',
    'bg abv/ro yahoo',
    // Asia
    'com qq naver rediffmail/net hanmail daum/co.in yahoo/in yahoo/co.jp yahoo',
    'com.my yahoo/com.ph yahoo/com.sg yahoo/com.hk yahoo/com.tw yahoo/com.vn yahoo/co.id yahoo',
    // Australia, New Zealand, South Africa
    'com.au yahoo hotmail live outlook/com bigpond/net.au bigpond/co.nz yahoo xtra/co.za yahoo',
  ].join('/'),
);

/**
 * Of the providers, those whose name is nobody else's, each with the ending that most of its people have: what the bare name means, and if
 * there is no other ending, what the name means with any.
 */
export const brands: readonly string[] = unpackDomains(
  'com aol gmail googlemail hotmail icloud live msn outlook protonmail yahoo',
);

/**
 * Providers whose names are digits alone: any other number is somebody's own name, so nothing is ever corrected to them. They are
 * known by their exact name, in the page among the look-alikes.
 */
export const numbered: readonly string[] = ['126.com', '163.com'];

/**
 * What people type in fact, as counts of real lists of addresses have it, and what they mean. Most belong to squatters, who take the mail: they
 * are no mailboxes, whatever a list says. The page and the service have a row for those that the distance does not find by itself.
 */
export const slips: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'gmail.com':
      'gamil gmil gmai gmial gmali gnail gmal gmaill gmaul gmaol gmaik gmail.con gmail.co gmail.cm gmail.om gmail.cmo gmail.comm gail gimail gemail gmaio',
    'yahoo.com': 'yaho yhoo yaoo yahooo yhaoo yahho yahoo.con yahoo.cm yahoo.om jahoo yahou',
    'hotmail.com':
      'hotmial hotmal hotmil hotmai hotmaill hotnail homail hotail htomail hormail hotmali hotamil hotmail.con hotmail.co hotmail.cm',
    'outlook.com': 'outlok outloo outllok outloook oulook otlook outook outlock outlool outlook.con outlook.co',
    'icloud.com': 'iclod iclud icluod icoud icolud iclould icould icloude lcloud icloud.con icloud.co',
    'aol.com': 'aol.con aol.co aol.cm',
    'live.com': 'live.con',
    'msn.com': 'msn.con',
    'protonmail.com': 'protonmial protomail protonmal protonmai protonmail.con',
    'comcast.net': 'comast comcat comcst concast comcas',
  }).flatMap(([meant, typed]) =>
    typed
      .split(' ')
      .map((slip) => [slip.includes('.') ? slip : slip + meant.slice(meant.indexOf('.')), meant] as const),
  ),
);

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

/** Relays that the list of the page leaves out, since few people use them. */
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

/** Provider domains that are meant far more often than the longer ones they begin (`gmail.com.br`): nobody should wait for more text. */
export const finished: readonly string[] = unpackDomains(
  'com gmail hotmail outlook msn mail fastmail yandex globo bigpond',
);

/** On the lists of free mailboxes, wrongly: firms whose mailboxes are their staff's, and names that documents use. */
export const neverFree: readonly string[] = unpackDomains(
  'com about alibaba bt comast example facebook yourdomain/roor hotmail',
);

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
