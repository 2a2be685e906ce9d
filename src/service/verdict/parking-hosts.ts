import { isSameOrBelow } from '../../network/index.js';

/** Mail hosts of parked domains, and where and when it is public that they are. */
interface ParkingHosts {
  /** A host's name, with all names below it. */
  readonly names: readonly string[];
  readonly source: string;
  /** Of the source, or on which it was read. */
  readonly date: string;
}

/** Hosts of registrars and parking services that take mail for domains nobody uses. Hosts that serve people too, as registrars' forwarding does, are not here. */
const parkingHosts: readonly ParkingHosts[] = [
  {
    names: ['park-mx.above.com', 'hostedmxserver.com'],
    source: 'https://github.com/tobymao/18xx/blob/ecde268782fa2ba89d0634023836e9952e55584b/lib/disposable_email.rb',
    date: '2026-11-30',
  },
  // One service under several names, at the same addresses, in the zones that Sedo and others make for parked domains.
  {
    names: ['mail.h-email.net', 'mail.mailerhost.net', 'mail.mxproc.com', 'mail.pickelhost.com', 'mail.b-io.co'],
    source: 'https://github.com/ivolo/disposable-email-domains/pull/818',
    date: '2020-06-02',
  },
  // More names of the same service.
  {
    names: [
      ...['mail.eye-mail.net', 'mail.hope-mail.com', 'mail.mailer-host.com', 'mail.nickstel.com', 'mail.yurtmail.com'],
      ...['mail.emailofsteel.com', 'mail.post-host.net', 'mail.mxhoppr.com', 'mail.mx-host.net', 'mail.skrimple.com'],
    ],
    source:
      'https://github.com/elchacal801/domain_intel/blob/87477261a52bb7f818e0f63a4aca7ac1b5f19579/scripts/discover_mx_pivot.py',
    date: '2026-11-30',
  },
  // Everything below these names is of parked domains.
  {
    names: ['sedoparking.com', 'parkingcrew.net'],
    source: 'https://github.com/notracking/hosts-blocklists/issues/249',
    date: '2020-02-28',
  },
];

/** Whether a mail host takes mail for parked domains alone. `name` is in lower case, without a dot at its end. */
export const isParkingHost = (name: string): boolean =>
  parkingHosts.some(({ names }) => names.some((parking) => isSameOrBelow(name, parking)));
