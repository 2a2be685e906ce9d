import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { after, afterEach, describe, it } from 'node:test';
import type { SrvAnswer } from 'dns-packet';
import { parseNamedAddress } from '../../../src/address/index.js';
import { avatarHash, avatarsProvider, type AvatarOptions } from '../../../src/service/enrichment/avatars.js';
import { createEnricher } from '../../../src/service/enrichment/enricher.js';
import { createWebFetcher } from '../../../src/service/net/web.js';
import { createNameResolver } from '../../../src/service/probe/index.js';
import { startSite } from '../net/site.js';
import { message, startRawDns } from '../probe/raw-dns.js';
import { photoCertificate } from './photo-certificate.js';

const subjectOf = (address: string) => {
  const parsed = parseNamedAddress(address);
  assert.ok(parsed.ok);
  return parsed;
};
const hashOf = (address: string) => createHash('sha256').update(address).digest('hex');

/** Answers by the address whose hash is asked for. */
const answers: Record<string, RequestListener> = {};
const on = (address: string, answer: RequestListener) => (answers[hashOf(address)] = answer);
const photo: RequestListener = (_, response) =>
  response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.alloc(5_000));
const missing: RequestListener = (_, response) => response.writeHead(404).end();
const answer: RequestListener = (request, response) =>
  (answers[/^\/avatar\/(\w+)/.exec(request.url ?? '')?.[1] ?? ''] ?? missing)(request, response);

const secured = { isSecure: true, certificate: photoCertificate };
const libravatar = await startSite(answer, secured);
const gravatar = await startSite(answer, secured);
const own = await startSite(answer, secured);
const plain = await startSite(answer);
const baseUrls = {
  libravatar: `https://libravatar.photos.com:${libravatar.port}`,
  gravatar: `https://gravatar.photos.com:${gravatar.port}`,
};

const service = (name: string, target: string, port: number, priority = 0): SrvAnswer => ({
  type: 'SRV',
  name,
  ttl: 60,
  data: { target, port, priority, weight: 1 },
});
const records: readonly SrvAnswer[] = [
  service('_avatars-sec._tcp.acme.com', 'second.photos.com', 20_001, 10),
  service('_avatars-sec._tcp.acme.com', 'avatars.photos.com', own.port),
  service('_avatars._tcp.acme.com', 'http.photos.com', plain.port),
  service('_avatars._tcp.plain.com', 'avatars.plain.com', own.port),
  service('_avatars._tcp.http.com', 'http.photos.com', plain.port),
  service('_avatars-sec._tcp.inside.com', 'inside.photos.com', own.port),
];
const addresses: Record<string, string> = { 'inside.photos.com': '10.0.0.1' };
const dns = await startRawDns(({ id, question }) => {
  if (question.type === 'SRV')
    return message(
      id,
      question,
      records.filter(({ name }) => name === question.name),
    );
  const data = addresses[question.name] ?? '127.0.0.1';
  return message(id, question, question.type === 'A' ? [{ type: 'A', name: question.name, ttl: 60, data }] : []);
});
const resolver = createNameResolver({ servers: [dns.dns], timeoutMs: 2_000 });
const web = createWebFetcher({
  addressesOf: (host) => resolver.addresses(host),
  allowLoopback: true,
  authorities: [photoCertificate.cert],
});

const sites = [libravatar, gravatar, own, plain];
after(async () => {
  web.close();
  resolver.close();
  await Promise.all([...sites, dns].map((each) => each.close()));
});
afterEach(() => {
  for (const hash of Object.keys(answers)) delete answers[hash];
});

const providerOf = (sources: AvatarOptions['sources']) =>
  avatarsProvider({
    sources,
    baseUrls,
    services: (name) => resolver.services(name),
    fetch: (url, limits) => web.fetch(url, limits),
  });
const find = (
  address: string,
  sources: AvatarOptions['sources'] = ['libravatar', 'gravatar'],
  provider = providerOf(sources),
) => provider.find(subjectOf(address), new AbortController().signal);

describe('photos', () => {
  it('are known by the SHA-256 of the address in small letters', () => {
    // The example of Gravatar's own documentation.
    assert.equal(
      avatarHash(subjectOf('MyEmailAddress@example.com')),
      '84059b07d4be67b806386c0aad8070a23f18836bbaae342275dc0a83414c32ee',
    );
    assert.equal(avatarHash(subjectOf('Jane@BÜCHER.example')), hashOf('jane@xn--bcher-kva.example'));
  });

  it('are found at Gravatar, at an https URL that asks for no default picture', async () => {
    on('jane@shop.com', photo);
    assert.deepEqual(await find('Jane@shop.com', ['gravatar']), {
      photo: `${baseUrls.gravatar}/avatar/${hashOf('jane@shop.com')}?s=256`,
    });
    assert.equal(gravatar.asked.at(-1), `/avatar/${hashOf('jane@shop.com')}?s=256&d=404`);
  });

  it('are found at Libravatar if a domain has no host of its own for photos', async () => {
    on('jane@shop.com', photo);
    assert.deepEqual(await find('jane@shop.com'), {
      photo: `${baseUrls.libravatar}/avatar/${hashOf('jane@shop.com')}?s=256`,
    });
  });

  it("are found at the domain's own host, by https before http and in the order of preference", async () => {
    on('jane@acme.com', photo);
    assert.deepEqual(await find('jane@acme.com'), {
      photo: `https://avatars.photos.com:${own.port}/avatar/${hashOf('jane@acme.com')}?s=256`,
    });
  });

  it('are requested by https if the domain announces only the plain service', async () => {
    on('jane@plain.com', photo);
    assert.deepEqual(await find('jane@plain.com'), {
      photo: `https://avatars.plain.com:${own.port}/avatar/${hashOf('jane@plain.com')}?s=256`,
    });
    on('jane@http.com', photo);
    await assert.rejects(find('jane@http.com', ['libravatar']), { code: 'tls' });
    assert.deepEqual(plain.asked, [], 'nothing over plain http');
  });

  it('are not found if no source has one', async () => {
    const before = sites.map(({ asked }) => asked.length);
    assert.deepEqual(await find('nobody@shop.com'), {});
    assert.deepEqual(
      sites.map(({ asked }, index) => asked.length - (before[index] ?? 0)),
      [1, 1, 0, 0],
      'both were asked',
    );
  });

  it('may be found at the second if the first fails', async () => {
    addresses['libravatar.photos.com'] = '10.0.0.1';
    on('jane@shop.com', photo);
    assert.match((await find('jane@shop.com'))['photo'] ?? '', /^https:\/\/gravatar/);
    delete answers[hashOf('jane@shop.com')];
    await assert.rejects(find('jane@shop.com'), { code: 'forbidden' }, 'nobody knows');
    delete addresses['libravatar.photos.com'];
  });

  it('may be found at the second service if the first, or its name server, does not answer', async () => {
    on('jane@shop.com', (request, response) => {
      if (request.headers.host === `gravatar.photos.com:${gravatar.port}`) photo(request, response);
    });
    const found = await createEnricher({ stages: [[providerOf(['libravatar', 'gravatar'])]] }).enrich(
      'jane@shop.com',
      'all',
    );
    assert.match(found.fields['photo'] ?? '', /^https:\/\/gravatar/);
    const deaf = avatarsProvider({
      sources: ['libravatar', 'gravatar'],
      baseUrls,
      services: () => new Promise(() => undefined),
      fetch: (url, limits) => web.fetch(url, limits),
    });
    assert.match(
      (await createEnricher({ stages: [[deaf]] }).enrich('jane@shop.com', 'all')).fields['photo'] ?? '',
      /^https:\/\/gravatar/,
    );
  });

  it('are looked for no further when the caller leaves', async () => {
    const caller = new AbortController();
    const before = gravatar.asked.length;
    on('jane@shop.com', () => caller.abort());
    await assert.rejects(providerOf(['libravatar', 'gravatar']).find(subjectOf('jane@shop.com'), caller.signal));
    assert.equal(gravatar.asked.length, before);
  });

  it('are remembered, and failures are not', async () => {
    const provider = providerOf(['gravatar']);
    on('jane@shop.com', photo);
    await find('jane@shop.com', [], provider);
    await find('none@shop.com', [], provider);
    const count = gravatar.asked.length;
    assert.ok((await find('jane@shop.com', [], provider))['photo']);
    await find('none@shop.com', [], provider);
    assert.equal(gravatar.asked.length, count);
    on('later@shop.com', (_, response) => response.writeHead(503).end());
    await assert.rejects(find('later@shop.com', [], provider), /status 503/);
    on('later@shop.com', photo);
    assert.ok((await find('later@shop.com', [], provider))['photo']);
  });

  const redirect =
    (to: () => string): RequestListener =>
    (_, response) =>
      response.writeHead(302, { Location: to() }).end();
  const refusals: readonly (readonly [name: string, answer: RequestListener])[] = [
    ["another owner's host", redirect(() => `https://photos.acme.com:${own.port}/avatar/${hashOf('other@acme.com')}`)],
    ['plain http', redirect(() => `http://gravatar.photos.com:${plain.port}/avatar/${hashOf('other@acme.com')}`)],
    ['what is no picture', (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello')],
  ];
  for (const [name, refused] of refusals)
    it(`are not found if the answer is ${name}`, async () => {
      on('jane@shop.com', refused);
      on('other@acme.com', photo);
      assert.deepEqual(await find('jane@shop.com', ['gravatar']), {});
    });

  it('are found where the owner has moved them', async () => {
    on(
      'jane@shop.com',
      redirect(() => `https://www.photos.com:${own.port}/avatar/${hashOf('other@acme.com')}`),
    );
    on('other@acme.com', photo);
    assert.match((await find('jane@shop.com', ['gravatar']))['photo'] ?? '', /^https:\/\/gravatar\.photos\.com/);
  });

  it('are not requested from the internal network', async () => {
    await assert.rejects(find('jane@inside.com', ['libravatar']), { code: 'forbidden' });
  });
});
