import type { ContactRecord, LogoRecord } from '../interfaces/profiles.js';
import type { PostgresDatabase } from './database.js';

interface CountRow {
  readonly count: number;
}

/** The statements of contacts and logos. */
export const prepareProfiles = (database: PostgresDatabase) => {
  const countOf = async (text: string, values: readonly unknown[] = []): Promise<number> =>
    (await database.first<CountRow>(text, values))?.count ?? 0;
  return {
    async keepContacts(contacts: readonly ContactRecord[]): Promise<void> {
      // The last of a hash counts. In order, so that two imports at once never wait for each other in a circle.
      const each = [...new Map(contacts.map((contact) => [contact.hash, contact])).values()].sort((a, b) =>
        a.hash < b.hash ? -1 : 1,
      );
      await database.query(
        `INSERT INTO email_check.contacts (hash, fields, at) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
         ON CONFLICT (hash) DO UPDATE SET fields = excluded.fields, at = excluded.at`,
        [each.map(({ hash }) => hash), each.map(({ fields }) => JSON.stringify(fields)), each.map(({ at }) => at)],
      );
    },
    async findContact(hash: string): Promise<ContactRecord | undefined> {
      const row = await database.first<{ hash: string; fields: string; at: number }>(
        'SELECT hash, fields, at FROM email_check.contacts WHERE hash = $1',
        [hash],
      );
      return row && { ...row, fields: JSON.parse(row.fields) as ContactRecord['fields'] };
    },
    countContacts: () => countOf('SELECT count(*) FROM email_check.contacts'),
    async forgetContact(hash: string): Promise<boolean> {
      const forgotten = await database.query('DELETE FROM email_check.contacts WHERE hash = $1 RETURNING at', [hash]);
      return forgotten.length === 1;
    },
    /**
     * Passes over a contact that an import holds, since the import replaces it: if each waited for the other, both
     * would wait for ever.
     */
    forgetContactsBefore: (at: number) =>
      countOf(
        `WITH forgotten AS (
           DELETE FROM email_check.contacts WHERE ctid = ANY (ARRAY(SELECT ctid FROM email_check.contacts WHERE at < $1 FOR UPDATE SKIP LOCKED)) RETURNING at
         ) SELECT count(*) FROM forgotten`,
        [at],
      ),
    async findLogo(domain: string): Promise<LogoRecord | undefined> {
      const row = await database.first<{ domain: string; png: Buffer | null; at: number }>(
        'SELECT domain, png, at FROM email_check.logos WHERE domain = $1',
        [domain],
      );
      return row && { domain: row.domain, at: row.at, ...(row.png && { png: row.png }) };
    },
    /**
     * Keeps a logo in two statements, the second of which does not wait for locks: two processes that delete cannot
     * wait for each other in a circle.
     */
    async keepLogo({ domain, png, at }: LogoRecord, most: number): Promise<void> {
      await database.query(
        'INSERT INTO email_check.logos (domain, png, at) VALUES ($1, $2, $3) ON CONFLICT (domain) DO UPDATE SET png = excluded.png, at = excluded.at',
        [domain, png, at],
      );
      await database.query(
        `DELETE FROM email_check.logos WHERE domain = ANY (ARRAY(
           SELECT domain FROM email_check.logos ORDER BY at LIMIT greatest(0, (SELECT count(*) FROM email_check.logos) - $1::bigint) FOR UPDATE SKIP LOCKED
         ))`,
        [most],
      );
    },
  };
};
