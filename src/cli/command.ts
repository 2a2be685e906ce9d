import type { Readable, Writable } from 'node:stream';

/** One option of a command. */
export interface CommandOption {
  readonly help: string;
  /** The placeholder of the value in the help; without one the option takes no value. */
  readonly value?: string;
  readonly isRequired?: true;
  /** May be given more than once. */
  readonly isRepeatable?: true;
  /** The value is on or off. Without a value it is on. */
  readonly isSwitch?: true;
}

/** The earlier name of an option, accepted for one more release, with a warning. */
export interface FormerOption {
  /** The name that it has now. */
  readonly replacement: string;
  /** The value that the earlier name stood for; if absent, the earlier name takes a value itself. */
  readonly value?: string;
}

/** A terminal, a file or a pipe. */
type Terminal<Stream> = Stream & { readonly isTTY?: boolean | undefined; readonly fd?: number | undefined };

/** The streams of a command that reads or writes more than lines. */
export interface Stdio {
  readonly stdin: Terminal<Readable>;
  readonly stdout: Terminal<Writable>;
  readonly stderr: Terminal<Writable> & { readonly columns?: number | undefined };
}

/** The environment that a command runs in. */
export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes one line of results. @throws OutputError if it cannot be written */
  say(line: string): Promise<void>;
  /** Writes one line about an error. */
  printError(line: string): void;
  /** Resolves when the command is asked to stop (SIGINT, SIGTERM, SIGHUP). */
  stopped(): Promise<unknown>;
  /** The process's own if absent. */
  readonly stdio?: Stdio;
}

/** 0: done; 1: failed; 2: invalid command line or configuration; 130: stopped half-way (128 + SIGINT). */
export type ExitCode = 0 | 1 | 2 | 130;

/** The options and operands of a command line, parsed. */
export interface ParsedOptions {
  text(option: string): string | undefined;
  all(option: string): readonly string[];
  has(option: string): boolean;
  /** Words that are not options. */
  readonly operands: readonly string[];
  /** One warning for each option that was given by an earlier name. */
  readonly warnings: readonly string[];
  /** All options with a value, for the configuration; repeated ones are joined with commas. */
  readonly texts: Readonly<Record<string, string>>;
}

/** One command. `name`: the words that the user types. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The first word of the name alone stands for this command. */
  readonly isGroupDefault?: true;
  /** The arguments other than options, as the help shows them; if absent, none are allowed. */
  readonly operands?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly formerOptions?: Readonly<Record<string, FormerOption>>;
  /** Paragraphs at the end of the help. */
  readonly notes?: readonly string[];
  /** Resolves with the exit code if that is not 0. */
  run(parsed: ParsedOptions, context: CliContext): Promise<ExitCode | void>;
}

/** The command line is invalid. One sentence says why and what to write. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * A whole number, written as text.
 * @throws UsageError
 */
export const wholeNumber = (option: string, parsed: ParsedOptions): number => {
  const text = parsed.text(option) ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  // The value is not repeated: it may be a key, by mistake.
  throw new UsageError(`--${option} is not a whole number: write digits only.`);
};
