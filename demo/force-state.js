/** @typedef {HTMLElement & { reset(): void }} EmailCheck */
/** @typedef {{ address?: string, attributes?: Record<string, string>, leave?: boolean, submit?: boolean, limit?: boolean }} Recipe */

let visitors = 0;
/** An address that was not asked about before: what was answered once is not asked again. @param {string} domain */
const newcomer = (domain) => `visitor${Date.now() % 100_000}${++visitors}@${domain}`;

const TARPIT = 'tarpit.net-trouble.com';

/** States, each by the attributes and the address that lead to it. @type {Record<string, Record<string, () => Recipe>>} */
export const recipes = {
  'Without a question': {
    idle: () => ({}),
    typing: () => ({ address: 'jane.doe@' }),
    malformed: () => ({ address: 'jane..doe@example.com', leave: true }),
    suggestion: () => ({ address: 'jane.doe@gmial.com' }),
    denied: () => ({ address: 'jane.doe@example.com', attributes: { deny: 'example.com' } }),
    disposable: () => ({ address: 'x@mailinator.com' }),
  },
  Verdicts: {
    checking: () => ({ address: newcomer(TARPIT) }),
    safe: () => ({ address: 'jane.doe@acme.com' }),
    risky: () => ({ address: 'jane.doe@full.net-trouble.com', attributes: { warn: 'risky' } }),
    invalid: () => ({ address: 'nobody@acme.com' }),
    unknown: () => ({ address: 'jane.doe@blocking.net-trouble.com' }),
  },
  Policy: {
    'shared inbox': () => ({ address: 'sales@acme.com', attributes: { warn: 'role' } }),
    'accept-all': () => ({ address: 'jane.doe@accept-all.net-trouble.com', attributes: { warn: 'accept-all' } }),
    'work address': () => ({
      address: 'jane.doe@gmail.com',
      attributes: { block: 'syntax typo free', 'no-override': '' },
    }),
    blocked: () => ({
      address: 'nobody@acme.com',
      attributes: { block: 'syntax typo disposable spam-trap invalid' },
      leave: true,
    }),
    held: () => ({
      address: newcomer(TARPIT),
      attributes: { block: 'syntax typo invalid', hold: '10000' },
      submit: true,
    }),
  },
  'Failures of the service': {
    limited: () => ({ address: newcomer('acme.com'), limit: true, leave: true }),
    unavailable: () => ({ address: newcomer('acme.com'), attributes: { 'base-url': location.origin } }),
    'too slow': () => ({ address: newcomer(TARPIT), attributes: { timeout: '500' } }),
    misconfigured: () => ({ address: newcomer('acme.com'), attributes: { 'public-key': 'public_unknown' } }),
  },
};

/** Removes the mark by which every tab knows that today's validations are used up. */
export const forgetLimit = () => {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith('email-check-limit')) localStorage.removeItem(name);
  }
};

/** Brings the field of an element to a state, as a visitor and a page's author would. @param {EmailCheck} check */
export const createForcing = (check) => {
  const email = /** @type {HTMLInputElement} */ (document.querySelector('[name=email]'));
  const first = [...check.attributes].map(({ name, value }) => [name, value]);

  /** Puts the attributes back, all but those that the page itself gave it. */
  const restore = () => {
    for (const { name } of [...check.attributes]) {
      if (!first.some(([known]) => known === name)) check.removeAttribute(name);
    }
    for (const [name = '', value = ''] of first) {
      if (check.getAttribute(name) !== value) check.setAttribute(name, value);
    }
  };

  const limitMark = () => `email-check-limit ${check.getAttribute('base-url')} ${check.getAttribute('public-key')}`;

  /** Puts an address into the field as typing does, so that the field's real events fire. @param {string} address */
  const type = (address) => {
    email.focus();
    email.select();
    document.execCommand(address ? 'insertText' : 'delete', false, address);
  };

  /** @param {Recipe} recipe */
  const force = ({ address = '', attributes: wanted = {}, leave, submit, limit }) => {
    restore();
    forgetLimit();
    for (const [name, value] of Object.entries(wanted)) check.setAttribute(name, value);
    if (limit) localStorage.setItem(limitMark(), String(Date.now()));
    type('');
    // Another address begins: the pause since the last one says nothing of how fast a person types.
    check.reset();
    if (address) type(address);
    if (leave) email.blur();
    if (submit) email.form?.requestSubmit(email.form.querySelector('button:not([type])'));
  };

  return { force, restore };
};
