import type {
  ConsoleRouteName,
  DraftInfo,
  CountedListInfo,
  ListRow,
  ListUrlOrder,
} from '../../src/wire/console/index.js';
import { FixtureFile, FixtureRefusal, type FixtureCall } from './fixture-call.js';
import { FIXTURE_NOW } from './fixture-world.js';

/** A file as the fixture reads it: its cells by line, its columns, and where addresses are. */
const tableOf = (text: string): { readonly columns: string[]; readonly rows: string[][]; readonly column: number } => {
  const [first = [], ...others] = text
    .slice(0, 100_000)
    .split(/\r?\n/)
    .filter(Boolean)
    .map((line) => line.split(','));
  const isHeader = !first.some((cell) => cell.includes('@'));
  const rows = isHeader ? others : [first, ...others];
  const columns = isHeader ? first : first.map((_, at) => String(at + 1));
  const column = rows[0]?.findIndex((cell) => cell.includes('@')) ?? -1;
  return { columns, rows, column };
};

const draftOf = (call: FixtureCall, text: string, name: string, asked: string | null): DraftInfo => {
  const { account } = call;
  const { columns, rows, column } = tableOf(text);
  const chosen = asked === null ? column : Number(asked) - 1;
  const addresses = new Set(rows.map((cells) => cells[chosen] ?? '').filter((cell) => cell.includes('@')));
  if (addresses.size === 0)
    throw new FixtureRefusal(
      400,
      `There is no address in ${columns[chosen] ?? 'the file'}: choose another column or file.`,
    );
  const list: CountedListInfo = {
    ...{ id: (account.lists.length + 1).toString(16).padStart(16, '9'), name, state: 'draft', reason: '' },
    ...{
      column: columns[chosen] ?? '',
      lines: rows.length,
      addresses: addresses.size,
      done: 0,
      results: {},
      isCounted: true,
    },
    ...{ createdAt: FIXTURE_NOW, isFromConsole: true },
  };
  account.lists = [list, ...account.lists];
  const preview = { columns, column: chosen, rows: rows.slice(0, 5) };
  return { list, preview: { ...preview, cost: addresses.size, balance: account.info.balance } };
};

const lineOf = ({ email, result }: ListRow): string => `${email},${result}\n`;

/** Answers about lists: files are read, so that a test sees its own. */
export const listAnswers = {
  addListFile: (call) =>
    draftOf(call, String(call.body), call.query.get('name') ?? 'list.csv', call.query.get('column')),
  addListUrl: (call) => {
    const { url, column } = call.body as ListUrlOrder;
    if (!url.startsWith('https:')) throw new FixtureRefusal(400, 'The URL must begin with https:. Change it.');
    return draftOf(call, 'name,email,city\nAnna,anna@posteo.de,Köln\n', url.split('/').at(-1)!, column ?? null);
  },
  listFile: ({ account, parts, query }) => {
    const list = account.lists.find(({ id }) => id === parts.list);
    if (list?.state !== 'completed' && list?.state !== 'cancelled')
      throw new FixtureRefusal(409, 'The list has no file yet: it has not ended.');
    const result = query.get('result');
    const rows = account.rows.filter((row) => result === null || row.result === result);
    return new FixtureFile(list.name, rows.map(lineOf).join(''));
  },
} satisfies Partial<Record<ConsoleRouteName, (call: FixtureCall) => unknown>>;
