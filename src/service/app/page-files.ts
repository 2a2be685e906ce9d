import { dirname, join } from 'node:path';
import type { Context } from 'hono';
import { sendFailure } from './answers.js';
import { createBuiltFiles } from './built-files.js';
import type { AppEnv, AppParts, Handler } from './parts.js';
import { sendEmbedded, tagged, type Tagged } from './tagged.js';

/** How long pages may keep a file unasked, in seconds: its address stays the same from release to release. */
const FILE_SECONDS = 600;

const send = (c: Context<AppEnv>, file: Tagged, kind: 'css' | 'javascript'): Response => {
  c.header('Cache-Control', `public, max-age=${FILE_SECONDS}, must-revalidate`);
  c.header('Vary', 'Accept-Encoding');
  return sendEmbedded(c, file, `text/${kind}; charset=utf-8`);
};

/** The script-tag file, or another of its folder: the style for pages that load it late. */
export const pageFile = ({ scriptFile, names }: AppParts, name?: string): Handler => {
  const files = createBuiltFiles();
  const path = scriptFile && name ? join(dirname(scriptFile), name) : scriptFile;
  return async (c) => {
    const file = path && (await files(path, c.req.header('Accept-Encoding')));
    return file
      ? send(c, file, name ? 'css' : 'javascript')
      : sendFailure(c, 404, 'The script is missing: build it, and give the service the path of its file.', names);
  };
};

/** What a page gets instead of missing texts: English replaces each. */
const noTexts = tagged(Buffer.from('export const catalogue = {};\n'));

/** The element's texts in one language, from beside the script-tag file. */
export const locale = ({ scriptFile }: AppParts): Handler => {
  const files = createBuiltFiles();
  return async (c) => {
    // Names of three letters and a region at most: no path, and not many.
    const [, language] = /^([a-z]{2,3}(?:-[a-z]{2,4})?)\.js$/.exec(c.req.param('file') ?? '') ?? [];
    const path = scriptFile && language && join(dirname(scriptFile), 'locales', `${language}.js`);
    const file = path ? await files(path, c.req.header('Accept-Encoding')) : undefined;
    return send(c, file ?? noTexts, 'javascript');
  };
};
