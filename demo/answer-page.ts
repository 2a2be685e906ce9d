import { readFile } from 'node:fs/promises';
import type { html } from 'hono/html';

/** Markup by the name of its place. */
export type PageParts = Readonly<Record<string, ReturnType<typeof html>>>;

/** A page that answers a form, read at each: an edited one needs no restart. */
export const answerPage = async (file: string, parts: PageParts): Promise<string> => {
  const template = await readFile(new URL(file, import.meta.url), 'utf8');
  const known = new Map(
    await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, String(await part)] as const)),
  );
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => known.get(name) ?? '');
};
