import { AccountsError, ConfigError, type AccountsErrorCode } from '../service/index.js';
import { accountsAdd } from './accounts-add.js';
import { accountsList } from './accounts-list.js';
import { readOptions, UsageError, type Surroundings } from './command.js';
import { creditsAdd } from './credits-add.js';
import { helpOf, helpOfAll } from './help.js';
import { keysAdd } from './keys-add.js';
import { keysList } from './keys-list.js';
import { keysRevoke } from './keys-revoke.js';
import { serve } from './serve.js';

const commands = [serve, accountsAdd, accountsList, keysAdd, keysList, keysRevoke, creditsAdd] as const;

/** Administration's refusals that another option mends; the others lie in the database. */
const ofOptions: readonly AccountsErrorCode[] = ['bad-name', 'bad-credits', 'bad-origin', 'no-origins', 'needless-origins'];

const isOfOptions = (error: unknown): boolean =>
  error instanceof UsageError || error instanceof ConfigError || (error instanceof AccountsError && ofOptions.includes(error.code));

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';

const follow = async (words: readonly string[], around: Surroundings): Promise<void> => {
  const command = commands.find((each) => each.words.split(' ').every((word, index) => words[index] === word));
  if (!command) {
    if (words.length === 0 || words.some(isHelp)) return around.say(helpOfAll(commands));
    // Not repeated: a word too many may be a key.
    throw new UsageError('There is no such command: see email-check --help.');
  }
  const given = readOptions(command, words.slice(command.words.split(' ').length));
  if (given.has('help')) return around.say(helpOf(command));
  await command.run(given, around);
};

/**
 * Follows a command line.
 * @returns the exit code: 0 when it was done, 2 where the command line or the configuration cannot be followed, 1 where
 * something else stood in the way.
 */
export const run = async (words: readonly string[], around: Surroundings): Promise<0 | 1 | 2> => {
  try {
    await follow(words, around);
    return 0;
  } catch (error) {
    around.complain(error instanceof Error ? error.message : String(error));
    return isOfOptions(error) ? 2 : 1;
  }
};
