import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exportJWK, generateKeyPair } from 'jose';
import { issuerCertificate } from '../../demo/issuer/certificate.js';
import { createIssuer, type Issuer } from '../../demo/issuer/issuer.js';
import { startIssuer, type RunningIssuer } from '../../demo/issuer/start-issuer.js';
import { startDnsServer, type DnsServer } from '../../demo/world/dns-server.js';
import { LOOPBACK } from '../../demo/world/loopback.js';
import { inspectIssuer } from '../../src/cli/ownership/inspect.js';
import { lineOf } from '../../src/cli/ownership/finding.js';
import { run } from '../../src/cli/run.js';
import { createPublicFetch } from '../../src/proxy/adapters/public-fetch.js';
import { txtByDns } from '../../src/proxy/adapters/txt-by-dns.js';
import { samplesIn } from '../samples.js';

const domain = 'mail.net-trouble.com';
const host = 'accounts.net-trouble.com';
const site = 'net-trouble.com';
const metadata = '/.well-known/email-verification';
const identity = '/.well-known/web-identity';

/** TXT records by name; a name of `failing` is answered with SERVFAIL. */
const records: Record<string, readonly string[]> = {
  [`_email-verification.${domain}`]: [`iss=${host}`],
  '_email-verification.two.com': [`iss=${host}`, 'iss=other.example.net'],
  '_email-verification.path.com': [`iss=https://${host}/issuer`],
  '_email-verification.spf.com': ['v=spf1 -all'],
  '_email-verification.inside.com': [`iss=${host}`],
};

const startDns = (): Promise<DnsServer> =>
  startDnsServer({
    answer: ({ name, type }) => {
      if (name.endsWith('failing.com')) return { rcode: 'SERVFAIL', answers: [] };
      if (type === 'A' && name === host)
        return { rcode: 'NOERROR', answers: [{ name, type, ttl: 60, data: LOOPBACK }] };
      const found = type === 'TXT' ? records[name.toLowerCase()] : undefined;
      if (!found) return { rcode: 'NXDOMAIN', answers: [] };
      return { rcode: 'NOERROR', answers: found.map((data) => ({ name, type: 'TXT', ttl: 60, data })) };
    },
  });

describe('email-check ownership check', () => {
  let issuer: Issuer;
  let running: RunningIssuer;
  let dns: DnsServer;
  /** What the issuer answers instead of its own, by path. */
  let changed: Readonly<Record<string, () => Response | Promise<Response>>> = {};
  let asked: string[] = [];
  /** Ends answers that would never come. */
  let end = (): void => undefined;

  before(async () => {
    const own = await createIssuer({ host, site, domains: [domain], accounts: [] });
    issuer = own;
    const answer: Issuer['answer'] = async (request) => {
      const { pathname } = new URL(request.url);
      asked.push(`${request.headers.get('host')?.replace(/:\d+$/, '')}${pathname}`);
      return (await changed[pathname]?.()) ?? own.answer(request);
    };
    running = await startIssuer({ ...own, answer });
    dns = await startDns();
  });
  after(async () => {
    end();
    await Promise.all([running.close(), dns.close()]);
  });

  /** Inspects an issuer over sockets: https at the port of the test, and DNS. */
  const inspect = async (name = domain): Promise<readonly string[]> => {
    const fetch = createPublicFetch({
      lookup: (_host, _options, callback) => callback(null, [{ address: LOOPBACK, family: 4 }]),
      authorities: [issuerCertificate.cert],
      isAllowed: () => true,
    });
    const atPort = (url: string): string => Object.assign(new URL(url), { port: String(running.port) }).href;
    asked = [];
    const lines: string[] = [];
    const sources = {
      fetch: (url: string, init: RequestInit) => fetch(atPort(url), init),
      resolveTxt: txtByDns([dns.dns]),
    };
    for await (const finding of inspectIssuer(name, { sources, signal: new AbortController().signal }))
      lines.push(lineOf(finding));
    return lines;
  };

  const documentOf = async (path: string): Promise<Record<string, unknown>> =>
    (await (await issuer.answer(new Request(`https://${host}${path}`))).json()) as Record<string, unknown>;

  /** The document at a path with other members. */
  const withMembers = (path: string, members: Readonly<Record<string, unknown>>) => ({
    [path]: async () => Response.json({ ...(await documentOf(path)), ...members }),
  });

  it('finds nothing wrong with a whole issuer', async () => {
    changed = {};
    assert.deepEqual(await inspect(), [
      `ok     _email-verification.${domain} names the issuer ${host}.`,
      `ok     https://${host}${metadata} is a JSON object.`,
      `ok     issuance_endpoint is https://${host}/issue`,
      `ok     jwks_uri is https://${host}/keys`,
      'ok     signing_alg_values_supported has ES256, Ed25519.',
      'ok     The key set has 1 usable key.',
      `ok     https://${site}${identity} is a JSON object.`,
      `ok     accounts_endpoint is https://${host}/accounts`,
      `ok     login_url is https://${host}/sign-in`,
    ]);
    assert.deepEqual(asked, [`${host}${metadata}`, `${host}/keys`, `${site}${identity}`]);
  });

  it('prints what docs/ownership.md shows', async () => {
    changed = {};
    const [{ code: shown } = { code: '' }] = samplesIn('docs/ownership.md', 'text');
    const printed = (await inspect()).join('\n').replaceAll(domain, 'example.com').replaceAll(site, 'example.com');
    assert.equal(printed, shown.trimEnd());
  });

  const redirect = () => new Response(null, { status: 302, headers: { Location: `https://${host}/elsewhere` } });

  for (const [what, answers, expected] of [
    [
      'a description that redirects',
      { [metadata]: redirect },
      [/^wrong .*email-verification redirects \(status 302\)/],
    ],
    [
      'a description that is missing',
      { [metadata]: () => new Response('', { status: 404 }) },
      [/^wrong .*is answered with the status 404\. Answer with the status 200/],
    ],
    ['a description that is a page', { [metadata]: () => new Response('<!doctype html>') }, [/is not a JSON object\./]],
    ['a description that is a list', { [metadata]: () => Response.json([]) }, [/is not a JSON object\./]],
    [
      'a description that does not end',
      { [metadata]: () => new Response(`{"a":"${'x'.repeat(100_000)}`) },
      [/is longer than 65536 octets\. Shorten it\./],
    ],
    [
      'a host that breaks off',
      { [metadata]: () => Promise.reject(new Error('of the test')) },
      [/^wrong .*email-verification cannot be fetched \(ECONNRESET\)/],
    ],
    [
      'a host that never answers',
      { [metadata]: () => new Promise<Response>((resolve) => (end = () => resolve(new Response()))) },
      [/^wrong .*email-verification cannot be fetched \(no answer in time\)\. .* an answer within 5 seconds/],
    ],
    [
      'no endpoints',
      withMembers(metadata, { issuance_endpoint: undefined, jwks_uri: undefined }),
      [/^wrong {2}issuance_endpoint is missing\. Add/, /^wrong {2}jwks_uri is missing\. Add/],
    ],
    [
      'endpoints of another origin',
      withMembers(metadata, { issuance_endpoint: `https://${site}/issue`, jwks_uri: 'http://127.0.0.1/keys' }),
      [/^wrong {2}issuance_endpoint is "https:\/\/net-trouble\.com\/issue"\./, /^wrong {2}jwks_uri is "http:/],
    ],
    [
      'an endpoint that is only a path',
      withMembers(metadata, { jwks_uri: '/keys' }),
      [/^wrong {2}jwks_uri is "\/keys"\. Use a whole address/],
    ],
    [
      'no algorithms',
      withMembers(metadata, { signing_alg_values_supported: undefined }),
      [/^wrong {2}signing_alg_values_supported is missing.* EdDSA/],
    ],
    [
      'no algorithm in common',
      withMembers(metadata, { signing_alg_values_supported: ['ES512', 'none'] }),
      [/^wrong {2}signing_alg_values_supported has no algorithm/],
    ],
    ['keys that redirect', { '/keys': redirect }, [/^wrong .*\/keys redirects/]],
    ['no list of keys', withMembers('/keys', { keys: {} }), [/^wrong {2}The key set has no keys\./]],
    ['no key', withMembers('/keys', { keys: [] }), [/^wrong {2}The key set has no keys\./]],
    [
      'unusable keys',
      withMembers('/keys', { keys: [{ kty: 'oct', k: 'AAAA' }, { kty: 'EC', crv: 'P-521' }, 'key'] }),
      [/^wrong {2}Key 1 of 3 has its private part/, /^wrong {2}Key 2 of 3 cannot be used/, /^wrong {2}Key 3 of 3/],
    ],
    [
      'a private key',
      {
        '/keys': async () => {
          const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
          return Response.json({ keys: [await exportJWK(privateKey)] });
        },
      },
      [/^wrong {2}Key 1 of 1 has its private part: anyone can sign/],
    ],
    [
      'too many keys',
      { '/keys': async () => Response.json({ keys: Array(21).fill((await keysNow())[0]) }) },
      [/^wrong {2}The key set has 21 keys\. Publish 20 at most/],
    ],
    [
      'no document at the registrable domain',
      { [identity]: () => new Response('', { status: 404 }) },
      [/^wrong {2}https:\/\/net-trouble\.com\/\.well-known\/web-identity is answered with the status 404/],
    ],
    [
      'a document there without endpoints',
      withMembers(identity, { accounts_endpoint: undefined, login_url: undefined }),
      [/^wrong {2}accounts_endpoint is missing\. Use/, /^wrong {2}login_url is missing\. Use/],
    ],
    [
      'a document there with endpoints elsewhere',
      withMembers(identity, {
        accounts_endpoint: 'https://accounts.example.org/',
        login_url: 'http://net-trouble.com/',
      }),
      [/^wrong {2}accounts_endpoint is "https:\/\/accounts\.example\.org\/"/, /^wrong {2}login_url is "http:/],
    ],
  ] as const satisfies readonly (readonly [string, typeof changed, readonly RegExp[]])[])
    it(`finds ${what}, and that alone`, async () => {
      changed = answers;
      const found = (await inspect()).filter((line) => line.startsWith('wrong'));
      assert.equal(found.length, expected.length, found.join('\n'));
      for (const [index, pattern] of expected.entries()) assert.match(found[index]!, pattern);
      assert.ok(!asked.includes(`${host}/elsewhere`));
    });

  async function keysNow(): Promise<readonly unknown[]> {
    return (await documentOf('/keys'))['keys'] as readonly unknown[];
  }

  /** Follows a command line in this process. */
  const follow = async (...words: readonly string[]) => {
    const said: string[] = [];
    const complained: string[] = [];
    const code = await run(['ownership', 'check', ...words], {
      environment: {},
      say: (text) => Promise.resolve(void said.push(text)),
      printError: (text) => complained.push(text),
      stopped: () => new Promise(() => undefined),
    });
    return { code, said: said.join('\n'), complained: complained.join('\n') };
  };

  for (const [name, expected] of [
    [
      'none.com',
      /^wrong {2}_email-verification\.none\.com has no TXT record: the provider of none\.com issues no tokens\./,
    ],
    ['Zürich.ch', /^wrong {2}_email-verification\.xn--zrich-kva\.ch has no TXT record/],
    ['two.com', /^wrong {2}_email-verification\.two\.com has 2 TXT records\. Keep exactly one\.$/],
    ['path.com', /^wrong {2}_email-verification\.path\.com is "iss=https:\/\/accounts.*\/issuer"\. Write iss=/],
    ['spf.com', /^wrong {2}_email-verification\.spf\.com is "v=spf1 -all"\. Write iss=/],
    ['failing.com', /^wrong {2}_email-verification\.failing\.com could not be looked up \(ESERVFAIL\)\./],
  ] as const)
    it(`asks the name servers that it is given about ${name}, and exits with 1`, async () => {
      const { code, said, complained } = await follow(name, '--dns-servers', dns.dns);
      assert.deepEqual([code, complained], [1, '']);
      assert.match(said, expected);
    });

  it('writes the same as JSON', async () => {
    const { code, said } = await follow('two.com', '--json', '--dns-servers', dns.dns);
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(said), {
      domain: 'two.com',
      ok: false,
      findings: [{ ok: false, text: '_email-verification.two.com has 2 TXT records.', remedy: 'Keep exactly one.' }],
    });
  });

  it('contacts no address that is not public', async () => {
    changed = {};
    asked = [];
    const { code, said } = await follow('inside.com', '--dns-servers', dns.dns);
    assert.equal(code, 1);
    assert.match(said, /^ok .*\nwrong {2}https:\/\/accounts.* cannot be fetched \(This host has no public address\.\)/);
    assert.deepEqual(asked, []);
  });

  for (const [words, expected] of [
    [[], /^The domain is missing/],
    [['a.com', 'b.com'], /^Too many arguments/],
    [['jane@a.com'], /^This is not a domain/],
    [['[127.0.0.1]'], /^This is not a domain/],
    [['a.com', '--dns-servers', 'none'], /dns-servers/],
  ] as const)
    it(`refuses ${JSON.stringify(words)} with 2`, async () => {
      const { code, said, complained } = await follow(...words);
      assert.deepEqual([code, said], [2, '']);
      assert.match(complained, expected);
    });

  it('is in the help', async () => {
    const { code, said } = await follow('--help');
    assert.equal(code, 0);
    assert.match(said, /^email-check ownership check DOMAIN: tell whether/);
  });
});
