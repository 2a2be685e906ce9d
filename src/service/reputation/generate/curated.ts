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

/** Provider domains that are meant far more often than the longer ones they begin (`gmail.com.br`): nobody should wait for more text. */
export const finished: readonly string[] = unpackDomains(
  'com gmail hotmail outlook msn mail fastmail yandex globo bigpond',
);
