/**
 * Phrases of mail hosts, as patterns over plain words: lower case, no accents, no punctuation, one sentence or one whole text
 * at a time. They favour saying nothing: a sentence too few is an Unknown, one too many loses somebody's mail.
 */

/** Marks are taken off patterns as off replies (й is и with one), and `\w` has the letters of all languages. */
const words = (pattern: string): RegExp => {
  const plain = pattern.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('\\w', '[\\p{L}\\p{N}_]');
  return new RegExp(`(?:^| )(?:${plain})(?= |$)`, 'u');
};

/** Replacement for an IP address, a word that no reply has. */
export const CLIENT_ADDRESS = 'clientaddress';

/** Words for a mailbox: English, and the languages in which large providers answer. */
const MAILBOX =
  '(?:users?|mail ?box|mailboxes|recipients?|rcpt|addressee|address(?:es)?|accounts?|inbox|alias|customer|subscriber|member|local ?part|maildrop|e ?mail(?! (?:headers?|messages?|content|signature|domain|server))' +
  '|destinat\\w+|utilisateur|adresse|boite|usuario|cuenta|buzon|direccion|conta|caixa|endereco|utente|casella|indirizzo|benutzer|empfanger|postfach|konto' +
  '|пользовател\\w+|адрес(?:ат\\w*|а)?|ящик\\w*|получател\\w+|користувач\\w*|скриньк\\w+)';

/** Up to `most` words in between; those listed hand the sentence over to something else. */
const between = (most: number): string =>
  `(?:(?!(?:${CLIENT_ADDRESS}|senders?|clients?|hosts?|hostname|domains?|servers?|ip|ips|dns|mx|ptr|rdns|reverse|records?|messages?|spf|dkim|dmarc|policy|helo|connections?|channel|lists?|certificate|key|signature|and|but)(?= |$))` +
  `[\\p{L}\\p{N}_]+ ){0,${most}}`;

const MISSING_WORDS =
  '(?:unknown|not ?found|not be found|not exist\\w*|doesnt exist|dont exist|non ?exist\\w+|no longer (?:exists?|valid|available|in use|used|here|works?)' +
  '|(?:not|isnt|arent) (?:an? )?(?:known|valid|recogni[sz]ed|existing)|not (?:in|on) (?:the |our |any )?(?:recipient|user|address|directory)\\w*|not listed in|unallocated|undefined|misspelled|unrout?e?able' +
  '|(?:invalid|incorrect)(?= (?:or|recipient|mailbox|address|user|account)|$)' +
  '|inconnue?s?|invalides?|nexiste pas|existe pas|inexistante?s?|introuvable|desconocid[oa]|no existe|nao existe|inexistente|desconhecid[oa]|sconosciut[oa]|non esiste|unbekannt|existiert nicht|nicht gefunden' +
  '|не найден\\w*|не существует|не знайден\\w*|не існує)';

/** A sentence that says of a mailbox that it is not there. */
export const MISSING: readonly RegExp[] = [
  words(`${MAILBOX} ${between(8)}${MISSING_WORDS}`),
  words(`no such ${between(3)}${MAILBOX}|no such person`),
  words(
    `no (?:valid |local )?(?:${MAILBOX}) (?:here|there|found|exists|by th\\w+ name|with th\\w+ name|of that name|matches)|no mail ?box`,
  ),
  words(`unknown (?:or illegal )?${between(2)}${MAILBOX}`),
  words(
    `(?:invalid|bad|illegal|incorrect|wrong|undefined|non ?existent|unrecogni[sz]ed|unrout?e?able) ${between(2)}${MAILBOX}`,
  ),
  words(
    `(?:not|isnt) (?:an? |our )?(?:valid|known|existing|recogni[sz]ed) ${between(2)}${MAILBOX}|not (?:our|a) (?:customer|user|subscriber)`,
  ),
  words(`(?:cannot|cant|could not|couldnt|unable to) (?:find|locate) ${between(3)}${MAILBOX}`),
  words(`(?:doesnt|does not|dont|do not) have an? ${between(3)}(?:account|mail ?box)`),
  words('(?:\\w*recip(?:ient)?notfound)|nobody (?:here|by)\\b.*|no one here\\b.*'),
];

const DISABLED_WORDS =
  '(?:disabled|inactive|suspended|deactivated|closed|terminated|expired|deleted|removed|cancell?ed|discontinued|dormant|locked|archived|not active|no longer (?:active|accepts?|accepting|receives?|receiving)' +
  '|blocked (?:due to|because of|for) inactivity|desactivee?|suspendue?|desactivad[oa]|suspendid[oa]|disattivat[oa]|deaktiviert|заблокирован\\w*|отключен\\w*)';

/** A sentence that says that a mailbox is no longer in use. */
export const DISABLED: readonly RegExp[] = [
  words(`${MAILBOX} ${between(8)}${DISABLED_WORDS}`),
  words(
    `(?:disabled|inactive|suspended|deactivated|expired|dormant) ${between(1)}${MAILBOX}|blocked (?:due to|because of|for) inactivity`,
  ),
];

/** A sentence that says of a mailbox that it is full. */
export const FULL: readonly RegExp[] = [
  words(`${MAILBOX} ${between(6)}full(?! (?:name|address))|(?:full|overfull) ${MAILBOX}`),
  words(
    'over ?quota|over (?:\\w+ ){1,2}quota|quota (?:is |has been |was )?(?:exceeded|full|reached)|disk quota|exceed\\w* (?:\\w+ ){0,3}(?:quota|storage\\w*)',
  ),
  words(
    '(?:mail ?box|inbox|storage) (?:\\w+ ){0,2}(?:limit|quota|allocation) ?(?:\\w+ ){0,3}(?:exceeded|reached|full)',
  ),
  words(
    '(?:out of|not enough|insufficient|no) (?:\\w+ )?(?:space|storage|room) (?:\\w+ ){0,3}(?:mail ?box|account|user|recipient)',
  ),
  words(
    'boite (?:\\w+ ){0,3}pleine|buzon (?:\\w+ ){0,3}lleno|caixa (?:\\w+ ){0,3}cheia|casella (?:\\w+ ){0,3}piena|postfach (?:\\w+ ){0,3}voll|ящик (?:\\w+ ){0,3}переполнен',
  ),
];

/** Words that turn a sentence away from the recipient's mailbox, to the sender, its network, or the moment. */
export const NOT_OF_THE_MAILBOX = words(
  'senders?|mail ?from|from address|return path|reverse path|envelope from|originat\\w+|helo|ehlo|clients?|connecting|you connect|sending|remote|source|ips?|black ?list\\w*|reputation|spf|dkim|dmarc|ptr|rdns|reverse dns|hostname|your (?:ip|address|domain|host|hostname|server|mail server|network|email address|account|system)' +
    '|too many|excessive|number of|per(?:centage|cent)?|rate|ratio|attacks?|harvest\\w*|attempts?|complain\\w*|unverified|verification|callout|temporar\\w+|currently|gr[ae]y ?list\\w*|try again|later' +
    '|(?:un)?authenticat\\w+|auth|credentials|access|trust\\w*|networks?|relay(?! recipient)\\w*|bounces|bounce messages?|backscatter|dsns?|delivery status|mailer daemon|notifications?|null|отправител\\w+|ваш\\w*' +
    // "User unknown in local recipient table" and "not found by address lookup" are of the mailbox; a table that is missing is not.
    '|maintenance|migrat\\w+|exceed\\w*|internal|ldap servers?|(?<! in (?:\\w+ ){0,3})(?:databases?|tables?)|(?<! by (?:\\w+ ){0,3})look ?ups?',
);

/** Words that turn a whole text to the client, its network or the moment, whatever another sentence calls unknown. */
export const ABOUT_CLIENT_OR_NETWORK = words(
  'reverse (?:dns|lookup|mapping)|(?:fc)?r ?dns|ptr|helo|ehlo|(?:your|client|no|find) host ?names?|client host|address of (?:\\w+ )?(?:host|client|server)' +
    '|(?:sending|client|source|your) networks?|not trusted|untrusted|relay\\w* (?:is |access )?(?:denied|not (?:allowed|permitted))|per (?:second|minute|hour|day)|maintenance|migrat\\w+|internal (?:\\w+ )?(?:error|failure)',
);

/** {@link NOT_OF_THE_MAILBOX} for a full mailbox: what is exceeded may be the sender's or the host's. */
export const NOT_OF_THE_QUOTA = words(
  'senders?|sending|your (?:ip|domain|account|quota)|rate|messages|recipients|connections?|number|per|daily|hourly|system|server|size exceeds limit',
);

/** A callout that failed quotes another host's "user unknown", about the sender. */
export const SENDER_CALLOUT = words(
  'sender verif\\w+|sender verify|verify sender|verification failed|callout|call ?back',
);

/** Names a mailbox and says too little: believed if nothing speaks of blocking. */
export const UNAVAILABLE = words(
  `${MAILBOX} (?:is )?(?:unavailable|not available|unreachable|undeliverable)|undeliverable (?:e ?mail )?${MAILBOX}`,
);

export const RATE = words(
  'rate|rate ?limit\\w*|frequency|throttl\\w+|too (?:many|much|fast|frequent\\w*)|gr[ae]y ?list\\w*|try (?:again|later)|later|retry|temporar\\w+|transient|deferr\\w+|busy|overload\\w*|load|resources|concurrent|volume|excessive' +
    '|(?:maximum|max) (?:number|connections)|number of (?:messages|recipients|connections)|per (?:second|minute|hour|day)|in progress|time ?out|timed out|slow down|come back|query (?:fail\\w*|time ?out)|quota|maintenance|migrat\\w+|internal (?:\\w+ )?(?:error|failure)|(?:databases?|tables?|look ?ups?|ldap) (?:\\w+ ){0,2}(?:fail\\w*|errors?|down|unreachable|unavailable|not found|not exist)',
);

export const AUTHENTICATION = words(
  'spf|dkim|dmarc|(?:un)?authenticat\\w+|auth|relay\\w*|credentials|starttls|encryption|certificate',
);

export const SENDER = words(
  'senders? (?:\\w+ ){0,3}(?:reject\\w*|refused|denied|invalid|unknown|verif\\w+|not (?:found|valid|exist)|does not exist|domain)|(?:invalid|unknown|bad|unrout?e?able|valid) (?:envelope )?sender\\w*|domain of sender\\w*|null sender|mail ?from',
);

/** Of the client, whatever else is named on the way. */
export const CERTAINLY_BLOCKED = words(
  'for policy reasons|dynamic ips?|(?:suspected )?spam ips?|ip mismatch|recipient preferences',
);

/** Names the client or a list that it is on, so that every recipient would be refused. */
export const OF_THE_CLIENT = words(
  `${CLIENT_ADDRESS}|\\w{0,10}black ?list\\w*|block ?list\\w*|deny ?list\\w*|rbl|dnsbl|spamhaus|spamcop|barracuda\\w*|client host|your (?:ip|network|server|host|mail server|reputation)|(?:ip|sending) reputation|banned (?:\\w+ )?(?:ip|host|server)`,
);

/** Words that certainly are about the message's content. */
export const CONTENT = words(
  'virus\\w*|malware|attachments?|banned content|phish\\w*|message not allowed|headers? (?:are|is|not|missing|invalid)|spam (?:message|detected|content)|(?:considered|classified|detected|identified) (?:as |to be )?(?:spam|junk)|looks like spam' +
    '|(?:message|mail) (?:\\w+ )?size|size (?:limit\\w*|exceed\\w*)|(?:message|mail) (?:is )?too (?:large|big|long)',
);

export const BLOCKED = words(
  '\\w{0,10}block\\w*|bloque\\w*|gesperrt|\\w{0,10}black ?list\\w*|deny ?list\\w*|rbl|dnsbl|spamhaus|spamcop|barracuda\\w*|cloudmark|reputation|polic(?:y|ies)|bounces|bounce messages?|backscatter|dsns?|prohibit\\w*|abus\\w+|banned|listed|not (?:allowed|permitted|accepted|authori[sz]ed|welcome)' +
    '|denied|access|(?:mail|message|connection|service|delivery) (?:\\w+ ){0,2}refused|rejected by (?:recipients?|zen|\\w{0,10}bl)|will not accept (?:delivery|this|your|the)|go away|reverse dns|ptr|rdns|dns|hostname|client host|helo|ehlo|ip address(?:es)?|trust\\w*|suspicious|restrict\\w+|administrat\\w+|security|complain\\w*|harvest\\w*|attack\\w*|violat\\w+|spamming|firewall|filter\\w*|dynamic|residential|unsolicited|your (?:ip|network|server|host)' +
    `|(?:unknown|${CLIENT_ADDRESS}) ${CLIENT_ADDRESS}`,
);

/** About the message itself, if nothing else was named. */
export const PERHAPS_CONTENT = words('spam|junk|content|bulk|headers?|body');

export const ROUTING = words(
  'domains? (?:\\w+ ){0,3}(?:not found|unknown|not exist|doesnt exist|invalid|disabled|suspended|not (?:served|hosted|local|configured|handled|here))|(?:no such|unknown|invalid|unrout?e?able) domain|\\w{0,10} ?loops?|looping|too many hops|hop count|misrouted|host (?:\\w+ )?not found|no route',
);

export const OTHER = words(
  'syntax error\\w*|command (?:not|unrecogni[sz]ed)|not implemented|bad sequence|protocol error',
);

/** A whole reply that refuses the recipient and gives no reason. */
export const BARE_REFUSAL = new RegExp(
  `^(?:sorry |this |the |that |your |address ){0,3}(?:recipient|rcpt|addressee|address|mail ?box|user)(?: address)* (?:is |was |has been )?(?:rejected|refused|declined)(?: address)?$`,
  'u',
);
