/** Addresses to try, by what to expect of them. Who exists is in world/zone.txt. */
export const groups = [
  {
    expectation: 'Can receive email',
    addresses: [
      { address: 'jane.doe@gmail.com' },
      { address: 'jane.doe@bäckerei-sommer.de', note: 'an internationalised domain' },
    ],
  },
  { expectation: 'Another address is suggested', addresses: [{ address: 'jane.doe@gmial.com' }] },
  { expectation: 'A temporary address', addresses: [{ address: 'x@mailinator.com', note: 'the free detector knows it' }] },
  {
    expectation: 'Likely to bounce',
    addresses: [
      { address: 'nobody@gmail.com', note: 'no such mailbox' },
      { address: 'jane.doe@no-such-domain.com', note: 'no such domain' },
      { address: 'jane.doe@null-mx.net-trouble.com', note: 'Null MX: takes no mail' },
    ],
  },
  {
    expectation: 'Risky: silent, unless the policy says to warn',
    addresses: [
      { address: 'sales@acme.com', note: 'a shared inbox' },
      { address: 'jane.doe@accept-all.net-trouble.com', note: 'takes every address' },
      { address: 'jane.doe@full.net-trouble.com', note: 'mailbox full' },
    ],
  },
  {
    expectation: 'No telling: nothing is said, and nothing is charged',
    addresses: [
      { address: 'jane.doe@greylisted.net-trouble.com', note: 'greylisted until asked again' },
      { address: 'jane.doe@tarpit.net-trouble.com', note: 'no answer in time' },
    ],
  },
];
