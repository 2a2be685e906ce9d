import { expect } from '@open-wc/testing';
import { normalizeAddress, parseNamedAddress } from '../../src/address/index.js';
import { internationalRows } from './international-rows.js';

describe('an address beyond ASCII in a page', () => {
  it('is not called wrong if the standards allow it', () => {
    const refused = internationalRows.filter(([address, valid]) => valid && !parseNamedAddress(address).ok);
    expect(refused.map(([address]) => address)).to.eql([]);
  });

  it('is refused if mapping makes an invalid label of its domain, or if joiners are in ASCII', () => {
    for (const address of [
      ...['me@\uff0da.com', 'me@a\uff0d.com', 'me@b.\uff0d.com', 'me@\u00e9\uff0e\uff0ecom', 'me@\u00e9.\ufe0f.com'],
      ...['pay\u200dpal@acme.com', 'me@pay\u200dpal.com', 'pay\u200cpal@acme.com', 'me@pay\u200cpal.com'],
    ])
      expect(parseNamedAddress(address), address).to.include({ ok: false, fault: 'format' });
  });

  it('has the A-labels that it has on the server', () => {
    for (const [address, normal] of [
      ['a@FA\u1e9e.de', 'a@xn--fa-hia.de'],
      ['a@\u0dc1\u0dca\u200d\u0dbb\u0dd3.lk', 'a@xn--10cl1a0b660p.lk'],
      ['a@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com', 'a@xn--mgba3gch31f060k.com'],
    ] as const)
      expect(normalizeAddress(address)).to.equal(normal);
  });

  it('of an old telephone is accepted', () => {
    expect(parseNamedAddress('a..b@docomo.ne.jp')).to.include({ ok: true, localPart: '"a..b"' });
    expect(parseNamedAddress('ab.@docomo.ne.jp')).to.include({ ok: true, localPart: '"ab."' });
  });
});
