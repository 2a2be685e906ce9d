import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeFiles } from './files.js';
import { makeLists } from './lists.js';
import { readSources } from './sources.js';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, root: { type: 'string' } } });
const root = values.root ?? fileURLToPath(new URL('../../../../', import.meta.url));

const sources = readSources();
for (const [path, text] of makeFiles(makeLists(sources), sources.packages)) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (values.check) {
    console.error(`${path} is not what the installed packages give: run "npm run data" and commit the result.`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`${path} written.`);
  }
}
