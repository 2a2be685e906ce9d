/** @typedef {{ at: number, path: string, status: number, credits: number, balance?: number, milliseconds: number, result?: string }} Call */

const ROWS = 200;

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const numberFormat = new Intl.NumberFormat('en-GB');

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {Call} call @returns {[text: string, className?: string][]} */
const cellsOf = ({ at, path, status, result, credits, balance, milliseconds }) => [
  [timeFormat.format(at)],
  [path, 'path'],
  [String(status), status >= 400 ? 'refused' : ''],
  [result ?? ''],
  [String(credits), 'number'],
  [balance === undefined ? '' : numberFormat.format(balance), 'number'],
  [milliseconds.toFixed(milliseconds < 10 ? 1 : 0), 'number'],
];

/** @param {Call} call */
const rowOf = (call) => {
  const row = document.createElement('tr');
  if (call.path !== '/v1/') row.className = 'unpaid';
  for (const [text, className = ''] of cellsOf(call)) {
    const cell = row.insertCell();
    cell.textContent = text;
    cell.className = className;
  }
  return row;
};

/** Shows the service's calls as they come, newest first, with the balance and the service's day. */
export const followLog = () => {
  const source = new EventSource('/log');
  const rows = find('log');

  // Each connection begins with what was before it.
  source.addEventListener('open', () => rows.replaceChildren());

  source.addEventListener('call', ({ data }) => {
    /** @type {Call} */
    const call = JSON.parse(data);
    rows.prepend(rowOf(call));
    rows.children[ROWS]?.remove();
    find('log-empty').hidden = true;
    if (call.balance !== undefined) find('balance').textContent = numberFormat.format(call.balance);
  });

  source.addEventListener('day', ({ data }) => {
    find('day').textContent = dayFormat.format(JSON.parse(data).now);
  });
};
