import { readTable } from './bulk-csv.js';
import { badgeOf, donutOf, labelOf, legendOf, slicesOf } from './bulk-donut.js';

/** @typedef {{ line: number, email: string, result: string, reason: string, did_you_mean: string }} Line One line of the results, numbered from 1. */

/** More rows than these are for the file. */
const MOST_ROWS = 100;
const ALL = 'all';

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const filter = /** @type {HTMLSelectElement} */ (find('filter'));
const numberFormat = new Intl.NumberFormat('en-GB');

/** @param {number} count */
const linesOf = (count) => `${numberFormat.format(count)} ${count === 1 ? 'line' : 'lines'}`;

/** @type {Line[]} */
let lines = [];
/** Counts what is asked for: an answer that comes after the next question is not shown. */
let asked = 0;

/** @param {Line} line */
const rowOf = ({ line, email, result, reason, did_you_mean: suggestion }) => {
  const row = document.createElement('tr');
  const number = row.insertCell();
  number.className = 'number';
  number.textContent = numberFormat.format(line);
  row.insertCell().textContent = email;
  row.insertCell().append(badgeOf(result));
  row.insertCell().textContent = reason;
  row.insertCell().textContent = suggestion;
  return row;
};

const showLines = () => {
  const wanted = filter.value === ALL ? lines : lines.filter(({ result }) => result === filter.value);
  find('lines').replaceChildren(...wanted.slice(0, MOST_ROWS).map(rowOf));
  find('shown').textContent =
    wanted.length > MOST_ROWS
      ? `The first ${MOST_ROWS} of ${linesOf(wanted.length)}. All of them are in the download.`
      : `${linesOf(wanted.length)}, in the order of the list.`;
};

filter.addEventListener('change', showLines);

const draw = () => {
  const slices = slicesOf(lines);
  find('donut').replaceChildren(donutOf(slices, lines.length));
  find('legend')
    .querySelector('tbody')
    ?.replaceChildren(...legendOf(slices, lines.length));
  const options = slices
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => new Option(`${labelOf(result)} (${numberFormat.format(count)})`, result));
  filter.replaceChildren(new Option(`All (${numberFormat.format(lines.length)})`, ALL), ...options);
  showLines();
};

/** @param {string} words @param {boolean} [isFault] */
const say = (words, isFault = false) => {
  find('results-status').textContent = words;
  find('results-status').classList.toggle('fault', isFault);
};

/** Reads a list's results where their link leads, and shows them. @param {string} name @param {string} link */
export const showResultsOf = async (name, link) => {
  const number = ++asked;
  find('results').hidden = false;
  find('results-found').hidden = true;
  find('results-title').textContent = `Results of ${name}`;
  /** @type {HTMLAnchorElement} */ (find('download')).href = link;
  say('Reading the results…');
  try {
    const response = await fetch(link);
    if (response.status === 404 && number === asked)
      return say('The service has these results no more: send the list again.', true);
    if (!response.ok) throw new Error(`The service answers ${response.status}.`);
    const records = readTable(await response.text());
    if (number !== asked) return;
    lines = records.map((record, at) => ({ .../** @type {any} */ (record), line: at + 1 }));
    draw();
    find('results-found').hidden = false;
    say('');
  } catch {
    if (number === asked) say('The results could not be read: show them again in a while.', true);
  }
};
