import type { Context } from 'hono';
import { encodeUpload, textFault, uploadFileCall } from '../../wire/index.js';
import type { Denial } from '../accounts/index.js';
import { ListError, readHostedList, type HostedList } from '../bulk/index.js';
import type { KeyRecord } from '../store/index.js';
import { CLIENT_CLOSED_REQUEST, send, sendDenial, sendFailure } from './answers.js';
import { fileNameIn } from './file-name.js';
import { callbackIn } from './list-callback.js';
import { listNameOf } from './list-name.js';
import { TOO_MANY_LISTS } from './lists.js';
import type { AppEnv, AppParts, Handler } from './parts.js';
import { parseCall } from './parse-call.js';
import { bodyFaultOf, BrokenBodyError, readUploadBody, type BodyFault } from './upload-body.js';

/** Files that are received at the same time, each of which may take 20 MB of memory, and how many of one account. */
const MOST_RECEIVED = 6;
const MOST_RECEIVED_OF_ACCOUNT = 2;

const busy = (reason: string): Denial => ({ kind: 'busy', reason });
const ACCOUNT_BUSY = busy(
  `The account is uploading ${MOST_RECEIVED_OF_ACCOUNT} files already: send this one when one of them has ended.`,
);
const SERVICE_BUSY = busy('The service is receiving other files: send this one again in a moment.');

/** Counts the files that are being received. */
class Receiving {
  readonly #byAccount = new Map<number, number>();
  #count = 0;

  /** Takes a place for a file; a denial if there is none. */
  enter(accountId: number): Denial | (() => void) {
    const own = this.#byAccount.get(accountId) ?? 0;
    if (own >= MOST_RECEIVED_OF_ACCOUNT) return ACCOUNT_BUSY;
    if (this.#count >= MOST_RECEIVED) return SERVICE_BUSY;
    this.#count += 1;
    this.#byAccount.set(accountId, own + 1);
    return () => {
      this.#count -= 1;
      const left = (this.#byAccount.get(accountId) ?? 1) - 1;
      if (left > 0) this.#byAccount.set(accountId, left);
      else this.#byAccount.delete(accountId);
    };
  }
}

const MOST_COLUMNS = 1_000;

/** The column that the query names, or a sentence about what is wrong with it. */
const columnIn = (text: string): { readonly column?: string | number } | string => {
  if (!/^\d+$/.test(text)) return textFault('column', text) ?? (text ? { column: text } : {});
  const column = Number(text);
  return column > 0 && column <= MOST_COLUMNS
    ? { column }
    : `The parameter "column" must be a column's name or a whole number from 1 to ${MOST_COLUMNS}.`;
};

/** A file as a list; a fault if it is not one. */
const readFile = async (
  request: Request,
  { column, wholeMs }: { readonly column?: string | number | undefined; readonly wholeMs: number },
): Promise<HostedList | BodyFault | ListError> => {
  const body = await readUploadBody(request, { wholeMs });
  if (!(body instanceof Uint8Array)) return body;
  try {
    return await readHostedList(body, request.headers.get('Content-Type') ?? '', column);
  } catch (error) {
    if (error instanceof ListError) return error;
    throw error;
  }
};

/** Refuses a body; what is still sent of it is dropped with the connection. */
const sendBodyFault = (c: Context<AppEnv>, { status, words, headers }: BodyFault, { names }: AppParts): Response => {
  for (const [name, value] of Object.entries(headers ?? {})) c.header(name, value);
  c.header('Connection', 'close');
  return sendFailure(c, status, words, names);
};

/** Reads a file that has a place, and adds it as a list. */
const receive = async (
  c: Context<AppEnv>,
  {
    key,
    column,
    ...named
  }: { readonly key: KeyRecord; readonly name: string; readonly callback?: string; readonly column?: string | number },
  parts: AppParts,
): Promise<Response> => {
  const { lists, names } = parts;
  const deny = (denial: Denial) => sendDenial(c, denial, names);
  c.env.askForBody?.();
  const file = await readFile(c.req.raw, { column, wholeMs: parts.uploadMilliseconds });
  if (file instanceof ListError)
    return file.code === 'too-large' || file.code === 'too-many'
      ? sendFailure(c, 413, file.message, names)
      : deny({ kind: 'bad-request', words: file.message });
  if ('status' in file) return sendBodyFault(c, file, parts);
  const list = await lists.addFile({ accountId: key.accountId, keyId: key.id, ...named }, file);
  if (!list) return deny(busy(TOO_MANY_LISTS));
  return send(c, encodeUpload({ listId: list.id, listName: list.name }, names.envelope));
};

/** Accepts a list that is the body of the request: when it is answered, all of it is stored. */
export const uploadFile = (parts: AppParts): Handler => {
  const { admission, names, webhooks } = parts;
  const receiving = new Receiving();
  return async (c) => {
    const { requested, text } = parseCall(c.req.raw, uploadFileCall, names, c.env);
    const ruling = await admission.authenticate(requested);
    const deny = (denial: Denial) => sendDenial(c, denial, names);
    if (!ruling.isAdmitted) return deny(ruling.denial);
    const fault = textFault('name', text('name'));
    if (fault !== undefined) return deny({ kind: 'bad-request', words: fault });
    const column = columnIn(text('column'));
    if (typeof column === 'string') return deny({ kind: 'bad-request', words: column });
    const { key, balance } = ruling;
    const told = await callbackIn(text('callback'), key.accountId, webhooks);
    if ('denial' in told) return deny(told.denial);
    const bodyFault = bodyFaultOf(c.req.raw);
    if (bodyFault) return sendBodyFault(c, bodyFault, parts);
    if (balance <= 0) return deny({ kind: 'no-credits' });
    const leave = receiving.enter(key.accountId);
    if (typeof leave !== 'function') return deny(leave);
    const file = fileNameIn(c.req.raw.headers.get('Content-Disposition')) || 'list';
    try {
      return await receive(c, { key, name: listNameOf(text('name'), file), ...told, ...column }, parts);
    } catch (error) {
      if (!(error instanceof BrokenBodyError)) throw error;
      return new Response(null, { status: CLIENT_CLOSED_REQUEST });
    } finally {
      leave();
    }
  };
};
