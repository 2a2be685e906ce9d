import { accessSync, constants, statSync } from 'node:fs';
import { ConfigError, type Config } from './config.js';
import { codeOf } from './error-code.js';

/** Returns what is wrong with a path; `undefined` if nothing is. */
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

/** A missing folder is not an error: the first entry creates it, and it is looked for again. */
const folderFault =
  (what: string): PathCheck =>
  (path) => {
    try {
      if (statSync(path).isDirectory()) accessSync(path, constants.R_OK | constants.X_OK);
      else return `the folder of ${what} ${path} is not a folder. Name one, or leave it out.`;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT')
        return `the folder of ${what} ${path} cannot be read (${codeOf(error)}). Check its owner and permissions, or name another.`;
    }
    return undefined;
  };

/**
 * Makes sure that files and folders which a configuration names can be used, before anything is opened.
 * @throws ConfigError that names every path that cannot be used.
 */
export const checkPlaces = ({
  scriptFile,
  domainsFolder,
  dataFolder,
}: Pick<Config, 'scriptFile' | 'domainsFolder' | 'dataFolder'>): void => {
  const faults = [
    scriptFile && scriptFault(scriptFile),
    domainsFolder && folderFault('domains')(domainsFolder),
    dataFolder && folderFault('newer lists')(dataFolder),
  ].filter((fault) => fault !== undefined && fault !== '');
  if (faults.length > 0) throw new ConfigError(faults.map((fault) => `Not usable: ${fault}`).join('\n'));
};
