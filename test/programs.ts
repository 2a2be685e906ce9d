import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compile, programIn } from './compile.js';

/** Below the packages of the project, so that the programs find them. */
const CACHE = resolve('node_modules/.cache');

/** A new folder for compiled programs, which is gone when this process ends. */
export const programFolder = (): string => {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'email-check-programs-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

let folder: string | undefined;

const programs = new Map<string, Promise<string>>();

const make = async (source: string): Promise<string> => {
  folder ??= programFolder();
  await compile([source], folder);
  return programIn(folder, source);
};

/** The program of a source, a path such as `test/client/one-call.ts`, for child processes. */
export const programOf = (source: string): Promise<string> => {
  const program = programs.get(source) ?? make(source);
  programs.set(source, program);
  return program;
};

/** The command `email-check`. */
export const commandProgram = (): Promise<string> => programOf('src/cli/email-check.ts');
