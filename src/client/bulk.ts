import { listStatusCall, uploadCall, uploadFileCall } from '../wire/calls.js';
import { decodeListStatus, decodeUpload } from '../wire/decode-account.js';
import type { ListStatus, UploadedList } from '../wire/results.js';
import { ownNameOf, type ListFile } from './list-file.js';
import type { Transport } from './transport.js';

/** A list that the service fetches. */
export interface ListAtUrl {
  url: string;
  /** Name of the list; that of its file by default. */
  name?: string;
  /** A webhook is sent to this https URL when the list ends. */
  callback?: string | undefined;
}

/**
 * Has the service fetch a list and validate it. `url`: public, https, ending in .csv or .txt, under 20 MB, at most
 * 200,000 addresses. Do not repeat it without a check after a lost answer: that can make a second list. Private keys
 * only.
 * @throws RefusalError, ConnectionError or AnswerError
 */
export const uploadList = (transport: Transport, { url, name, callback }: ListAtUrl): Promise<UploadedList> =>
  transport.ask(uploadCall, { url, name, callback }, decodeUpload);

/**
 * Sends a list itself, by a transport that has its file. Do not repeat it without a check after a lost answer: that makes
 * a second list. Private keys only.
 * @throws RefusalError, ConnectionError or AnswerError
 */
export const uploadFile = (
  transport: Transport,
  { file, name = ownNameOf(file), column, callback }: ListFile,
): Promise<UploadedList> =>
  transport.ask(
    uploadFileCall,
    { name, column: column === undefined ? column : String(column), callback },
    decodeUpload,
  );

/**
 * Returns a list's progress, and the link to its results when it is completed. Private keys only. @throws RefusalError,
 * ConnectionError or AnswerError
 */
export const listStatus = (transport: Transport, listId: string): Promise<ListStatus> =>
  transport.ask(listStatusCall, { list_id: listId }, decodeListStatus);
