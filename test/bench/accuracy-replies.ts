import { readFileSync } from 'node:fs';
import { judgeReply } from '../../src/service/probe/meaning.js';
import { replyRows, replyTo } from '../service/probe/reply-rows.js';
import type { Figure } from './figures.js';

/** A reply with what it may mean. */
interface Row {
  readonly wire: string;
  readonly host?: string | undefined;
  readonly meanings: readonly string[];
}

interface LabelledReply {
  readonly wire: string;
  readonly meaning: string;
  readonly also?: readonly string[];
  /** The label is arguable. */
  readonly doubt?: boolean;
}

const readSet = (path: string): readonly Row[] => {
  const { replies } = JSON.parse(readFileSync(path, 'utf8')) as { readonly replies?: readonly LabelledReply[] };
  if (!Array.isArray(replies))
    throw new Error(`${path} is no set: it has to hold a JSON object with replies of { wire, meaning, also, doubt }.`);
  return (replies as readonly LabelledReply[])
    .filter(({ doubt }) => doubt !== true)
    .map(({ wire, meaning, also = [] }) => ({ wire, meanings: [meaning, ...also] }));
};

/** What says that nobody is there. */
const DEAD: readonly string[] = ['mailbox-missing', 'mailbox-disabled'];

/** What mail hosts' refusals mean, by a set of replies whose meaning is beyond doubt. */
export const measureReplies = (path: string | undefined): Figure[] => {
  const rows: readonly Row[] = path
    ? readSet(path)
    : replyRows.map(([meaning, wire, host]) => ({ wire, host, meanings: [meaning] }));
  const wrong = rows
    .map((row) => ({ ...row, judged: judgeReply({ ...replyTo(row.wire), host: row.host }).meaning }))
    .filter(({ meanings, judged }) => !meanings.includes(judged));
  for (const { wire, meanings, judged } of wrong)
    console.log(`judged ${judged}, not ${meanings.join(' or ')}: ${wire}`);
  return [
    {
      what: `replies of mail hosts judged right of ${rows.length}`,
      figure: rows.length - wrong.length,
      unit: '',
      atLeast: rows.length,
      said: path ?? "the project's own rows",
    },
    {
      what: 'blocks and passing failures taken for a missing mailbox',
      figure: wrong.filter(({ judged }) => DEAD.includes(judged)).length,
      unit: '',
      atMost: 0,
    },
  ];
};
