import { BULK_ADDRESSES, BULK_BYTES } from '../../../wire/limits.js';
import type { ListedState } from '../../../wire/console/index.js';
import { count, counted, plainName } from '../../format.js';

const credits = (number: number): string => counted(number, 'credit');
const addresses = (number: number): string => counted(number, 'address', 'addresses');

const MEGABYTE = 1_000_000;
const size = (bytes: number): string =>
  bytes < MEGABYTE ? `${count(Math.ceil(bytes / 1_000))} kB` : `${count(Math.ceil(bytes / 100_000) / 10)} MB`;

const cost = (most: number, balance: number): string => {
  const sentence = `It costs ${credits(most)} at most: one for each verdict, and nothing for Unknown. You have ${credits(balance)}.`;
  return balance >= most
    ? sentence
    : `${sentence} They may not be enough: then the list waits until there are more, and goes on by itself.`;
};

/** What the view says. */
export const texts = {
  title: 'Lists',
  size,
  addresses,

  // Giving a list.
  giveTitle: 'Check a list',
  ways: { file: 'File', paste: 'Paste', url: 'URL' },
  waysLabel: 'How to give the list',
  dropTitle: 'Drop a file anywhere on this page',
  dropHint: `CSV or text, at most ${addresses(BULK_ADDRESSES)} and less than ${size(BULK_BYTES)}. You see what it costs before anything is spent.`,
  dropHere: 'Drop the file to have it read',
  chooseFile: 'Choose a file',
  pasteLabel: 'Addresses, one in each line',
  pasteHint: 'Names and other text around an address do no harm. A long text is read as soon as you paste it.',
  pasteButton: 'Read these addresses',
  pastedName: 'Pasted addresses',
  urlLabel: 'URL of the list',
  urlHint: 'The service fetches it. It must be public, begin with https: and end in .csv or .txt.',
  urlButton: 'Fetch the list',

  // What is said before anything is sent.
  tooLarge: (name: string, bytes: number) =>
    `${name ? plainName(name) : 'The text'} has ${size(bytes)}, and a list must have less than ${size(BULK_BYTES)}: split it into several lists.`,
  unreadable: (name: string) =>
    `${plainName(name)} cannot be read: choose a file, not a folder, and check that it still exists.`,
  empty: (name: string) =>
    name ? `${plainName(name)} is empty: choose another file.` : 'There is no address: paste some first.',
  noUrl: 'There is no URL: write one first.',
  severalFiles: (files: number) => `${count(files)} files were dropped, and a list is one file: drop them one by one.`,
  noFile: 'What was dropped is not a file: drop a CSV or text file.',

  // While it is sent.
  checking: (name: string) => `Looking at ${plainName(name)}…`,
  sending: (name: string) => `Sending ${plainName(name)}`,
  sent: (bytes: number, total: number) => `${size(bytes)} of ${size(total)}`,
  reading: (name: string) => `The service reads ${plainName(name)}…`,
  fetching: (name: string) => `The service fetches ${plainName(name)}…`,
  stop: 'Stop',
  stopped: (name: string) => `${plainName(name)} was not sent.`,

  // The draft.
  columnLabel: 'Column with the addresses',
  columnOption: (name: string) => (/^\d*$/.test(name) ? `Column ${name || 1}` : plainName(name)),
  columnMark: 'addresses',
  previewCaption: (rows: number) => (rows === 1 ? 'The first row' : `The first ${count(rows)} rows`),
  otherColumn: 'Reading the other column…',
  found: (number: number) => `${addresses(number)} found, each counted once.`,
  cost,
  start: (number: number) => `Start with ${addresses(number)}`,
  discard: 'Discard',
  discarded: (name: string) => `${plainName(name)} is discarded.`,

  // All lists.
  allTitle: 'Your lists',
  noLists: 'No list yet',
  noListsText: 'Drop a file here: its first rows and the most it can cost are shown before anything is spent.',
  columns: { name: 'List', state: 'State', progress: 'Progress', actions: 'Actions' },
  loading: 'Loading…',
  given: (when: string) => `Given ${when}`,

  // One list.
  back: 'All lists',
  oneTitle: 'List',
  states: {
    draft: 'Not started',
    queued: 'Queued',
    running: 'Running',
    waiting: 'Waiting for credits',
    paused: 'Paused',
    completed: 'Completed',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Readonly<Record<ListedState, string>>,
  sentences: {
    draft: (most: number) => `It costs ${credits(most)} at most, and nothing until it starts.`,
    queued: 'It starts when the lists before it have ended.',
    measuring: 'Measuring how fast it goes…',
    standstill:
      'No new verdict for a while: mail hosts that were busy are asked again later. The time left is unknown.',
    going: (rate: string, left: string) => `${rate}, ${left} left`,
    waiting: 'Waiting for credits: add some, and it goes on by itself.',
    paused: 'Nobody works on it until you resume it. What was checked is kept.',
    completed: 'Every address was checked.',
    failed: 'It could not be finished: give the list again.',
    cancelled: 'It was ended early. What was checked is kept.',
  },
  progress: (done: number, all: number) => `${count(done)} of ${addresses(all)}`,
  facts: { addresses: 'Addresses', lines: 'Lines', column: 'Column', given: 'Given', ended: 'Ended' },
  foreign: 'This list came by API or command: it can be cancelled here, but not paused.',
  news: {
    completed: (name: string) => `${plainName(name)} is completed.`,
    failed: (name: string) => `${plainName(name)} has failed.`,
    waiting: (name: string) => `${plainName(name)} waits for credits.`,
  },

  actions: { start: 'Start', pause: 'Pause', resume: 'Resume', cancel: 'Cancel' },
  done: {
    start: (name: string) => `${plainName(name)} has started.`,
    pause: (name: string) => `${plainName(name)} is paused.`,
    resume: (name: string) => `${plainName(name)} goes on.`,
    cancel: (name: string) => `${plainName(name)} is cancelled.`,
  },
  cancelTitle: (name: string) => `Cancel ${plainName(name)}?`,
  cancelText: (done: number, all: number) =>
    done
      ? `${count(done)} of ${addresses(all)} were checked. Their verdicts are kept and can be downloaded; the others are not checked. A cancelled list cannot be started again.`
      : 'Nothing was checked or spent. A cancelled list cannot be started again.',
  cancelYes: 'Cancel the list',
  cancelNo: 'Keep the list',

  // Verdicts.
  verdictsTitle: 'Verdicts',
  verdictsCaption: 'Verdicts by result',
  verdictsBar: (parts: string) => `Verdicts by result: ${parts}.`,
  verdictColumns: { result: 'Result', count: 'Addresses', share: 'Share', file: 'Download' },
  noVerdict: 'No verdict yet',
  notChecked: 'Not checked',
  notCounted: 'Not counted yet',
  noVerdicts: 'There are no verdicts yet.',
  downloadLater: 'They can be downloaded once the list has ended.',
  downloadAll: 'Download all',
  download: 'CSV',
  downloadOf: (result: string) => `of ${result}`,

  // Rows.
  rowsTitle: 'Rows',
  rowsHint: (shown: number) => `The first ${count(shown)} rows of the list.`,
  rowColumns: { email: 'Address', result: 'Result', reason: 'Reason', didYouMean: 'Did you mean' },
  filterResult: 'Result',
  filterText: 'Find',
  allResults: 'All results',
  noRows: 'No row matches.',
  noRowsAtAll: 'The list has no rows yet.',
  showAllRows: 'Show all rows',
  rowsShown: (from: number, to: number, all: number) => `Rows ${count(from)} to ${count(to)} of ${count(all)}`,
  pages: 'Pages of rows',
  pagesBelow: 'Pages of rows, below',
  nextPage: 'Next',
  previousPage: 'Previous',
} as const;
