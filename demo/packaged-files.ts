import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'tailwindcss';

const readHere = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');
const readPackage = (name: string): Promise<string> => readFile(fileURLToPath(import.meta.resolve(name)), 'utf8');

/** The style sheet that Tailwind's own build makes for its page: the classes that stand in the page. */
const tailwindSheet = async (): Promise<string> => {
  const [html, source] = await Promise.all([readHere('tailwind.html'), readPackage('tailwindcss/index.css')]);
  const { build } = await compile(source);
  return build(html.match(/[^\s"<>]+/g) ?? []);
};

/** Files that pages take from a package, by their path: its type, and what makes it. */
export const packagedFiles: Readonly<Record<string, readonly [type: string, read: () => Promise<string>]>> = {
  '/bootstrap.css': ['text/css; charset=utf-8', () => readPackage('bootstrap/dist/css/bootstrap.min.css')],
  '/tailwind.css': ['text/css; charset=utf-8', tailwindSheet],
  // A site without a service copies these two from the package.
  '/email-check.js': ['text/javascript; charset=utf-8', () => readHere('../dist/email-check.js')],
  '/email-check.css': ['text/css; charset=utf-8', () => readHere('../dist/email-check.css')],
};
