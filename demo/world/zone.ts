/** How DNS treats a domain: it answers, fails (RFC 1035 §4.1.1 RCODE 2), stays silent, has no records, garbles its answer, or calls every name another. */
export const DNS_MANNERS = ['answers', 'servfail', 'silent', 'empty', 'broken', 'loop'] as const;
export type DnsManner = (typeof DNS_MANNERS)[number];

/** How the mail hosts of a domain answer RCPT; zone.txt says in words what each does. */
export const HOST_KINDS = [
  'ordinary',
  'accept-all',
  'greylisting',
  'blocking',
  'full',
  'tarpit',
  'dropping',
  'access-denied',
] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** One MX record (RFC 5321 §5.1). The host `.` with preference 0 says that the domain takes no mail (RFC 7505 §3). */
export interface MailExchange {
  readonly preference: number;
  readonly host: string;
}

/** What the zone knows of one domain. */
export interface MailDomain {
  /** Lower-case A-labels. */
  readonly name: string;
  readonly dns: DnsManner;
  readonly exchanges: readonly MailExchange[];
  /** The domain's own A and AAAA records: its implicit mail host where it has no MX (RFC 5321 §5.1). */
  readonly addresses: readonly string[];
  readonly kind: HostKind;
  /** The living mailboxes: lower-case local parts. */
  readonly mailboxes: ReadonlySet<string>;
}

/** A mail host that some domain's MX names. */
export interface ZoneHost {
  readonly name: string;
  /** A and AAAA records; none where the name does not resolve. */
  readonly addresses: readonly string[];
  /** Nothing listens at its addresses: a connection is refused. */
  readonly closed: boolean;
}

/** A zone file as data. */
export interface Zone {
  readonly domains: ReadonlyMap<string, MailDomain>;
  readonly hosts: ReadonlyMap<string, ZoneHost>;
}
