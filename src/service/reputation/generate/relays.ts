import { unpackDomains } from '../../../address/index.js';

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
  '4wrd.cc',
  'addy.biz',
  'addy.io',
  'addymail.com',
  'anonaddy.com',
  'anonaddy.me',
  'mailer.me',
  // Blur
  'opayq.com',
  // StartMail aliases
  'use.startmail.com',
  // 33mail
  '33mail.com',
  // Burner Mail
  'burnermail.io',
  // Spamgourmet, with its other names
  'spamgourmet.com',
  'spamgourmet.net',
  'spamgourmet.org',
  'antichef.com',
  'antichef.net',
  'dfgh.net',
  'mamber.net',
  'neverbox.com',
  'recursor.net',
  'spamcannon.com',
  'spamcannon.net',
  'xoxy.net',
  // ProxiedMail
  'proxiedmail.com',
  'pxdmail.com',
  'pxdmail.net',
  // Erine.email
  'erine.email',
  // Forward Email, the name that it lends
  'hideaddress.net',
  // Older services of aliases
  'e4ward.com',
  'gishpuppy.com',
  'manyme.com',
  'mailnull.com',
  'notsharingmy.info',
  'sneakemail.com',
  'snkmail.com',
  'snkml.com',
  'spamex.com',
];

/** Relays that the list of the page leaves out, since few people use them. */
const relaysOnServiceAlone: readonly string[] = unpackDomains(
  [
    'com opayq passfwd silomails/startmail.com use/cc 4wrd/biz addy/me mailer/org spamgourmet',
    'com,net antichef spamcannon/net dfgh mamber recursor spamgourmet xoxy/com neverbox',
    'com proxiedmail/com,net pxdmail/email erine/net hideaddress',
    'com e4ward gishpuppy manyme mailnull sneakemail snkmail snkml spamex/info notsharingmy',
  ].join('/'),
);

/** The relays that the page knows, whatever service it asks. */
export const pageRelays: readonly string[] = relays.filter((domain) => !relaysOnServiceAlone.includes(domain));
