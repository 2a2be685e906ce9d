import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { domainToASCII } from 'node:url';

const require = createRequire(import.meta.url);

/** A package that a list is read from, as the notice beside the lists names it. */
export interface Source {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The licence's whole text, which MIT and ISC ask to travel with the list. */
  readonly licenseText: string;
}

/** Everything that is read from packages, as the packages have it but for the domains' spelling. */
export interface Sources {
  readonly packages: readonly Source[];
  readonly disposable: readonly string[];
  readonly free: readonly string[];
  /** Of the free providers, those that are common. */
  readonly common: readonly string[];
  readonly role: readonly string[];
}

const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));
const readText = (name: string, path: string) => readFileSync(join(folderOf(name), path), 'utf8').replaceAll('\r', '');
const readList = (name: string, path: string) => JSON.parse(readText(name, path)) as string[];

function source(name: string): Source {
  const { version, license } = JSON.parse(readText(name, 'package.json')) as Source;
  const file = readdirSync(folderOf(name)).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file)
    throw new Error(`The package ${name} has no licence file, so the notice beside the data can't be written.`);
  return { name, version, license, licenseText: readText(name, file).trim() };
}

/** Lower-case A-labels; a text that is not a host name with a dot (the lists have mistakes such as an HTTP error) is skipped. */
function toDomains(lines: readonly string[]): string[] {
  return lines
    .map((line) => domainToASCII(line.trim().toLowerCase()))
    .filter((domain) => /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(domain));
}

const commonProviders = () => readList('email-providers', 'common.json');

/** Reads the installed packages. Throws an Error that names the package when one is missing or has no licence. */
export function readSources(): Sources {
  return {
    packages: [
      'disposable-domains',
      'disposable-email-domains-js',
      'email-providers',
      'freemail',
      'role-based-email-addresses',
    ].map(source),
    disposable: toDomains([
      ...readList('disposable-domains', 'index.json'),
      ...readList('disposable-email-domains-js', 'dist/dict/disposable_email_blocklist.json'),
    ]),
    free: toDomains([...readText('freemail', 'data/free.txt').split('\n'), ...commonProviders()]),
    common: toDomains(commonProviders()),
    role: [...(require('role-based-email-addresses') as readonly string[])],
  };
}
