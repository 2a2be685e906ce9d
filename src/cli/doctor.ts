import type { DoctorOptions } from '../service/compose/doctor.js';
import type { CliContext, Command } from './command.js';
import { configFrom, serviceOptions } from './configured.js';
import { formerCheckOptions } from './check/options.js';
import { jsonReport, report } from './doctor/report.js';

const exitCodes = { green: 0, yellow: 1, red: 2 } as const;

/** On a terminal, unless it or its user wants no colours (https://no-color.org). */
const isColoured = ({ environment, stdio = process }: CliContext): boolean =>
  stdio.stdout.isTTY === true && environment['TERM'] !== 'dumb' && !environment['NO_COLOR'];

/** The command over a machine that looks as `machine` says; as it is, for whatever that leaves out. */
export const doctorOf = (machine: DoctorOptions['machine']): Command => ({
  name: 'doctor',
  summary: 'check this machine: name servers, port 25, its name and reputation, the sender, the database',
  options: {
    json: { help: 'write one JSON object, for a program' },
    ...serviceOptions,
  },
  formerOptions: { 'no-smtp': formerCheckOptions['no-smtp'] ?? { replacement: 'probing', value: 'off' } },
  notes: [
    'Give it the options of serve, or the same configuration file: it checks what these say. It asks name servers, connects to a few mail hosts\nwithout sending anything, and asks the block lists for the address of this machine. It makes no file.',
    'Each line is green (good), yellow (works, at a price), red (to be mended) or skipped. Below yellow and red lines stands what mends them.',
    'Exit code: 0 if nothing is yellow or red; 1 if something is yellow, or after an error; 2 if something is red, or an option is invalid; 130\nif stopped.',
  ],
  async run(parsed, context) {
    const config = configFrom({ flags: parsed.texts }, context);
    const { examine } = await import('../service/compose/doctor.js');
    const off = new AbortController();
    void context.stopped().then(() => off.abort());
    const diagnosis = await examine(config, { signal: off.signal, machine });
    if (off.signal.aborted) return 130;
    await context.say(parsed.has('json') ? jsonReport(diagnosis) : report(diagnosis, isColoured(context)));
    return exitCodes[diagnosis.level];
  },
});

/** Says what is wrong with this machine, and what mends it. */
export const doctor: Command = doctorOf({});
