import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resultFormats } from '../../../src/service/bulk/index.js';
import type { VerificationResult } from '../../../src/service/verdict/index.js';
import { csvCell } from '../../../src/table/index.js';

const verified: VerificationResult = {
  validation: {
    email: '+a,b@gmial.com',
    result: 'Invalid',
    code: 6,
    reasons: ['Bounce', 'Role'],
    role: true,
    freeEmail: false,
    sendTransactional: false,
    didYouMean: '+ab@gmail.com',
  },
  evidence: { disposable: false, dns: { kind: 'no-such-domain' }, timings: { dns: 12.3456, total: 13 } },
};

describe('a result', () => {
  it("has the interface's fields and the evidence in a line of NDJSON", () => {
    assert.equal(resultFormats.ndjson.head, '');
    assert.equal(
      resultFormats.ndjson.line(verified),
      '{"email":"+a,b@gmial.com","code":"6","role":"true","free_email":"false","result":"Invalid","reason":"Bounce, Role","send_transactional":"0","did_you_mean":"+ab@gmail.com",' +
        '"evidence":{"disposable":false,"dns":{"kind":"no-such-domain"},"timings":{"dns":12.3,"total":13}}}\n',
    );
  });

  it('has the given text, if it differs from the address', () => {
    const given = 'A <+a,b@gmial.com>';
    assert.equal((JSON.parse(resultFormats.ndjson.line(verified, given)) as { original: string }).original, given);
    assert.match(resultFormats.csv.line(verified, given), /,"A <\+a,b@gmial\.com>","\{""disposable/);
  });

  it('has the same fields in a line of CSV, with no cell that a spreadsheet would run', () => {
    assert.equal(
      resultFormats.csv.head,
      'email,result,reason,code,role,free_email,send_transactional,did_you_mean,original,evidence\r\n',
    );
    assert.equal(
      resultFormats.csv.line(verified),
      `"'+a,b@gmial.com",Invalid,"Bounce, Role",6,true,false,0,'+ab@gmail.com,,"{""disposable"":false,""dns"":{""kind"":""no-such-domain""},""timings"":{""dns"":12.3,""total"":13}}"\r\n`,
    );
  });

  for (const [text, cell] of [
    ['jane@x.com', 'jane@x.com'],
    ['', ''],
    ['=1+1@x.com', "'=1+1@x.com"],
    ['-a@x.com', "'-a@x.com"],
    ['@x.com', "'@x.com"],
    ['\tx', `"'\tx"`],
    ['a;b@x.com', '"a;b@x.com"'],
    ['a\tb@x.com', '"a\tb@x.com"'],
    ['＝1+1@x.com', "'＝1+1@x.com"],
    ['＋a@x.com', "'＋a@x.com"],
    ['－a@x.com', "'－a@x.com"],
    ['＠x.com', "'＠x.com"],
    ['a＝1@x.com', 'a＝1@x.com'],
    ['no;=1+1', '"no;\'=1+1"'],
    ['no\t＝1', '"no\t\'＝1"'],
    ['\rx', `"'\rx"`],
    ['"a b"@x.com', '"""a b""@x.com"'],
    ['a\nb', '"a\nb"'],
  ] as const)
    it(`has ${JSON.stringify(text)} in a cell as ${JSON.stringify(cell)}`, () => assert.equal(csvCell(text), cell));
});
