import { MICROSOFT_CLOUDS } from '../../verdict/index.js';
import type { AskRule, MailProvider } from './providers.js';

const DECIDED = '2026-11-29';

const rule = (mode: AskRule['mode'], reason: string, source: string): AskRule => ({
  mode,
  reason,
  source,
  date: DECIDED,
});

const GOOGLE = 'https://support.google.com/mail/answer/81126';
const EXCHANGE =
  'https://learn.microsoft.com/office365/servicedescriptions/exchange-online-service-description/exchange-online-limits';
const CONSUMER = 'https://sendersupport.olc.protection.outlook.com/pm/policies.aspx';
const YAHOO = 'https://senders.yahooinc.com/best-practices/';
const APPLE = 'https://support.apple.com/102322';

/**
 * The providers that this release knows. The first that matches counts: consumers' hosts at Microsoft are named below those of its
 * customers. Paces are our own choice: none of them publishes a number for questions without a message.
 */
export const mailProviders: readonly MailProvider[] = [
  {
    name: 'google',
    hosts: ['.l.google.com', '.googlemail.com', 'smtp.google.com'],
    single: rule('ask', 'limits the rate of an IP address, and answers at RCPT', GOOGLE),
    lists: rule('ask', 'limits the rate of an IP address, and answers at RCPT', GOOGLE),
    ...{ connections: 4, perSecond: 1, perDay: 50_000 },
  },
  {
    name: 'microsoft-consumer',
    hosts: ['.olc.protection.outlook.com'],
    single: rule(
      'ask-slowly',
      'forbids verifying addresses without sending; one that was typed is to get mail',
      CONSUMER,
    ),
    lists: rule('never', 'forbids verifying addresses without sending', CONSUMER),
    ...{ connections: 2, perSecond: 1, perDay: 5_000 },
  },
  {
    name: 'microsoft-365',
    hosts: [...MICROSOFT_CLOUDS.map((cloud) => `.mail.protection.${cloud}`), '.mx.microsoft'],
    single: rule('ask', 'limits the rate of an IP address, and answers at RCPT', EXCHANGE),
    lists: rule('ask', 'limits the rate of an IP address, and answers at RCPT', EXCHANGE),
    ...{ connections: 4, perSecond: 1, perDay: 50_000 },
  },
  {
    name: 'yahoo',
    hosts: ['.yahoodns.net'],
    single: rule('ask', 'limits the rate of an IP address', YAHOO),
    lists: rule('ask-slowly', 'limits the rate of an IP address, and accepts every recipient at RCPT', YAHOO),
    ...{ connections: 2, perSecond: 1, perDay: 10_000 },
  },
  {
    name: 'apple',
    hosts: ['.mail.icloud.com'],
    single: rule('ask', 'limits the rate of an IP address, and wants lists without unknown mailboxes', APPLE),
    lists: rule('ask-slowly', 'wants lists without unknown mailboxes', APPLE),
    ...{ connections: 2, perSecond: 1, perDay: 10_000 },
  },
];
