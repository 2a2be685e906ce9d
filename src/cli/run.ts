import { AccountsError, type AccountsErrorCode } from '../service/accounts/errors.js';
import { ConfigError } from '../service/config.js';
import { nearName } from '../service/near-name.js';
import { packageVersion } from '../service/package-version.js';
import { accountsAdd } from './accounts-add.js';
import { accountsList } from './accounts-list.js';
import { bulkStatus } from './bulk-status.js';
import { bulkUpload } from './bulk-upload.js';
import { check } from './check.js';
import { UsageError, type Command, type ExitCode, type CliContext } from './command.js';
import { consoleLink } from './console-link.js';
import { contactsCount } from './contacts-count.js';
import { contactsImport } from './contacts-import.js';
import { creditsAdd } from './credits-add.js';
import { dataShow } from './data-show.js';
import { dataUndo } from './data-undo.js';
import { dataUpdate } from './data-update.js';
import { doctor } from './doctor.js';
import { domainsAdd } from './domains-add.js';
import { domainsImport } from './domains-import.js';
import { domainsList } from './domains-list.js';
import { domainsRemove } from './domains-remove.js';
import { forget } from './forget.js';
import { helpOf, helpOfAll, helpOfGroup } from './help.js';
import { keysAdd } from './keys-add.js';
import { keysList } from './keys-list.js';
import { keysRevoke } from './keys-revoke.js';
import { keysRotate } from './keys-rotate.js';
import { listsCancel } from './lists-cancel.js';
import { listsList } from './lists-list.js';
import { ownershipCheck } from './ownership-check.js';
import { readOptions } from './read-options.js';
import { serve } from './serve.js';
import { OutputError } from './standard-output.js';
import { webhooksDeliveries } from './webhooks-deliveries.js';
import { webhooksRemove } from './webhooks-remove.js';
import { webhooksRotate } from './webhooks-rotate.js';
import { webhooksSet } from './webhooks-set.js';
import { webhooksTest } from './webhooks-test.js';

const commands: readonly Command[] = [
  serve,
  check,
  doctor,
  bulkUpload,
  bulkStatus,
  accountsAdd,
  accountsList,
  keysAdd,
  keysList,
  keysRotate,
  keysRevoke,
  creditsAdd,
  consoleLink,
  domainsAdd,
  domainsRemove,
  domainsImport,
  domainsList,
  dataShow,
  dataUpdate,
  dataUndo,
  contactsImport,
  contactsCount,
  listsList,
  listsCancel,
  webhooksSet,
  webhooksRotate,
  webhooksRemove,
  webhooksTest,
  webhooksDeliveries,
  forget,
  ownershipCheck,
];

/** Errors of administration that another option can correct; the others are about the database. */
const ofOptions: readonly AccountsErrorCode[] = [
  'bad-name',
  'bad-credits',
  'bad-origin',
  'no-origins',
  'needless-origins',
  'bad-limit',
  'bad-label',
  'bad-reason',
  'bad-id',
  'needless-limits',
  'no-database',
  'bad-address',
  'bad-webhook',
];

const isOfOptions = (error: unknown): boolean =>
  error instanceof UsageError ||
  error instanceof ConfigError ||
  (error instanceof AccountsError && ofOptions.includes(error.code));

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';

/** The commands that begin with the first word: four begin with `keys`. */
const groupOf = ([word]: readonly string[]): readonly Command[] =>
  commands.filter(({ name }) => name.startsWith(`${word} `));

/** The command that begins the words, and the words behind its name. */
const commandIn = (words: readonly string[]): readonly [command: Command, rest: readonly string[]] | undefined => {
  const named = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (named) return [named, words.slice(named.name.split(' ').length)];
  const [, ...rest] = words;
  const preset = groupOf(words).find((command) => command.isGroupDefault);
  const isAlone = rest[0] === undefined || (rest[0].startsWith('-') && !rest.some(isHelp));
  return preset && isAlone ? [preset, rest] : undefined;
};

/** The typed words are not repeated: they may contain a key. */
const unknownCommand = (words: readonly string[], group: readonly Command[]): UsageError => {
  const help = group.length > 0 ? `email-check ${words[0]} --help` : 'email-check --help';
  if (group.length > 0 && words.length === 1)
    return new UsageError(
      `Write a command in full: ${group.map((each) => `email-check ${each.name}`).join(', ')}. See ${help}.`,
    );
  const names = commands.map((each) => each.name);
  const meant = nearName(words.slice(0, 2).join(' '), names) ?? nearName(words[0] ?? '', names);
  return new UsageError(
    meant
      ? `Unknown command. Did you mean email-check ${meant}? Otherwise see ${help}.`
      : `Unknown command: see ${help}.`,
  );
};

const runCommand = async (typed: readonly string[], context: CliContext): Promise<ExitCode> => {
  const words = typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed;
  const tell = async (text: string) => {
    await context.say(text);
    return 0 as const;
  };
  if (words[0] === '--version') return tell(packageVersion());
  const [command, rest = []] = commandIn(words) ?? [];
  if (!command) {
    const group = groupOf(words);
    if (words.length === 0 || words.some(isHelp))
      return tell(group.length > 0 ? helpOfGroup(words[0] ?? '', group) : helpOfAll(commands));
    throw unknownCommand(words, group);
  }
  const parsed = readOptions(command, rest);
  for (const warning of parsed.warnings) context.printError(warning);
  if (parsed.has('help')) return tell(helpOf(command));
  return (await command.run(parsed, context)) ?? 0;
};

/**
 * Runs a command line.
 * @returns the exit code.
 */
export const run = async (words: readonly string[], context: CliContext): Promise<ExitCode> => {
  try {
    return await runCommand(words, context);
  } catch (error) {
    if (error instanceof OutputError && error.isReaderGone) return 0;
    context.printError(error instanceof Error ? error.message : String(error));
    return isOfOptions(error) ? 2 : 1;
  }
};
