import { refuseFileNames } from './check/input.js';
import { runCheck } from './check/run-check.js';
import { checkOptions, formerCheckOptions, readCheckSettings } from './check/options.js';
import type { Command } from './command.js';

/** Checks addresses without a service, a database or a key. */
export const check: Command = {
  name: 'check',
  operands: '[ADDRESS…]',
  summary: 'check addresses from the command line or standard input',
  options: checkOptions,
  formerOptions: formerCheckOptions,
  notes: [
    'Without addresses, check reads standard input: one address on each line, or a table with a column of addresses, as programs export it.\nStandard error says which column is read. Names, quotes and other marks around an address are removed; the result has\nthe original text as original. Write an address that begins with - after --.',
    'Results are written in the order of the addresses, in UTF-8. In CSV, a cell that a spreadsheet would run as a formula (it begins with\n= + - or @, full-width or not) gets an apostrophe before it. NDJSON has the address unchanged.',
    'Exit code: 0 if every address was answered, whatever the verdicts; 1 after an error; 2 if an option is invalid; 130 if stopped.',
  ],
  run(parsed, context) {
    refuseFileNames(parsed.operands);
    return runCheck(parsed.operands, readCheckSettings(parsed, context), context);
  },
};
