import { dirname, join } from 'node:path';
import type { Context } from 'hono';
import { sendFailure } from './answers.js';
import { createBuiltFiles } from './built-files.js';
import type { AppEnv, AppParts, Handler } from './parts.js';
import { sendEmbedded, tagged, type Tagged } from './tagged.js';

/**
 * Seconds for which pages may use a file without asking again. It is short, since the URL is the same in every release.
 */
const FILE_SECONDS = 600;

const send = (c: Context<AppEnv>, file: Tagged, kind: 'css' | 'javascript'): Response => {
  c.header('Cache-Control', `public, max-age=${FILE_SECONDS}, must-revalidate`);
  c.header('Vary', 'Accept-Encoding');
  return sendEmbedded(c, file, `text/${kind}; charset=utf-8`);
};

/** The script-tag file, or another file in its folder: the style sheet for pages that load the script late, the script that reports counts. */
export const pageFile = ({ scriptFile, names }: AppParts, name?: string): Handler => {
  const files = createBuiltFiles();
  const path = scriptFile && name ? join(dirname(scriptFile), name) : scriptFile;
  return async (c) => {
    const file = path && (await files(path, c.req.header('Accept-Encoding')));
    return file
      ? send(c, file, name?.endsWith('.css') ? 'css' : 'javascript')
      : sendFailure(c, 404, 'The script is missing: build it, and give the service the path of its file.', names);
  };
};

/** The answer for a language without texts: English replaces them. */
const noTexts = tagged(Buffer.from('export const catalogue = {};\n'));

/** The element's texts in one language, from the folder next to the script-tag file. */
export const locale = ({ scriptFile }: AppParts): Handler => {
  const files = createBuiltFiles();
  return async (c) => {
    // At most three letters and a region, so that a name cannot be a path, and the number of names is limited.
    const [, language] = /^([a-z]{2,3}(?:-[a-z]{2,4})?)\.js$/.exec(c.req.param('file') ?? '') ?? [];
    const path = scriptFile && language && join(dirname(scriptFile), 'locales', `${language}.js`);
    const file = path ? await files(path, c.req.header('Accept-Encoding')) : undefined;
    return send(c, file ?? noTexts, 'javascript');
  };
};
