import { unpackDomains } from '../../../address/index.js';

/**
 * Real domains one slip away from a big provider, by the reason why each is kept: they may be free mailboxes, and are never corrected. Any
 * other domain as near is taken for a slip, whatever a source says of it.
 */
const realByReason: Readonly<Record<string, string>> = {
  'mailboxes of Microsoft, of another country':
    'cl,com.tw hotmail/at,cl,cn,com.my,fi,in live/at,be,com.ar,com.gr,com.tr,dk,ie,in,kr,pt outlook',
  'mailboxes of Yahoo, of another country': 'cl,cn,co.il,com.cn,com.tr,cz,pl,se yahoo/com y7mail',
  'mailboxes of another country, by a provider of several': 'com.ar terra uol/at tiscali/lt inbox',
  'mailboxes of Mail.com, under a name of choice': 'com email/net earthling',
  'mailboxes of Mail.ru and VK, and of their neighbours': 'com my/ru vk email imail zmail mai',
  'mailboxes of Onet, under another name': 'pl op vp',
  'mailboxes of UK2, an English provider': 'net uk2 uk7 uk8',
  'mailboxes of CenturyLink, an American provider': 'com q',
  'mailboxes of Mailo, a French provider': 'com mailo',
  'mailboxes of a portal': 'com eastmail qmail uymail xmail/nu mail/eu inbox/pl one net',
  "mailboxes of a Russian firm, older than Google's": 'ru gmail',
  'a firm, and its staff': 'com apl aver cloud gmc sol soho tmx/net art fox vox/de seb weg/bg abb abc',
  'a word that firms and people own': 'com all life love man mdn men never',
};

/** The same domains, each with its reason. */
export const realDespiteSlip: ReadonlyMap<string, string> = new Map(
  Object.entries(realByReason).flatMap(([reason, packed]) =>
    unpackDomains(packed).map((domain) => [domain, reason] as const),
  ),
);

/** Services of disposable addresses whose domain is one slip away from a provider, and why each is one. */
export const disposableDespiteSlip: ReadonlyMap<string, string> = new Map([
  ['5ymail.com', 'a service of anonymous mail, which is called so'],
]);
