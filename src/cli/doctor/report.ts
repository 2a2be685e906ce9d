import { checkNames, type Diagnosis, type Level, type NamedFinding } from '../../service/doctor/index.js';
import { shownText } from '../../text/index.js';

/** SGR codes of ECMA-48 §8.3.117. */
const colours: Readonly<Record<Level, number>> = { green: 32, yellow: 33, red: 31, skipped: 90 };
const levels: readonly Level[] = ['green', 'yellow', 'red', 'skipped'];

const widthOf = (words: readonly string[]): number => Math.max(...words.map((word) => word.length));
const LEVEL_WIDTH = widthOf(levels);
const NAME_WIDTH = widthOf(checkNames);
const MOST_SHOWN = 1_000;

const shown = (text: string): string => shownText(text, { most: MOST_SHOWN });

/** One finding: its line, and below it what mends it. */
const linesOf = ({ level, check, sentence, remedy }: NamedFinding, colour: (text: string, level: Level) => string) => [
  `${colour(level.padEnd(LEVEL_WIDTH), level)}  ${check.padEnd(NAME_WIDTH)}  ${shown(sentence)}`,
  ...(remedy === undefined ? [] : [`${' '.repeat(LEVEL_WIDTH + NAME_WIDTH + 4)}-> ${shown(remedy)}`]),
];

/** The findings for a person to read. */
export const report = ({ findings }: Diagnosis, isColoured: boolean): string => {
  const colour = (text: string, level: Level) => (isColoured ? `\u001b[${colours[level]}m${text}\u001b[0m` : text);
  const counts = levels
    .map((level) => ({ level, count: findings.filter((each) => each.level === level).length }))
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => `${count} ${level}`);
  return [...findings.flatMap((each) => linesOf(each, colour)), '', `${counts.join(', ')}.`].join('\n');
};

/** The findings for a program: one object. */
export const jsonReport = ({ at, level, findings }: Diagnosis): string =>
  JSON.stringify({ at: new Date(at).toISOString(), level, checks: findings });
