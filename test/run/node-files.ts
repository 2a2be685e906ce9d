/** Runs test files of Node's runner, named as parameters, one after the other in this process. */
import { describe } from 'node:test';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) describe(file, () => import(pathToFileURL(resolve(file)).href));
