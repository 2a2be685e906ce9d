import { createRequire } from 'node:module';
import type typescript from 'typescript';

/** Loaded as the CommonJS module that it is: for an `import`, Node would parse its nine megabytes three times. */
export const ts = createRequire(import.meta.url)('typescript') as typeof typescript;

/** Declarations that were read, by path, language and format. */
const declarations = new Map<string, typescript.SourceFile | undefined>();

/**
 * A program as `tsc` makes it, except that each declaration file, including TypeScript's own libraries, is parsed once per
 * process. Each program still resolves and checks its files with its own options.
 */
export const createProgram = (
  rootNames: readonly string[],
  options: typescript.CompilerOptions,
): typescript.Program => {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  host.getSourceFile = (path, language, ...others) => {
    // Reading other files depends on further options.
    if (!/\.d\.[cm]?ts$/.test(path)) return getSourceFile(path, language, ...others);
    const { languageVersion, impliedNodeFormat } =
      typeof language === 'object' ? language : { languageVersion: language };
    const name = `${languageVersion} ${impliedNodeFormat} ${path}`;
    const file = declarations.get(name) ?? getSourceFile(path, language, ...others);
    declarations.set(name, file);
    return file;
  };
  return ts.createProgram({ rootNames, options, host });
};
