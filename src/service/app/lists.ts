import { fileOfUrl, listUrlFault } from '../../network/index.js';
import {
  downloadCall,
  encodeListStatus,
  encodeUpload,
  listStatusCall,
  textFault,
  uploadCall,
} from '../../wire/index.js';
import { MOST_OPEN_LISTS, progressOf } from '../bulk/index.js';
import type { Denial } from '../accounts/index.js';
import { send, sendDenial } from './answers.js';
import { callbackIn } from './list-callback.js';
import { listNameOf } from '../body/list-name.js';
import { hear } from './hear-calls.js';
import type { AppParts, Handler } from './parts.js';
import { parseCall } from './parse-call.js';

export const TOO_MANY_LISTS = `The account has ${MOST_OPEN_LISTS} lists that have not ended: upload this one when one of them has.`;

/** Accepts a list. It is fetched later: its status shows what is wrong with it. */
export const upload =
  ({ admission, lists, webhooks, names }: AppParts): Handler =>
  async (c) => {
    const { requested, text } = parseCall(c.req.raw, uploadCall, names, c.env);
    const ruling = await admission.authenticate({ ...requested, fault: undefined });
    hear(c, { key: ruling.key });
    if (!ruling.isAdmitted) return sendDenial(c, ruling.denial, names);
    const deny = (denial: Denial) => sendDenial(c, denial, names);
    const given = text('url');
    // A missing URL is refused in the same way.
    const urlFault = requested.fault ?? listUrlFault(given);
    if (urlFault !== undefined) return deny({ kind: 'bad-list-url', reason: urlFault });
    const fault = textFault('name', text('name'));
    if (fault !== undefined) return deny({ kind: 'bad-request', words: fault });
    const url = new URL(given);
    url.hash = '';
    const { key, balance } = ruling;
    const { accountId } = key;
    const told = await callbackIn(text('callback'), accountId, webhooks);
    if ('denial' in told) return deny(told.denial);
    const name = listNameOf(text('name'), fileOfUrl(url));
    const list = await lists.add({ accountId, keyId: key.id, name, url: url.href, ...told }, { mayAdd: balance > 0 });
    if (!list) return deny(balance > 0 ? { kind: 'busy', reason: TOO_MANY_LISTS } : { kind: 'no-credits' });
    return send(c, encodeUpload({ listId: list.id, listName: list.name }, names.envelope));
  };

/** Answers with the progress of a list, and the link of its results. */
export const listStatus =
  ({ admission, lists, names, publicUrl }: AppParts): Handler =>
  async (c) => {
    const { requested, text } = parseCall(c.req.raw, listStatusCall, names, c.env);
    const ruling = await admission.authenticate(requested);
    hear(c, { key: ruling.key });
    if (!ruling.isAdmitted) return sendDenial(c, ruling.denial, names);
    const list = await lists.find(ruling.key.accountId, text('list_id'));
    // Lists of the console are its own.
    if (!list || list.isFromConsole) return sendDenial(c, { kind: 'unknown-list' }, names);
    const token = lists.tokenOf(list);
    const { protocol, host } = new URL(c.req.url);
    const base = publicUrl ?? `${c.env.scheme ?? protocol.replace(':', '')}://${host}`;
    const downloadLink = token && `${base}${downloadCall.path}?file=${token}`;
    return send(c, encodeListStatus({ listId: list.id, downloadLink, ...progressOf(list) }, names.envelope));
  };
