/** @typedef {{ day: string, calls: string, credits?: string }} Day What one day came to, as the interface writes it. */
/** @typedef {{ start: string, end: string, calls: string, days?: Day[] }} Usage */

/** More bars than this are too thin to be told apart: then days without a call are left out. */
const MOST_DAYS = 31;
const DAY = 86_400_000;

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const numberFormat = new Intl.NumberFormat('en-GB');

/** Midnight UTC. @param {string} day YY-MM-DD */
const timeOf = (day) => Date.parse(`20${day}T00:00:00Z`);

/** @param {string} day YY-MM-DD */
const shortDay = (day) => dayFormat.format(timeOf(day));

/** @param {number} count */
const calls = (count) => `${numberFormat.format(count)} ${count === 1 ? 'call' : 'calls'}`;

/** Every day of the range, or where they are too many, the days with calls. @param {Usage} usage @returns {Day[]} */
const barsOf = ({ start, end, days = [] }) => {
  const count = (timeOf(end) - timeOf(start)) / DAY + 1;
  if (count > MOST_DAYS) return days;
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(timeOf(start) + at * DAY).toISOString().slice(2, 10);
    return known.get(day) ?? { day, calls: '0', credits: '0' };
  });
};

/** @param {Day} day @param {number} most */
const barOf = ({ day, calls: count }, most) => {
  const column = document.createElement('div');
  const bar = document.createElement('i');
  const label = document.createElement('span');
  bar.style.height = `${(100 * Number(count)) / Math.max(most, 1)}%`;
  label.textContent = String(new Date(timeOf(day)).getUTCDate());
  column.title = `${shortDay(day)}: ${calls(Number(count))}`;
  column.append(bar, label);
  return column;
};

/** @param {Day} day */
const rowOf = ({ day, calls: count, credits = '' }) => {
  const row = document.createElement('tr');
  const header = document.createElement('th');
  header.scope = 'row';
  header.textContent = `20${day}`;
  row.append(header);
  for (const number of [count, credits]) {
    const cell = row.insertCell();
    cell.textContent = number;
    cell.className = 'number';
  }
  return row;
};

/** @param {Usage} usage */
export const totalOf = ({ calls: count, start, end }) => `${calls(Number(count))} from 20${start} to 20${end}`;

/** Draws the bars, and fills the table that says the same in numbers. @param {Usage} usage */
export const drawUsage = (usage) => {
  const days = usage.days ?? [];
  const bars = barsOf(usage);
  const busiest = days.reduce((most, day) => (Number(day.calls) > Number(most.calls) ? day : most), {
    day: '',
    calls: '0',
  });
  const most = Number(busiest.calls);

  const chart = document.createElement('div');
  chart.className = 'bars';
  chart.setAttribute('role', 'img');
  chart.setAttribute(
    'aria-label',
    most
      ? `A bar for each day; the highest is ${shortDay(busiest.day)} with ${calls(most)}.`
      : 'No bar: there were no calls.',
  );
  chart.append(...bars.map((day) => barOf(day, most)));
  find('chart').replaceChildren(chart);
  find('chart-caption').textContent = most
    ? `The highest bar is ${calls(most)}, on ${shortDay(busiest.day)}.${bars.length === days.length ? '' : ' Days without a bar had none.'}`
    : '';
  find('days').replaceChildren(...days.map(rowOf));
};
