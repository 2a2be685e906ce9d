import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { BadLine, ImportCount } from '../service/enrichment/contact-import.js';
import { UsageError, type Command, type CliContext } from './command.js';
import { columnOf, reportColumn } from './column-option.js';
import { databaseOptions, withAccounts } from './configured.js';
import { sayDone } from './standard-output.js';

/** Maximum number of skipped lines that are named; the others are only counted. */
const MOST_SHOWN_LINES = 20;
const CLEAR_LINE = '\r\u001b[K';

const contactsIn = (count: number): string => `${count} ${count === 1 ? 'contact' : 'contacts'}`;

/** The size of a file that can be read. */
const sizeOf = async (file: string): Promise<number> => {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT'
        ? `The file ${file} does not exist: name a CSV file.`
        : `The file ${file} cannot be read (${error.code}): check its permissions.`,
    );
  });
  if (!found.isDirectory()) return found.size;
  throw new Error(`${file} is a folder: name a CSV file.`);
};

/** Shows the progress of the import, on a terminal only. */
const progressOn = ({ stdio = process }: CliContext, size: number) => {
  const { stderr } = stdio;
  const write = (text: string) => stderr.isTTY && stderr.write(text);
  return {
    show: ({ imported, read }: ImportCount) =>
      write(`${CLEAR_LINE}${Math.floor((100 * Math.min(read, size)) / Math.max(size, 1))} %  ${contactsIn(imported)}`),
    hide: () => write(CLEAR_LINE),
  };
};

/** Imports the operator's data about people into the database. */
export const contactsImport: Command = {
  name: 'contacts import',
  operands: 'FILE',
  summary: 'import contacts (what you know about people) from a CSV file',
  options: {
    column: {
      value: 'name-or-number',
      help: 'the column of the addresses, by its name or its number, from 1 (default: found by its name)',
    },
    ...databaseOptions,
  },
  notes: [
    'FILE is a table as programs export it. Its header must name the column of the addresses, such as email. Other known columns are fullname\n(or name), firstname, lastname, photo (an https URL) and organization (or company); further columns are stored under their own names.\nStandard error says which column the addresses are read from.',
    'Addresses are not stored: a contact is found by a hash of its address. A contact that is in the database already is replaced.\nA running service uses the contacts from the next call on.',
  ],
  async run(parsed, context) {
    const [file, another] = parsed.operands;
    if (file === undefined || another !== undefined)
      throw new UsageError('Name one CSV file after the command: contacts import FILE.');
    const column = columnOf(parsed);
    const size = await sizeOf(file);
    await withAccounts(parsed, context, async ({ contacts }) => {
      const { importContacts } = await import('../service/enrichment/contact-import.js');
      const progress = progressOn(context, size);
      let bad = 0;
      let imported = 0;
      const onBadLine = ({ line, fault }: BadLine) => {
        bad += 1;
        if (bad > MOST_SHOWN_LINES) return;
        progress.hide();
        context.printError(`Line ${line} is left out: ${fault}.`);
      };
      const onBatch = (count: ImportCount) => {
        imported = count.imported;
        progress.show(count);
      };
      try {
        await importContacts(createReadStream(file), {
          column,
          onColumn: reportColumn(context.printError),
          keep: (batch) => contacts.keep(batch),
          onBadLine,
          onBatch,
        });
      } finally {
        progress.hide();
        if (bad > MOST_SHOWN_LINES) context.printError(`${bad - MOST_SHOWN_LINES} more lines are left out.`);
        await sayDone(context, `${contactsIn(imported)} imported.`);
      }
    });
  },
};
