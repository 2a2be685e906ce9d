import { refuseFileNames } from './check/input.js';
import { runCheck } from './check/run-check.js';
import { checkOptions, formerCheckOptions, readOrder } from './check/options.js';
import type { Command } from './command.js';

/** Checks addresses without a service, a database or a key. */
export const check: Command = {
  words: 'check',
  operands: '[ADDRESS…]',
  summary: 'check addresses from the command line or standard input',
  options: checkOptions,
  formerOptions: formerCheckOptions,
  notes: [
    'Standard input has an address a line; blanks around it and empty lines are dropped. An address that begins with - comes after --.',
    'Results come in the order of the addresses, in UTF-8. In a CSV a cell that a spreadsheet would run (it begins with = + - or @) gets an\napostrophe before it; NDJSON has the address as it is.',
    'Exit code: 0 when every address was answered, whatever the verdicts; 1 when something stood in the way; 2 for options that cannot be\nfollowed; 130 when stopped.',
  ],
  run(given, around) {
    refuseFileNames(given.operands);
    return runCheck(given.operands, readOrder(given, around), around);
  },
};
