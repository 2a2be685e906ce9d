/** @typedef {{ result: string, name: string, sign: string, count: number }} Slice Lines of one result: `name` is its class, `sign` a shape that stands for it. */

const SVG = 'http://www.w3.org/2000/svg';
const SIZE = 100;
const CENTRE = SIZE / 2;
const RADIUS = 36;
const WIDTH = 20;
/** A slice of a smaller share has no room for its sign. */
const LEAST_SIGNED = 0.05;

const numberFormat = new Intl.NumberFormat('en-GB');
const shareFormat = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

/** Every result, with its sign: colours alone would tell some people nothing. */
const kinds = [
  { result: 'Safe to Send', name: 'safe', sign: '●' },
  { result: 'Risky', name: 'risky', sign: '▲' },
  { result: 'Invalid', name: 'invalid', sign: '■' },
  { result: 'Unknown', name: 'unknown', sign: '◆' },
];
const NOT_CHECKED = { result: '', name: 'unchecked', sign: '–' };

/** @param {string} result */
export const kindOf = (result) => kinds.find((kind) => kind.result === result) ?? NOT_CHECKED;

/** What a result is called on the page. @param {string} result */
export const labelOf = (result) => result || 'Not checked';

/** The results with the number of their lines, in one order always. Those that were never checked are left out where there are none. @param {{ result: string }[]} rows @returns {Slice[]} */
export const slicesOf = (rows) =>
  [...kinds, NOT_CHECKED]
    .map((kind) => ({ ...kind, count: rows.filter(({ result }) => kindOf(result) === kind).length }))
    .filter(({ result, count }) => result || count);

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
const shape = (name, attributes, text = '') => {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  made.textContent = text;
  return made;
};

/** A place on the ring, clockwise from its top. @param {number} turn 0 to 1 @param {number} radius */
const at = (turn, radius) => ({
  x: CENTRE + radius * Math.sin(2 * Math.PI * turn),
  y: CENTRE - radius * Math.cos(2 * Math.PI * turn),
});

/** @param {Slice} slice @param {number} total */
const shareOf = ({ count }, total) => count / Math.max(total, 1);

/** @param {Slice[]} slices */
const sentenceOf = (slices) =>
  slices.map((slice) => `${labelOf(slice.result)} ${numberFormat.format(slice.count)}`).join(', ');

/** Draws what the lines came to as a ring. @param {Slice[]} slices @param {number} total */
export const donutOf = (slices, total) => {
  const lines = total === 1 ? 'line' : 'lines';
  const svg = shape('svg', {
    viewBox: `0 0 ${SIZE} ${SIZE}`,
    role: 'img',
    'aria-label': `A ring of ${numberFormat.format(total)} ${lines}: ${sentenceOf(slices)}.`,
  });
  const ring = {
    cx: CENTRE,
    cy: CENTRE,
    r: RADIUS,
    'stroke-width': WIDTH,
    fill: 'none',
    pathLength: 1,
    transform: `rotate(-90 ${CENTRE} ${CENTRE})`,
  };
  const shown = slices.filter(({ count }) => count > 0);
  /** @type {Element[]} */
  const above = [];
  let begin = 0;
  for (const slice of shown) {
    const share = shareOf(slice, total);
    svg.append(
      shape('circle', {
        ...ring,
        class: `slice ${slice.name}`,
        'stroke-dasharray': `${share} ${1 - share}`,
        'stroke-dashoffset': -begin,
      }),
    );
    const [from, to] = [at(begin, RADIUS - WIDTH / 2 - 1), at(begin, RADIUS + WIDTH / 2 + 1)];
    if (shown.length > 1) above.push(shape('line', { class: 'gap', x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
    if (share >= LEAST_SIGNED)
      above.push(shape('text', { class: 'sign', ...at(begin + share / 2, RADIUS) }, slice.sign));
    begin += share;
  }
  svg.append(
    ...above,
    shape('text', { class: 'total', x: CENTRE, y: CENTRE - 3 }, numberFormat.format(total)),
    shape('text', { class: 'unit', x: CENTRE, y: CENTRE + 8 }, lines),
  );
  return svg;
};

/** A result with its sign before it. @param {string} result */
export const badgeOf = (result) => {
  const { name, sign } = kindOf(result);
  const badge = document.createElement('span');
  const mark = document.createElement('span');
  mark.className = `mark ${name}`;
  mark.setAttribute('aria-hidden', 'true');
  mark.textContent = sign;
  badge.append(mark, ` ${labelOf(result)}`);
  return badge;
};

/** The ring in numbers, a row a result. @param {Slice[]} slices @param {number} total */
export const legendOf = (slices, total) =>
  slices.map((slice) => {
    const row = document.createElement('tr');
    const header = document.createElement('th');
    header.scope = 'row';
    header.append(badgeOf(slice.result));
    row.append(header);
    for (const text of [numberFormat.format(slice.count), shareFormat.format(shareOf(slice, total))]) {
      const cell = row.insertCell();
      cell.className = 'number';
      cell.textContent = text;
    }
    return row;
  });
