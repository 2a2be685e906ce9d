import { followLog } from './live-log.js';

/** @typedef {HTMLElement & { reset(): void }} EmailCheck */

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

const check = /** @type {EmailCheck} */ (find('email-check'));
const email = /** @type {HTMLInputElement} */ (find('[name=email]'));

followLog();

// Addresses to try.

/** Puts an address into the field as typing does, so that the field's real events fire. @param {string} address */
const type = (address) => {
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

// The day.

/** A day goes by for the service and for this site, and with it the mark that the day's validations are used up. */
const beginDay = async () => {
  await fetch('/new-day', { method: 'POST' });
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith('email-check-limit')) localStorage.removeItem(name);
  }
};

find('#new-day').addEventListener('click', beginDay);

// Tricks: what a page could try to get past the backend.

/** Asks the key proxy as the field does. @param {string} address @returns {Promise<string>} */
const receiptFor = async (address) => {
  const response = await fetch('/email-check/validate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: address }),
  });
  const { receipt, error } = await response.json();
  if (!receipt) throw new Error(error ?? 'The key proxy gave no receipt.');
  return receipt;
};

/** @param {string} address @param {string} receipt */
const fieldsOf = (address, receipt) => ({ name: 'Mallory', email: address, email_check_receipt: receipt });

/** Sends a form of its own making, and shows what the backend answers. @param {string} address @param {string} receipt */
const send = (address, receipt) => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: '/sign-up', hidden: true });
  for (const [name, value] of Object.entries(fieldsOf(address, receipt))) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  document.body.append(form);
  form.submit();
};

/** The same receipt with other claims, as somebody without the secret can make it. @param {string} receipt */
const embellished = (receipt) => {
  const [header, payload = '', signature] = receipt.split('.');
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  const edited = btoa(JSON.stringify({ ...claims, result: 'Safe to Send', code: 5, send_transactional: true }));
  return [header, edited.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''), signature].join('.');
};

/** @type {Record<string, () => Promise<void>>} */
const tricks = {
  edited: async () => send('nobody@gmail.com', embellished(await receiptFor('nobody@gmail.com'))),
  borrowed: async () => send('nobody@gmail.com', await receiptFor('jane.doe@gmail.com')),
  twice: async () => {
    const receipt = await receiptFor('jane.doe@gmail.com');
    await fetch('/sign-up', { method: 'POST', body: new URLSearchParams(fieldsOf('jane.doe@gmail.com', receipt)) });
    send('jane.doe@gmail.com', receipt);
  },
  late: async () => {
    const receipt = await receiptFor('jane.doe@gmail.com');
    await beginDay();
    send('jane.doe@gmail.com', receipt);
  },
  temporary: async () => send('x@mailinator.com', await receiptFor('x@mailinator.com')),
};

const status = find('#trick-status');

for (const [name, play] of Object.entries(tricks)) {
  find(`#${name}`).addEventListener('click', () => {
    status.textContent = 'Asking the key proxy for a receipt…';
    play().then(
      () => (status.textContent = ''),
      ({ message }) => (status.textContent = `There is no receipt to send. ${message}`),
    );
  });
}
