import { createForcing, forgetLimit, recipes } from './force-state.js';

/** @typedef {HTMLElement & { state: string, verdict?: { result: string, reasons: readonly string[] }, reset(): void }} EmailCheck */
/** @typedef {{ name: string, type: { text: string }, description: string, default?: string }} Attribute */

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** @template {keyof HTMLElementTagNameMap} Name @param {Name} name @param {Record<string, string>} properties @param {(Node | string)[]} children */
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const check = /** @type {EmailCheck} */ (find('email-check'));
const email = /** @type {HTMLInputElement} */ (find('[name=email]'));
const form = /** @type {HTMLFormElement} */ (find('form'));

// The page: theme, direction, and the input's type.

/** @type {Record<string, (value: string) => void>} */
const looks = {
  theme: (value) => (document.documentElement.dataset.theme = value),
  direction: (value) => (document.documentElement.dir = value),
  type: (value) => (email.type = value),
};
for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('[type=radio]'))) {
  radio.addEventListener('change', () => looks[radio.name]?.(radio.value));
  // A browser may restore the choice with the page.
  if (radio.checked) looks[radio.name]?.(radio.value);
}

// Events, as text.

const EVENTS_KEPT = 100;
const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** @param {unknown} value */
const textOf = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** @param {string} name @param {Record<string, unknown>} details */
const log = (name, details) => {
  const told = Object.entries(details).map(([key, value]) => `${key}: ${textOf(value)}`);
  const row = make(
    'li',
    {},
    make('time', {}, timeFormat.format()),
    ' ',
    make('code', {}, name),
    ` ${told.join(' · ')}`,
  );
  find('#events').prepend(row);
  find('#events').children[EVENTS_KEPT]?.remove();
  find('#events-empty').hidden = true;
};

/** Shows the element's own properties once its present step is over. */
const showFacts = () =>
  queueMicrotask(() => {
    const { state = 'idle', verdict } = check;
    find('#state').textContent = state;
    find('#verdict').textContent = verdict ? `${verdict.result}: ${verdict.reasons.join(', ')}` : '–';
  });

for (const name of ['input', 'change', 'focusin', 'focusout', 'click', 'keyup']) addEventListener(name, showFacts);

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { value = '' } = /** @type {HTMLButtonElement | null} */ (event.submitter) ?? {};
  log('submit', { action: value, email: email.value });
});
form.addEventListener('reset', () => setTimeout(showFacts));

find('#clear').addEventListener('click', () => {
  find('#events').replaceChildren();
  find('#events-empty').hidden = false;
});

// Attributes: one control each, made from the element's manifest.

/** @type {[title: string, attributes: string[]][]} */
const groups = [
  [
    'Service',
    ['public-key', 'endpoint', 'base-url', 'disposable-url', 'logo-url', 'envelope', 'workspace-param', 'workspace'],
  ],
  ['When it asks', ['trigger', 'debounce', 'timeout', 'hold', 'paused']],
  ['Policy', ['block', 'warn', 'allow', 'deny', 'no-override']],
  ['What it shows', ['logo', 'no-suggestion', 'no-success', 'reserve', 'mark-input']],
];

/** A text in which every second piece stood between backticks. @param {string} text */
const proseOf = (text) => text.split('`').map((piece, index) => (index % 2 ? make('code', {}, piece) : piece));

/** @param {Attribute} attribute @returns {HTMLInputElement | HTMLSelectElement} */
const controlOf = ({ name, type: { text }, default: standard }) => {
  const known = { id: `attribute-${name}`, name };
  if (text === 'boolean') return make('input', { ...known, type: 'checkbox' });
  if (!text.includes('|'))
    return make('input', {
      ...known,
      type: text === 'number' ? 'number' : 'text',
      placeholder: standard,
      autocomplete: 'off',
    });
  const words = text.split('|').map((word) => word.trim().replaceAll("'", ''));
  return make('select', known, ...words.map((word) => make('option', { value: word === standard ? '' : word }, word)));
};

/** @param {HTMLInputElement | HTMLSelectElement} control */
const apply = (control) => {
  if (control.type === 'checkbox')
    check.toggleAttribute(control.name, /** @type {HTMLInputElement} */ (control).checked);
  else if (control.value) check.setAttribute(control.name, control.value);
  else check.removeAttribute(control.name);
};

/** @param {HTMLInputElement | HTMLSelectElement} control */
const follow = (control) => {
  const value = check.getAttribute(control.name);
  if (control.type === 'checkbox') /** @type {HTMLInputElement} */ (control).checked = value !== null;
  else control.value = value ?? '';
};

/** @param {Attribute} attribute */
const rowOf = (attribute) => {
  const control = controlOf(attribute);
  const hint = make('p', { id: `${control.id}-hint`, className: 'hint' }, ...proseOf(attribute.description));
  control.setAttribute('aria-describedby', hint.id);
  control.addEventListener('change', () => apply(control));
  new MutationObserver(() => follow(control)).observe(check, { attributeFilter: [attribute.name] });
  follow(control);
  return make(
    'div',
    { className: 'attribute' },
    make('label', { htmlFor: control.id }, make('code', {}, attribute.name)),
    control,
    hint,
  );
};

/** @param {Attribute[]} attributes */
const showAttributes = (attributes) => {
  const named = groups.flatMap(([, names]) => names);
  const all = attributes.map((each) => ({ ...each, default: (each.default ?? '').replaceAll("'", '') }));
  for (const [title, names] of [
    ...groups,
    ['More', all.map(({ name }) => name).filter((name) => !named.includes(name))],
  ]) {
    const rows = all.filter(({ name }) => names.includes(name)).map(rowOf);
    find('#attributes').append(make('h3', {}, title), make('div', {}, ...rows));
  }
};

const forcing = createForcing(check);
find('#restore').addEventListener('click', forcing.restore);

const manifest = await (await fetch('/custom-elements.json')).json();
const declarations = manifest.modules.flatMap(({ declarations }) => declarations);
const { attributes, events } = declarations.find(({ tagName }) => tagName === 'email-check');
showAttributes(attributes);
for (const { name } of events) {
  check.addEventListener(name, (event) => {
    const details = Object.entries(event).filter(([key]) => key !== 'isTrusted');
    log(name, Object.fromEntries(details));
    showFacts();
  });
}

// States.

for (const [title, group] of Object.entries(recipes)) {
  const buttons = Object.entries(group).map(([name, recipe]) => {
    const button = make('button', { type: 'button' }, name);
    button.addEventListener('click', () => {
      forcing.force(recipe());
      showFacts();
    });
    return make('li', {}, button);
  });
  find('#states').append(make('h3', {}, title), make('ul', {}, ...buttons));
}

find('#new-day').addEventListener('click', async () => {
  await fetch('/new-day', { method: 'POST' });
  forgetLimit();
  check.reset();
  showFacts();
});
