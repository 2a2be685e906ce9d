/** A package that a site installs if it uses what needs it. */
export interface OptionalPackage {
  readonly name: string;
  /** Imports the package by a literal name: a bundler that includes the package changes it. */
  readonly load: () => Promise<unknown>;
}

/** Whether the import is still by the package's own name, so that the runtime will look for it. */
const isLeftToRuntime = ({ name, load }: OptionalPackage): boolean =>
  /\bimport\(\s*["'`]([^"'`]*)["'`]/.exec(String(load))?.[1] === name;

/**
 * Whether a package is not installed, without loading it: so that it is said when a part is made, and not at its first use. `false` if the
 * runtime does not tell.
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
