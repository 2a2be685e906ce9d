import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { machineInfo } from '../../../src/service/console/machine.js';
import { NOT_PROBING } from '../../../src/service/doctor/check.js';
import { checkNames, type CheckName, type Diagnosis, type Level } from '../../../src/service/doctor/index.js';

const diagnosisOf = (levels: Partial<Record<CheckName, Level>>): Diagnosis => {
  const findings = checkNames.map((check) => {
    const level = levels[check] ?? 'green';
    return { check, level, sentence: `${check} of 192.0.2.1`, ...(level !== 'green' && { remedy: `Mend ${check}` }) };
  });
  const has = (level: Level) => findings.some((each) => each.level === level);
  return { at: 7, level: has('red') ? 'red' : has('yellow') ? 'yellow' : 'green', findings };
};

const cases: readonly (readonly [levels: Partial<Record<CheckName, Level>>, words: RegExp, remedy?: CheckName])[] = [
  [{}, /^The machine is well/],
  [{ 'port-ipv4': 'red' }, /port of mail hosts is closed.*mailboxes will be Unknown/, 'port-ipv4'],
  [{ 'port-ipv4': 'red', 'block-lists': 'red' }, /port of mail hosts is closed/, 'port-ipv4'],
  [{ 'port-ipv4': 'red', ptr: 'yellow' }, /port of mail hosts is closed/, 'port-ipv4'],
  [{ ptr: 'red', 'dns-latency': 'yellow' }, /may refuse this machine/, 'ptr'],
  [{ dns: 'red', 'port-ipv4': 'skipped' }, /all else will be Unknown/, 'dns'],
  [{ database: 'red', 'port-ipv4': 'red' }, /database cannot be used/, 'database'],
  [{ disk: 'yellow' }, /disk is filling up/, 'disk'],
  [{ 'port-ipv6': 'yellow' }, /over IPv6/, 'port-ipv6'],
  [{ data: 'yellow' }, /lists of domains are old/, 'data'],
];

describe('what the checks of the machine mean', () => {
  for (const [levels, words, remedy] of cases)
    it(`is told for ${JSON.stringify(levels)}`, () => {
      const diagnosis = diagnosisOf(levels);
      const info = machineInfo(diagnosis, true);
      equal(info.level, diagnosis.level);
      match(info.sentence, words);
      equal(info.remedy, remedy && `Mend ${remedy}`);
    });

  it('has words for every check at every level', () => {
    for (const check of checkNames)
      for (const level of ['red', 'yellow'] as const) {
        const { sentence, remedy } = machineInfo(diagnosisOf({ [check]: level }), true);
        ok(!sentence.startsWith('The machine is well'), `${check} ${level}`);
        equal(remedy, `Mend ${check}`);
      }
  });

  it('is unknown until the first checks have ended', () => {
    deepEqual(machineInfo('running', true), {
      ...{ level: 'unknown', sentence: 'The first checks of the machine are running.' },
    });
  });

  it('is unknown without checks, and the operator is told how to turn them on', () => {
    match(machineInfo('off', false).sentence, /checks of the machine are off/);
    equal(machineInfo('off', false).remedy, undefined);
    match(machineInfo('off', true).remedy ?? '', /with --doctor on/);
  });

  it('says that mail hosts are not asked, if they are not', () => {
    const { findings, ...rest } = diagnosisOf({});
    const off = findings.map((each) => (each.check === 'port-ipv4' ? { ...each, ...NOT_PROBING } : each));
    match(machineInfo({ ...rest, findings: off }, true).sentence, /not asked here/);
  });

  it('keeps remedies, hosts and addresses for the operator', () => {
    const info = machineInfo(diagnosisOf({ 'port-ipv4': 'red' }), false);
    deepEqual(Object.keys(info).sort(), ['at', 'level', 'sentence']);
    ok(!JSON.stringify(info).includes('192.0.2.1'));
  });
});
