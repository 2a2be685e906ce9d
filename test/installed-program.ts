import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where programs are looked for: those of administrators too. */
export const programPath = `${process.env['PATH']}:/usr/sbin`;

/** Whether this machine has a program. */
export const hasProgram = (program: string): boolean =>
  programPath.split(':').some((folder) => existsSync(join(folder, program)));

/** Why samples that need a program cannot be run here; `false` if they can. In CI they must. */
export const withoutProgram = (program: string, debian = program): string | false => {
  if (hasProgram(program)) return false;
  const words = `These samples need ${program}: apt-get install ${debian}.`;
  if (process.env['CI']) throw new Error(words);
  return words;
};
