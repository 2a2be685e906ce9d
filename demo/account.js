import { drawUsage, totalOf } from './usage-chart.js';

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const numberFormat = new Intl.NumberFormat('en-GB');

/**
 * Asks the key proxy. Of an error it has the sentence in `error`.
 * @param {string} path @param {{ method?: string, headers?: Record<string, string>, body?: string }} [how]
 * @returns {Promise<{ status: number, body: any }>}
 */
const ask = async (path, how = {}) => {
  try {
    // Account calls need the header.
    const headers = { 'email-check': '1', ...how.headers };
    const response = await fetch(`/email-check/${path}`, { ...how, headers });
    return { status: response.status, body: await response.json() };
  } catch {
    return { status: 0, body: { error: 'This site cannot be reached.' } };
  }
};

/** @param {boolean} isSignedIn */
const turn = (isSignedIn) => {
  for (const id of ['signed-in', 'balance-facts', 'sign-out']) find(id).hidden = !isSignedIn;
  find('signed-out').hidden = isSignedIn;
};

const showBalance = async () => {
  const { status, body } = await ask('balance');
  const isRefused = status === 403;
  turn(!isRefused);
  find('refusal-status').textContent = isRefused ? 'The key proxy answers 403:' : '';
  find('refusal').textContent = isRefused ? body.error : '';
  find('balance').textContent = status === 200 ? numberFormat.format(body.balance) : '–';
  return !isRefused;
};

/** Says how a form's question ended. @param {string} id @param {string} words @param {boolean} [isFault] */
const say = (id, words, isFault = false) => {
  find(id).textContent = words;
  find(id).classList.toggle('fault', isFault);
};

// Usage.

/** A date of this page as the interface writes it, YY-MM-DD. One of another century is left to the key proxy to name. @param {FormDataEntryValue | null} date */
const wireDay = (date) => String(date ?? '').replace(/^20(?=\d\d-)/, '');

const showUsage = async () => {
  const fields = new FormData(/** @type {HTMLFormElement} */ (find('usage')));
  const range = { start: wireDay(fields.get('start')), end: wireDay(fields.get('end')) };
  const { status, body } = await ask(`usage?${new URLSearchParams(range)}`);
  const isFound = status === 200;
  find('usage-found').hidden = !isFound;
  say('usage-status', isFound ? totalOf(body.service) : body.error, !isFound);
  if (isFound) drawUsage(body.service);
};

// A reverse look-up.

/** @param {string} term @param {string} text */
const rowOf = (term, text) => {
  const row = document.createElement('div');
  const name = document.createElement('dt');
  const value = document.createElement('dd');
  name.textContent = term;
  value.textContent = text;
  row.append(name, value);
  return row;
};

/** What is found is free-form: texts are shown as they are, and all else as JSON. @param {unknown} value */
const shown = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

const showPerson = async () => {
  const fields = new FormData(/** @type {HTMLFormElement} */ (find('reverse')));
  const email = String(fields.get('email') ?? '');
  find('person').replaceChildren();
  say('reverse-status', 'Looking…');
  const { status, body } = await ask('reverse', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const isFound = status === 200;
  const { inferred = [], ...found } = isFound ? body.data : {};
  const rows = Object.entries(found).map(([name, value]) =>
    rowOf(inferred.includes(name) ? `${name} (concluded)` : name, shown(value)),
  );
  find('person').replaceChildren(...rows);
  say(
    'reverse-status',
    isFound ? `${rows.length ? 'This' : 'Nothing'} is known of ${body.email}${rows.length ? ':' : '.'}` : body.error,
    !isFound,
  );
  await showBalance();
};

/** Lets a form ask by script. @param {string} id @param {() => Promise<unknown>} show */
const answer = (id, show) =>
  find(id).addEventListener('submit', (event) => {
    event.preventDefault();
    void show();
  });

answer('usage', showUsage);
answer('reverse', showPerson);

if (await showBalance()) await showUsage();
