import type { Context } from 'hono';
import { encodeUpload, textFault, uploadFileCall } from '../../wire/index.js';
import type { Denial } from '../accounts/index.js';
import { fileNameIn } from '../body/file-name.js';
import { listNameOf } from '../body/list-name.js';
import { columnIn, receiveFile } from '../body/receive-file.js';
import { bodyFaultOf, BrokenBodyError, type BodyFault } from '../body/upload-body.js';
import { ListError } from '../bulk/index.js';
import type { KeyRecord } from '../store/index.js';
import { CLIENT_CLOSED_REQUEST, send, sendDenial, sendFailure } from './answers.js';
import { callbackIn } from './list-callback.js';
import { hear } from './hear-calls.js';
import { TOO_MANY_LISTS } from './lists.js';
import type { AppEnv, AppParts, Handler } from './parts.js';
import { parseCall } from './parse-call.js';

const busy = (reason: string): Denial => ({ kind: 'busy', reason });

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
  const file = await receiveFile(c.req.raw, { column, wholeMs: parts.uploadMilliseconds });
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
  const { admission, names, receiving, webhooks } = parts;
  return async (c) => {
    const { requested, text } = parseCall(c.req.raw, uploadFileCall, names, c.env);
    const ruling = await admission.authenticate(requested);
    const deny = (denial: Denial) => sendDenial(c, denial, names);
    hear(c, { key: ruling.key });
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
    if (typeof leave === 'string') return deny(busy(leave));
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
