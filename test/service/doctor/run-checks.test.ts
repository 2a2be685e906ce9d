import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { examine } from '../../../src/service/compose/doctor.js';
import { readConfig } from '../../../src/service/config-sources.js';
import { watchMachine, type Diagnosis, type Level } from '../../../src/service/doctor/index.js';
import { goodFacts, MachineWorld } from './machine-world.js';

let world: MachineWorld;
afterEach(() => world.close());

const findingOf = ({ findings }: Diagnosis, name: string) => findings.find(({ check }) => check === name);

describe('the checks of the machine', () => {
  it('do not wait for a part that does not answer, nor fail with one that fails', async () => {
    world = await new MachineWorld().start();
    const diagnosis = await examine(readConfig({ flags: world.allFlags() }), {
      machine: { ...goodFacts, disk: () => Promise.reject(new Error('no such disk')) },
      tryDatabase: () => new Promise(() => undefined),
      checkMs: 2_000,
    });
    assert.deepEqual(findingOf(diagnosis, 'database'), {
      check: 'database',
      level: 'yellow',
      sentence: 'There was no result within 2 seconds.',
      remedy: 'Run email-check doctor again',
    });
    assert.match(findingOf(diagnosis, 'disk')?.sentence ?? '', /^The check failed: no such disk\.$/);
    assert.equal(findingOf(diagnosis, 'data')?.level, 'green');
  });

  it('are given up with the signal, at whatever they wait for', async () => {
    world = await new MachineWorld().start();
    const off = new AbortController();
    world.dnsAnswer = () => {
      off.abort();
      return 'silence';
    };
    const diagnosis = await examine(readConfig({ flags: world.allFlags() }), {
      machine: goodFacts,
      signal: off.signal,
    });
    assert.match(findingOf(diagnosis, 'dns')?.sentence ?? '', /: aborted\.$/);
  });

  it('connect to the hosts that are named, also without a canary', async () => {
    world = await new MachineWorld().start();
    const flags = { ...world.allFlags(), canary: 'off', 'doctor-hosts': 'mx.gmail.com,mx.yahoo.com' };
    const diagnosis = await examine(readConfig({ flags }), { machine: goodFacts });
    assert.match(
      findingOf(diagnosis, 'port-ipv4')?.sentence ?? '',
      /^Port \d+ is open over IPv4: mx\.gmail\.com and mx\.yahoo\.com\.$/,
    );
    assert.equal(findingOf(diagnosis, 'ptr')?.level, 'green');
    assert.equal(findingOf(diagnosis, 'dns')?.level, 'skipped');
  });

  it('take the name in EHLO for the domain of the null sender in SPF, and have no other domain to look at', async () => {
    world = await new MachineWorld().start();
    world.flags = { ...world.flags, 'mail-from': '<>' };
    const bare = await world.examine();
    assert.equal(findingOf(bare, 'spf')?.level, 'yellow');
    assert.match(findingOf(bare, 'spf')?.remedy ?? '', /^vm\.firm\.net\. TXT "v=spf1 ip4:203\.0\.113\.5/);
    for (const name of ['sender-domain', 'postmaster', 'abuse']) assert.equal(findingOf(bare, name)?.level, 'skipped');
    world.set('vm.firm.net', 'TXT', 'v=spf1 a -all');
    assert.equal((await world.examine()).level, 'green');
  });
});

describe('the watch of the machine', () => {
  it('tells of the first findings, and of later ones that differ', async () => {
    world = new MachineWorld();
    const found = (level: Exclude<Level, 'skipped'>, sentence: string): Diagnosis => ({
      at: 0,
      level,
      findings: [{ check: 'disk', level, sentence }],
    });
    const next = [found('green', 'much'), found('green', 'less'), found('red', 'none'), found('green', 'much')];
    const told: [string | undefined, boolean][] = [];
    let again: () => void = () => undefined;
    let milliseconds = 0;
    let isStopped = false;
    let settle: () => void = () => undefined;
    const watch = watchMachine({
      run: () => Promise.resolve(next.shift() ?? found('green', 'much')),
      onDiagnosis(diagnosis, isNews) {
        told.push([diagnosis.findings[0]?.sentence, isNews]);
        settle();
      },
      every(time, work) {
        milliseconds = time;
        again = work;
        return () => (isStopped = true);
      },
    });
    assert.equal(watch.latest(), undefined);
    for (let days = 0; days < 4; days++) {
      await new Promise<void>((resolve) => {
        settle = resolve;
        if (days > 0) again();
      });
      await new Promise(setImmediate);
    }
    assert.deepEqual(told, [
      ['much', true],
      ['less', false],
      ['none', true],
      ['much', true],
    ]);
    assert.equal(milliseconds, 86_400_000);
    assert.equal(watch.latest()?.level, 'green');
    await watch.close();
    assert.ok(isStopped);
  });
});
