import { fileOfUrl, LIST_URL_CHARACTERS, listUrlFault } from '../../../network/index.js';
import type { DraftInfo, ListedState, ListInfo } from '../../../wire/console/index.js';
import { textFault, uploadFileCall, verdictWords } from '../../../wire/index.js';
import { BodyError } from '../../body/body-error.js';
import * as fields from '../../body/fields.js';
import { attachmentNamed, resultsFileOf } from '../../body/file-name.js';
import { listNameOf } from '../../body/list-name.js';
import { columnIn, receiveFile } from '../../body/receive-file.js';
import { asBody, reportFaults } from '../../body/streamed.js';
import { bodyFaultOf } from '../../body/upload-body.js';
import { hasEnded, hasFile, ListError, MOST_OPEN_LISTS, progressOf, type HostedList } from '../../bulk/index.js';
import type { ListRecord } from '../../store/index.js';
import type { AskedOfAccount, Handlers } from '../asked.js';
import { ConsoleError } from '../console-error.js';
import type { ConsoleParts } from '../parts.js';
import { refusedBy } from '../refused.js';

/** Number of lists that are shown, latest first. */
const MOST_LISTS = 100;

/** The state of a list as the page names it. */
export const listedState = (list: ListRecord): ListedState => {
  const { state, isHeld, next, done } = list;
  if (isHeld && !hasEnded(list)) return next === 0 && done === 0 ? 'draft' : 'paused';
  return state === 'paused' ? 'waiting' : state;
};

/** The column that a query or a body names. */
const columnOf = (text: string): { readonly column?: string | number } => {
  const found = columnIn(text);
  if (typeof found === 'string') throw new ConsoleError(400, found);
  return found;
};

/** A list's name as it was given. */
const nameOf = (text: string): string => {
  const fault = textFault('name', text);
  if (fault !== undefined) throw new ConsoleError(400, fault);
  return text;
};

const conflict = (words: string): ConsoleError => new ConsoleError(409, words);

const MOST_COLUMN = 200;
const urlOrder = [
  { url: fields.textUpTo(LIST_URL_CHARACTERS) },
  { name: fields.text, column: fields.textUpTo(MOST_COLUMN) },
] as const;

/** Lists of the account, those that programs uploaded included. */
export const listHandlers = ({
  accounts,
  admission,
  lists,
  listResults,
  ...parts
}: ConsoleParts): Handlers<
  'lists' | 'addListFile' | 'addListUrl' | 'list' | 'listRows' | 'listFile' | 'startList' | 'pauseList' | 'cancelList'
> => {
  const infoOf = (list: ListRecord): ListInfo => {
    const { id, name, column, lines, addresses, done, createdAt, endedAt, isFromConsole = false } = list;
    return {
      ...{ id, name, column, lines, addresses, done, createdAt, isFromConsole },
      ...{ state: listedState(list), reason: progressOf(list).reason },
      ...(endedAt !== undefined && { endedAt }),
    };
  };
  const find = async ({ account, parts: { list: id = '' } }: AskedOfAccount): Promise<ListRecord> => {
    const list = await lists.find(account, id);
    if (!list) throw new ConsoleError(404, 'The account has no such list: it may have been deleted.');
    return list;
  };
  const infoNow = async (asked: AskedOfAccount): Promise<ListInfo> => infoOf(await find(asked));

  /** Stores a file as a draft, under the account's key for the console. */
  const addDraft = async (account: number, name: string, file: HostedList): Promise<DraftInfo> => {
    const key = await accounts.consoleKey(account);
    const ruling = await admission.authenticate({ call: uploadFileCall, key });
    if (!ruling.isAdmitted) throw refusedBy(ruling.denial);
    const preview = await file.sample();
    const list = await lists.addFile({ accountId: account, keyId: ruling.key.id, name }, file, {
      isHeld: true,
      isFromConsole: true,
    });
    if (!list)
      throw conflict(
        `The account has ${MOST_OPEN_LISTS} lists that have not ended: cancel one, or wait until one has.`,
      );
    const kept = (await lists.find(account, list.id)) ?? list;
    return {
      list: infoOf(kept),
      preview: { ...preview, cost: kept.addresses, balance: ruling.balance },
    };
  };

  /** Does some work while one of the places for files is taken. */
  const receiving = async <Value>(account: number, work: () => Promise<Value>): Promise<Value> => {
    const leave = parts.receiving.enter(account);
    if (typeof leave === 'string') throw new ConsoleError(429, leave);
    try {
      return await work();
    } finally {
      leave();
    }
  };

  return {
    async lists({ account }) {
      return (await lists.latest(MOST_LISTS, account)).map(infoOf);
    },
    async list(asked) {
      const list = await find(asked);
      return { ...infoOf(list), ...(await listResults.counts(list)) };
    },
    addListFile({ account, request, query, note }) {
      const name = listNameOf(nameOf(query.get('name') ?? ''), 'list');
      const column = columnOf(query.get('column') ?? '');
      const fault = bodyFaultOf(request);
      if (fault) throw new BodyError(fault.status, fault.words, fault.headers);
      return receiving(account, async () => {
        const file = await receiveFile(request, { ...column, wholeMs: parts.uploadMilliseconds });
        if (file instanceof ListError) throw file;
        if ('status' in file) throw new BodyError(file.status, file.words, { ...file.headers, Connection: 'close' });
        const draft = await addDraft(account, name, file);
        note({ detail: `list ${draft.list.id}` });
        return draft;
      });
    },
    async addListUrl({ account, request, body, note }) {
      const { url, name = '', column = '' } = fields.readFields(body, ...urlOrder);
      const { fetchList } = parts;
      if (!fetchList) throw conflict('This process fetches no lists: send the file itself.');
      const fault = listUrlFault(url);
      if (fault !== undefined) throw new ConsoleError(400, fault);
      const wanted = columnOf(column);
      return receiving(account, async () => {
        const file = await fetchList(url, request.signal, wanted.column);
        const draft = await addDraft(account, listNameOf(nameOf(name), fileOfUrl(new URL(url))), file);
        note({ detail: `list ${draft.list.id}` });
        return draft;
      });
    },
    async listRows(asked) {
      return { rows: await listResults.rows(await find(asked)) };
    },
    async listFile(asked) {
      const list = await find(asked);
      const result = asked.query.get('result') ?? undefined;
      if (result !== undefined && !verdictWords.some(([, each]) => each === result))
        throw new ConsoleError(400, '"result" must be a result, such as Invalid.');
      if (!hasFile(list)) throw conflict('The list has no file yet: it has not ended.');
      return new Response(asBody(reportFaults(listResults.file(list, result), parts.onFault)), {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8; header=present',
          'Content-Disposition': attachmentNamed(resultsFileOf(list.name)),
        },
      });
    },
    async startList(asked) {
      const list = await find(asked);
      if (!list.isFromConsole) throw conflict('A program uploaded this list: it has been started.');
      if (!(await lists.resume(asked.account, list.id)) && hasEnded(list)) throw conflict('The list has ended.');
      asked.note({ detail: `list ${list.id}` });
      return infoNow(asked);
    },
    async pauseList(asked) {
      const list = await find(asked);
      if (!list.isFromConsole)
        throw conflict('A program uploaded this list: it can be cancelled here, and not paused.');
      if (!(await lists.hold(asked.account, list.id)) && hasEnded(list)) throw conflict('The list has ended.');
      asked.note({ detail: `list ${list.id}` });
      return infoNow(asked);
    },
    async cancelList(asked) {
      const { id } = await find(asked);
      if (!(await lists.cancel(asked.account, id))) throw conflict('The list has ended.');
      asked.note({ detail: `list ${id}` });
      return infoNow(asked);
    },
  };
};
