import { accessSync, constants, statSync } from 'node:fs';
import { ConfigError, type Config } from './config.js';
import { codeOf } from './error-code.js';

/** Says what is wrong with a place, or nothing. */
type PathCheck = (path: string) => string | undefined;

const scriptFault: PathCheck = (path) => {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    return `the script-tag file ${path} cannot be read (${codeOf(error)}). Name the email-check.js of a build, or leave it out.`;
  }
  return statSync(path).isFile()
    ? undefined
    : `the script-tag file ${path} is not a file. Name the email-check.js of a build, or leave it out.`;
};

/** A folder that is missing is looked for again: the first entry makes it. */
const folderFault: PathCheck = (path) => {
  try {
    if (statSync(path).isDirectory()) accessSync(path, constants.R_OK | constants.X_OK);
    else return `the folder of domains ${path} is not a folder. Name one, or leave it out.`;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      return `the folder of domains ${path} cannot be read (${codeOf(error)}). Check its owner and permissions, or name another.`;
  }
  return undefined;
};

/**
 * Makes sure that files and folders which a configuration names can be used, before anything is opened.
 * @throws ConfigError that names every one that cannot.
 */
export const checkPlaces = ({ scriptFile, domainsFolder }: Pick<Config, 'scriptFile' | 'domainsFolder'>): void => {
  const faults = [scriptFile && scriptFault(scriptFile), domainsFolder && folderFault(domainsFolder)].filter(
    (fault) => fault !== undefined && fault !== '',
  );
  if (faults.length > 0) throw new ConfigError(faults.map((fault) => `Not usable: ${fault}`).join('\n'));
};
