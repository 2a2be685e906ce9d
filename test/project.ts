import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { CompilerOptions } from 'typescript';
import { createProgram, ts } from './typescript.js';

/** Those of Vite's templates. Declarations are checked too: those of the package have to be right themselves. */
const templateOptions: CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noEmit: true,
  types: [],
};

/** Files of somebody who has installed the package as it is built here. */
export interface Project {
  readonly folder: string;
  /** What TypeScript says of a file, by its path. */
  complaints(path: string): string[];
  /** Takes the files away. */
  remove(): void;
}

/** Puts files, by name, into a folder that has the package and `installed` beside it, and reads them as TypeScript does. */
export const createProject = (
  files: Readonly<Record<string, string>>,
  installed: readonly string[],
  options: CompilerOptions = {},
): Project => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-samples-'));
  for (const name of installed) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  symlinkSync(resolve('.'), join(folder, 'node_modules/email-check-element'));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  const program = createProgram(
    Object.keys(files).map((name) => join(folder, name)),
    { ...templateOptions, ...options },
  );
  return {
    folder,
    complaints(path) {
      const source = program.getSourceFile(path);
      assert.ok(source, path);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
};
