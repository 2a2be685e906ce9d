import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listNames } from '../list-files.js';
import { makeDates } from './dates.js';
import { makeFiles } from './files.js';
import { knownDomains } from './known.js';
import { makeLists } from './lists.js';
import { readSources } from './sources.js';

/** The folder of the lists, from the repository's root. */
const DATA = 'src/service/reputation/data';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, root: { type: 'string' } } });
const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const root = values.root ?? repository;

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** All files, with the days on which the repository's lists have changed. */
const allFiles = (): Map<string, string> => {
  const sources = readSources();
  const lists = makeLists(sources);
  const files = new Map(makeFiles(lists, sources.packages));
  const texts = new Map(listNames.map((name) => [name, files.get(`${DATA}/${name}.txt`) ?? '']));
  return files
    .set(
      `${DATA}/known.txt`,
      knownDomains(sources, lists)
        .map((domain) => `${domain}\n`)
        .join(''),
    )
    .set(`${DATA}/dates.json`, makeDates(texts, readIfThere(join(repository, DATA, 'dates.json'))));
};

for (const [path, text] of allFiles()) {
  const file = join(root, path);
  if (readIfThere(file) === text) continue;
  if (values.check) {
    console.error(`${path} is not what the installed packages give: run "npm run data" and commit the result.`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`${path} written.`);
  }
}
