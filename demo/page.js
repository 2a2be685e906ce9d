import { followLog } from './live-log.js';

/** @typedef {HTMLElement & { state: string, verdict?: { result: string, reasons: readonly string[] }, reset(): void }} EmailCheck */

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

const form = /** @type {HTMLFormElement} */ (find('form'));
const check = /** @type {EmailCheck} */ (find('email-check'));
const email = /** @type {HTMLInputElement} */ (find('[name=email]'));

// The sign-up.

/** @param {boolean} isSignedUp */
const turn = (isSignedUp) => {
  find('#sign-up').hidden = isSignedUp;
  find('#thanks').hidden = !isSignedUp;
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  find('#signed-up-address').textContent = email.value.trim();
  turn(true);
  find('#thanks-title').focus();
});

find('#back').addEventListener('click', () => {
  form.reset();
  turn(false);
  find('#name').focus();
});

// Addresses to try.

/** Puts an address into the field as typing does, so that the field's real events fire. @param {string} address */
const type = (address) => {
  turn(false);
  // Another address begins: the pause since the last one says nothing of how fast a person types.
  check.reset?.();
  email.focus();
  email.select();
  if (!document.execCommand('insertText', false, address)) {
    email.value = address;
    email.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
  }
};

for (const button of document.querySelectorAll('#addresses button')) {
  button.addEventListener('click', () => type(button.textContent ?? ''));
}

// The policy: attributes may change at any time.

/** @param {string} id @param {string} attribute @param {string} words */
const offer = (id, attribute, words) => {
  const box = /** @type {HTMLInputElement} */ (find(id));
  const set = () => (box.checked ? check.setAttribute(attribute, words) : check.removeAttribute(attribute));
  box.addEventListener('change', set);
  // A browser may restore the tick with the page.
  set();
};

offer('#warn-risky', 'warn', 'disposable spam-trap invalid accept-all role risky');
offer('#block-bad', 'block', 'syntax typo disposable spam-trap invalid');

// What the field knows.

/** Shows the element's own properties once its present step is over. @param {string} [source] */
const showFacts = (source = '–') =>
  queueMicrotask(() => {
    find('#state').textContent = check.state ?? 'idle';
    find('#result').textContent = check.verdict?.result ?? '–';
    find('#reason').textContent = check.verdict?.reasons.join(', ') || '–';
    find('#source').textContent = source;
  });

check.addEventListener('email-check-verdict', (event) =>
  showFacts(/** @type {Event & { source: string }} */ (event).source),
);
for (const name of [
  'input',
  'change',
  'focusout',
  'email-check-start',
  'email-check-suggestion',
  'email-check-limit',
  'email-check-error',
]) {
  check.addEventListener(name, () => showFacts());
}
form.addEventListener('reset', () => setTimeout(showFacts));

// The log, and the day.

followLog();

/** Removes the mark by which every tab knows that today's validations are used up. */
const forgetLimit = () => {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith('email-check-limit')) localStorage.removeItem(name);
  }
};

find('#new-day').addEventListener('click', async () => {
  await fetch('/new-day', { method: 'POST' });
  forgetLimit();
  check.reset();
  showFacts();
});
