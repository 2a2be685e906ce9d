/** A package that a site must install only if it uses the feature that needs it. */
export interface OptionalPackage {
  readonly name: string;
  /** Imports the package by a literal name: a bundler that includes the package changes it. */
  readonly load: () => Promise<unknown>;
}

/** Whether the import still has the package's own name, so that the runtime will look for the package. */
const isLeftToRuntime = ({ name, load }: OptionalPackage): boolean =>
  /\bimport\(\s*["'`]([^"'`]*)["'`]/.exec(String(load))?.[1] === name;

/**
 * Whether a package is not installed, found out without loading it, so that the error comes when a part is created and
 * not at its first use. `false` if the runtime cannot tell.
 */
export const isMissing = (optional: OptionalPackage): boolean => {
  if (typeof import.meta.resolve !== 'function' || !isLeftToRuntime(optional)) return false;
  try {
    import.meta.resolve(optional.name);
    return false;
  } catch {
    return true;
  }
};

/** Sentence about how to install a missing package. */
export const installWords = ({ name }: OptionalPackage): string =>
  `needs the package ${name}, which is not installed: install ${name} with \`npm install ${name}\`.`;
