import { existsSync, readFileSync } from 'node:fs';

const versionAbove = (folder: URL): string => {
  const file = new URL('package.json', folder);
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
  const parent = new URL('..', folder);
  if (parent.href === folder.href) throw new Error('The package.json of this command is missing: install it again.');
  return versionAbove(parent);
};

/**
 * The version of the package that contains this code: `email-check-service` after a build, otherwise the repository's.
 */
export const packageVersion = (): string => versionAbove(new URL('.', import.meta.url));
