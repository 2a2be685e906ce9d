import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { getDomain } from 'tldts';
import {
  disposableHosts,
  hostCounts,
  surveyedHosts,
} from '../../../src/service/reputation/generate/disposable-hosts.js';
import { loadReputation } from '../../../src/service/reputation/index.js';

const reputation = loadReputation();
const listed = readFileSync(
  new URL('../../../src/service/reputation/data/disposable-hosts.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n');

/** Mail hosts that disposable domains are behind, and domains of people and firms too: providers, hosting, forwarding, parking, testing. */
const shared = [
  'gmail-smtp-in.l.google.com alt1.aspmx.l.google.com aspmx2.googlemail.com smtp.google.com acme-com.mail.protection.outlook.com',
  'acme.mail.protection.office365.us hotmail-com.olc.protection.outlook.com mta5.am0.yahoodns.net mx01.mail.icloud.com mx.yandex.net',
  'mx.yandex.ru emx.mail.ru mxs.mail.ru mx.zoho.com mx.zoho.eu mail.protonmail.ch mailsec.protonmail.ch mx1.alias.proton.me',
  'in1-smtp.messagingengine.com mail.tutanota.de mx00.mail.com mx00.emig.gmx.net mxbiz1.qq.com mail.h-email.net park-mx.above.com',
  'mx156.hostedmxserver.com mx.plingest.com parkmail.dynadot.com blackhole.aftermarket.pl route1.mx.cloudflare.net mx1.improvmx.com',
  'mx1.forwardemail.net eforward1.registrar-servers.com mx1.privateemail.com mx1-hosting.jellyfish.systems fwd1.porkbun.com',
  'fwd.regery.net mx1.mailhop.org mxa.mailgun.org inbound-smtp.us-east-1.amazonaws.com mx.sendgrid.net inbound.postmarkapp.com',
  'mx1.hostinger.com mx1.titan.email mx1.beget.com mx1.timeweb.ru mx1.hosting.reg.ru mx.stackmail.com mx1.mail.ovh.net',
  'mx00.ionos.com mx00.kundenserver.de smtp.secureserver.net spool.mail.gandi.net mx1.emailsrvr.com aspmx1.migadu.com',
  'mx10.antispam.mailspamprotection.com us2.mx1.mailhostbox.com custmx.cscdns.net publicms1.mail2world.com mailosaur.net in.mailsac.com',
  'mx1.simplelogin.co mail.anonaddy.me mail2.anonaddy.me smtpv2.ec2.33mail.com gourmet7.spamgourmet.com smtp.trashmail.com mail.burnermail.io',
  'smtp-inbound.duck.com inbound-smtp.skiff.com mx.chatgpt.org.uk mail.acme.com',
]
  .join(' ')
  .split(' ');

describe('a mail host of disposable domains', () => {
  for (const host of [
    'mail.wabblywabble.com',
    'mail.wallywatts.com',
    'aero4.unstablemail.com',
    'srv4.unstablemail.com',
    'mx4.beavis99.com',
    'mx4.beavis99.net',
    'mx.emlhub.com',
    'email.chatgpt.org.uk',
    'em4.rejecthost.com',
    'recv1.erinn.biz',
    'mail2.mailinator.com',
    'smtp.yopmail.com',
  ])
    it(`is ${host}`, () => assert.equal(reputation.isDisposableHost(host, 'new.com'), true));

  it('is none that domains of people and firms are behind too', () => {
    assert.deepEqual(
      shared.filter((host) => reputation.isDisposableHost(host, 'new.com')),
      [],
    );
    const owners = new Set(shared.map((host) => getDomain(host)));
    assert.deepEqual(
      listed.filter((host) => owners.has(getDomain(host))),
      ['email.chatgpt.org.uk'],
    );
  });

  it('had next to nothing else behind it when it was counted, on a day that is known', () => {
    for (const { source, date, hosts } of hostCounts) {
      assert.match(source, /\(MIT, Copyright/);
      assert.match(date, /^20\d\d-\d\d-\d\d$/);
      for (const [host, [disposable, all]] of Object.entries(hosts)) {
        assert.ok(disposable >= 0.99 * all, host);
        assert.ok(all >= 200, host);
      }
    }
  });

  it('has two sources if nobody has counted', () => {
    for (const [host, sources] of Object.entries(surveyedHosts)) assert.ok(new Set(sources).size >= 2, host);
  });

  it('has its reason, and stands once', () => {
    assert.deepEqual([...disposableHosts.keys()].sort(), listed);
    assert.ok(listed.length >= 70);
    for (const [host, reason] of disposableHosts) assert.ok(reason.length > 3, host);
  });
});
