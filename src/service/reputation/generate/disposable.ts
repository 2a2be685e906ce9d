import { unpackDomains } from '../../../address/index.js';

/** Looked at one by one: the domain and why it stays. */
const keptByHand: Readonly<Record<string, string>> = {
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
  'atomicmail.io': 'encrypted mailboxes that people keep',
  'angi.com': 'a marketplace of craftsmen in America',
  'lendscape.com': 'a firm of software for lenders',
};

/**
 * Reported by their owners to the lists that our sources copy, and taken off there (`FGRibreau/mailchecker`, `wesbos/burner-email-providers`,
 * `disposable-email-domains/disposable-email-domains`, `disposable/disposable`, `amieiro/disposable-email-domains`; until August 2026), by reason.
 */
const reportedByReason: Readonly<Record<string, string>> = {
  'mailboxes of MySudo that people keep':
    'com sudomail sudoverse sudoworld/net sudolife sudomail sudoverse sudoweb sudoworld/me sudolife/biz sudomail',
  'mailboxes of a Russian provider': 'com sibmail',
  'a firm, and its staff': [
    'com acentri alburov cbamboo cdc doitagile e2estudios emil interpath manybrain synami zamana/de atsw/fr file-up/us caliburn/dev purple',
    'net iwi/at,es,gr,info,lt,mobi,pl,ro,sk gynzy',
  ].join('/'),
  'a church, a village or a union': 'com crosspointchurch/pl swieszewo/net ncdc-laborers',
  'one person': 'com cheezoo kennedy808 liamekaens tmxnet/nl shitware',
};

/** Listed as disposable by a source, wrongly: the domain, with all below it, and why. */
export const neverDisposable: ReadonlyMap<string, string> = new Map([
  ...Object.entries(keptByHand),
  ...Object.entries(reportedByReason).flatMap(([reason, packed]) =>
    unpackDomains(packed).map((domain) => [domain, reason] as const),
  ),
]);

/** Endings below which anybody has a name, and which the list of public suffixes lacks: as a whole they are not disposable, some names below are. */
export const sharedEndings: readonly string[] = unpackDomains('kr kro/net linkpc/place run/gd work/org jo3');
