import type { Database } from 'better-sqlite3';
import type { ContactRecord, LogoRecord } from '../interfaces/profiles.js';

interface ContactRow {
  hash: string;
  fields: string;
  at: number;
}

interface LogoRow {
  domain: string;
  png: Buffer | null;
  at: number;
}

/** The statements of contacts and logos, prepared once. */
export const prepareProfiles = (database: Database) => {
  const keep = database.prepare('INSERT OR REPLACE INTO contacts (hash, fields, at) VALUES (?, ?, ?)');
  const contact = database.prepare<[string], ContactRow>('SELECT * FROM contacts WHERE hash = ?');
  const logo = database.prepare<[string], LogoRow>('SELECT * FROM logos WHERE domain = ?');
  const keepLogo = database.prepare('INSERT OR REPLACE INTO logos (domain, png, at) VALUES (?, ?, ?)');
  const forgetOldLogos = database.prepare(
    'DELETE FROM logos WHERE domain IN (SELECT domain FROM logos ORDER BY at LIMIT max(0, (SELECT count(*) FROM logos) - ?))',
  );
  return {
    keepContacts: database.transaction((contacts: readonly ContactRecord[]): void => {
      for (const { hash, fields, at } of contacts) keep.run(hash, JSON.stringify(fields), at);
    }).immediate,
    findContact(hash: string): ContactRecord | undefined {
      const row = contact.get(hash);
      return row && { ...row, fields: JSON.parse(row.fields) as ContactRecord['fields'] };
    },
    countContacts: () => database.prepare<[], number>('SELECT count(*) FROM contacts').pluck().get() ?? 0,
    forgetContact: (hash: string) => database.prepare('DELETE FROM contacts WHERE hash = ?').run(hash).changes === 1,
    forgetContactsBefore: (at: number) => database.prepare('DELETE FROM contacts WHERE at < ?').run(at).changes,
    findLogo(domain: string): LogoRecord | undefined {
      const row = logo.get(domain);
      return row && { domain: row.domain, at: row.at, ...(row.png && { png: row.png }) };
    },
    keepLogo: database.transaction(({ domain, png, at }: LogoRecord, most: number): void => {
      keepLogo.run(domain, png ?? null, at);
      forgetOldLogos.run(most);
    }).immediate,
  };
};
