/** A zone file that cannot be read. The message names the file, the line, what is wrong there and how to mend it. */
export class ZoneError extends Error {
  override readonly name = 'ZoneError';
  /** The line in the zone file, counted from 1. */
  readonly line: number;

  constructor(source: string, line: number, wrong: string, mend: string) {
    super(`${source}, line ${line}: ${wrong}. ${mend}.`);
    this.line = line;
  }
}
