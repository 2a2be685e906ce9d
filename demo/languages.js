// Each language's longest texts, in elements that a visitor's typing brought to show them. No key, so nothing is paid for.

/** @typedef {HTMLElement & { messages: Record<string, string>, suggestion: string }} EmailCheck */
/** @typedef {{ name: string, address: string, attributes?: Record<string, string>, press?: string }} Sample */

const languages =
  'ar bg cs da de el en es et fa fi fr ga he hi hr hu id it ja ko lt lv mt nb nl nn no pl pt pt-br ro ru sk sl sv tr uk vi zh zh-hant zh-hk zh-mo zh-tw'.split(
    ' ',
  );
const rightToLeft = ['ar', 'fa', 'he'];

/** @param {string} tag */
const directionOf = (tag) => (rightToLeft.includes(tag) ? 'rtl' : 'ltr');

const template = /** @type {HTMLTemplateElement} */ (document.querySelector('template'));
const list = /** @type {HTMLElement} */ (document.querySelector('#languages'));

/** @type {Sample[]} */
const samples = [
  // A refused domain shows any text, with an icon.
  {
    name: 'message',
    address: 'forename.surname@department.example.com',
    attributes: { deny: 'department.example.com' },
  },
  { name: 'suggestion', address: 'forename.middlename.surname@gmial.com' },
  { name: 'accepted', address: 'forename.middlename.surname@gmial.com', press: 'accept' },
  { name: 'override', address: 'forename.surname@mailinator.com', attributes: { block: 'disposable' } },
];

/** Puts an address into the field as pasting does. @param {HTMLInputElement} input @param {string} address */
const paste = (input, address) => {
  input.focus({ preventScroll: true });
  input.value = address;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
};

/** @param {HTMLElement} section @param {Sample} sample @param {string} longest */
const show = async (section, { name, address, attributes = {}, press }, longest) => {
  section.append(template.content.cloneNode(true));
  const check = /** @type {EmailCheck} */ (section.lastElementChild);
  check.dataset.sample = name;
  for (const [key, value] of Object.entries(attributes)) check.setAttribute(key, value);
  if (attributes.deny) check.messages = { deny: longest };
  paste(/** @type {HTMLInputElement} */ (check.querySelector('input')), address);
  // What has happened is shown by the next task.
  await new Promise((resolve) => setTimeout(resolve));
  if (press)
    /** @type {HTMLElement} */ (check.shadowRoot?.querySelector(`.row [part=${press}]`)).click();
};

/** @param {HTMLElement} section @param {string} tag */
const fill = async (section, tag) => {
  const heading = document.createElement('h2');
  heading.textContent = `${new Intl.DisplayNames([tag], { type: 'language' }).of(tag)} (${tag})`;
  section.append(heading);
  list.append(section);
  const { catalogue } = await import(`/modules/email-check-element/element/locales/${tag}.js`);
  const longest = Object.values(/** @type {Record<string, string>} */ (catalogue)).reduce((a, b) =>
    b.length > a.length ? b : a,
  );
  for (const sample of samples) await show(section, sample, longest);
  // A message may take a second line once its field was left.
  /** @type {HTMLElement} */ (document.activeElement).blur();
};

await customElements.whenDefined('email-check');
const only = new URLSearchParams(location.search).get('lang');
if (only) {
  // The page itself is in that language.
  Object.assign(document.documentElement, { lang: only, dir: directionOf(only) });
  await fill(document.createElement('section'), only);
} else {
  for (const tag of languages)
    await fill(Object.assign(document.createElement('section'), { lang: tag, dir: directionOf(tag) }), tag);
}
document.documentElement.dataset.ready = '';
