import { createListItem, milestoneOf } from './bulk-list.js';
import { showResultsOf } from './bulk-results.js';
import { follow, hasEnded } from './bulk-waiting.js';

/** @typedef {import('./bulk-waiting.js').Answer} Answer */
/** @typedef {{ id: string, name: string, url: string }} Kept A list as this tab remembers it. */
/** @typedef {Kept & { item: ReturnType<typeof createListItem>, progress?: import('./bulk-waiting.js').Progress, askNow(): void }} Sent */

/** Lists that a tab remembers. */
const MOST_KEPT = 10;
/** The interface's words to an account without credits. */
const NO_CREDITS = 'Credits Low';
const STORE = 'fernhollow-lists';

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const numberFormat = new Intl.NumberFormat('en-GB');

/** Asks the key proxy. Of an error it has the sentence in `error`. @param {string} path @returns {Promise<Answer>} */
const ask = async (path) => {
  try {
    const response = await fetch(`/email-check/${path}`, { headers: { 'email-check': '1' } });
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

// The lists that were sent, the latest first.

/** @type {Sent[]} */
let sent = [];

const remember = () =>
  sessionStorage.setItem(
    STORE,
    JSON.stringify(sent.slice(0, MOST_KEPT).map(({ id, name, url }) => ({ id, name, url }))),
  );

/** @returns {Kept[]} */
const remembered = () => JSON.parse(sessionStorage.getItem(STORE) ?? '[]');

/** The list that others of this account wait for, where this tab has sent it. */
const atWork = () => sent.find(({ progress }) => progress?.kind === 'processing' || progress?.kind === 'paused');

/** The list whose results are shown, or are about to be. @type {Sent | undefined} */
let shown;

/** @param {Sent} list */
const showResults = async (list) => {
  shown = list;
  // The link that is here may have expired since.
  const { body } = await ask(`lists/status?${new URLSearchParams({ list_id: list.id })}`);
  if (shown === list) await showResultsOf(list.name, body.service?.download_link || list.progress?.link);
};

/** @param {Sent} list */
const openResults = async (list) => {
  await showResults(list);
  find('results-title').focus();
};

/** @param {Sent} list @param {import('./bulk-waiting.js').Progress} progress */
const tell = (list, progress) => {
  const before = list.progress;
  list.progress = progress;
  const { headline, words } = list.item.show(progress, progress.kind === 'queued' ? (atWork()?.name ?? '') : '');
  if (before && milestoneOf(before) === milestoneOf(progress)) return;
  find('news').textContent = `${list.name}: ${headline}. ${words}`.trim();
  void showBalance();
  // The latest is shown by itself; an earlier one in place of nothing alone, since somebody may be reading.
  if (progress.link && (list === sent[0] || !shown)) void showResults(list);
};

/** @param {Kept} kept */
const watch = (kept) => {
  /** @type {Sent} */
  const list = {
    ...kept,
    item: createListItem(kept.name, {
      showResults: () => void openResults(list),
      sendAgain: () => void send(kept.name, kept.url),
      addCredits: () => void addCredits(),
    }),
    askNow: () => {},
  };
  sent.push(list);
  return list;
};

/** @param {Sent} list */
const begin = (list) => {
  list.askNow = follow(
    () => ask(`lists/status?${new URLSearchParams({ list_id: list.id })}`),
    (progress) => tell(list, progress),
  );
};

const showAll = () => {
  find('sent').hidden = sent.length === 0;
  find('lists').replaceChildren(...sent.map(({ item }) => item.element));
};

// Sending one.

const own = /** @type {HTMLInputElement} */ (find('own'));
const ownUrl = /** @type {HTMLInputElement} */ (find('own-url'));

/** @param {string} words @param {boolean} [isFault] */
const say = (words, isFault = false) => {
  find('upload-status').textContent = words;
  find('upload-status').classList.toggle('fault', isFault);
  ownUrl.setAttribute('aria-invalid', String(isFault && own.checked));
};

/** @param {string} name @param {string} url */
const send = async (name, url) => {
  say('Sending…');
  const { status, body } = await ask(`lists/upload?${new URLSearchParams({ url, name })}`);
  if (status === 403) return void (await showBalance());
  if (body.error === NO_CREDITS)
    return say(`The service answers “${NO_CREDITS}”: add some above, and send the list again.`, true);
  if (status !== 200 || body.success === '0') return say(body.service?.reason ?? body.error, true);
  const { list_id: id, list_name: known } = body.service;
  // Also one that nothing is known of yet: a double click sends it twice.
  if (sent.some((list) => list.id === id && !(list.progress && hasEnded(list.progress))))
    return say(`“${known}” is on its way already.`);
  say(`“${known}” was sent.`);
  const list = watch({ id, name: known, url });
  sent = [list, ...sent.filter((each) => each.id !== id)];
  remember();
  showAll();
  begin(list);
};

ownUrl.addEventListener('input', () => (own.checked = true));

find('upload').addEventListener('submit', (event) => {
  event.preventDefault();
  const chosen = /** @type {HTMLInputElement} */ (find('upload').querySelector('[name=list]:checked'));
  void (chosen === own ? send('', ownUrl.value.trim()) : send(chosen.dataset.name ?? '', chosen.value));
});

// Credits.

const addCredits = async () => {
  const response = await fetch('/add-credits', { method: 'POST' }).catch(() => undefined);
  const isSignedIn = await showBalance();
  // Who is signed out is told so by what stands there then.
  find('credits-fault').textContent =
    response?.ok || !isSignedIn
      ? ''
      : 'No credits were added: the site or its service cannot be reached. Try again in a while.';
  for (const list of sent) list.askNow();
};

find('add-credits').addEventListener('click', addCredits);

if (await showBalance()) {
  for (const kept of remembered()) watch(kept);
  showAll();
  for (const list of sent) begin(list);
}
