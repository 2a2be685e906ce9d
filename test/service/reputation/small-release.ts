import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listNames, sha256Of, type ListName } from '../../../src/service/reputation/list-files.js';

/** `a.example.com` to `j.example.com`, for example. */
export const ten = (ending: string): string[] => [...'abcdefghij'].map((letter) => `${letter}${ending}`);

/** The entries of a release that is quickly read. */
export const smallLists: Readonly<Record<ListName, readonly string[]>> = {
  disposable: ten('.away.com'),
  'disposable-hosts': ten('.hosts.com'),
  free: ten('mail.com'),
  role: ten('team'),
  relay: ten('.relay.com'),
  providers: ['gmail.com', 'web.de'],
  lookalikes: ten('mai.com'),
  slips: ['gamil.com=gmail.com'],
};

export const known = ['acme.com', 'gmail.com', 'mx.tower.com'];

/** What a test changes of a folder of lists: entries, dates, or whole files. */
export interface FolderChanges {
  readonly lists?: Partial<Record<ListName, readonly string[]>>;
  readonly date?: string;
  /** Without hashes, as an operator may write it. */
  readonly isOwnBuild?: boolean;
}

/** Writes a folder of lists as `npm run data` does. */
export function writeLists(
  folder: string,
  { lists = smallLists, date = '2026-06-01', isOwnBuild = false }: FolderChanges = {},
): string {
  mkdirSync(folder, { recursive: true });
  const dates: Record<string, object> = {};
  for (const name of listNames) {
    const entries = lists[name];
    if (!entries) continue;
    const text = entries.map((entry) => `${entry}\n`).join('');
    writeFileSync(join(folder, `${name}.txt`), text);
    dates[name] = isOwnBuild ? { date } : { date, sha256: sha256Of(text) };
  }
  writeFileSync(join(folder, 'dates.json'), JSON.stringify(dates));
  writeFileSync(join(folder, 'known.txt'), known.map((domain) => `${domain}\n`).join(''));
  return folder;
}
