import { textFault } from '../../wire/index.js';
import { ListError, readHostedList, type HostedList } from '../bulk/index.js';
import { readUploadBody, type BodyFault } from './upload-body.js';

/** Files that are received at the same time, each of which may take 20 MB of memory, and how many of one account. */
const MOST_RECEIVED = 6;
const MOST_RECEIVED_OF_ACCOUNT = 2;

const ACCOUNT_BUSY = `The account is uploading ${MOST_RECEIVED_OF_ACCOUNT} files already: send this one when one of them has ended.`;
const SERVICE_BUSY = 'The service is receiving other files: send this one again in a moment.';

/** Counts the files that are being received. */
export class Receiving {
  readonly #byAccount = new Map<number, number>();
  #count = 0;

  /** Takes a place for a file, and returns the function that gives it back; a sentence if there is none. */
  enter(accountId: number): string | (() => void) {
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

/** A column of a file as a query names it: empty if it names none; a sentence if that is no column. */
export const columnIn = (text: string): { readonly column?: string | number } | string => {
  if (!/^\d+$/.test(text)) return textFault('column', text) ?? (text ? { column: text } : {});
  const column = Number(text);
  return column > 0 && column <= MOST_COLUMNS
    ? { column }
    : `The parameter "column" must be a column's name or a whole number from 1 to ${MOST_COLUMNS}.`;
};

/** The file in a request's body as a list; a fault if it is not one. @throws BrokenBodyError if the body breaks off. */
export const receiveFile = async (
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
