import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What clones of this project share, in the user's folder for caches by the XDG Base Directory Specification, which ignores a relative path. */
export const cacheFolder = (): string => {
  const { XDG_CACHE_HOME: stated = '' } = process.env;
  return join(isAbsolute(stated) ? stated : join(homedir(), '.cache'), 'email-check-element');
};
