/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** The first release whose Chromium has the protocol. */
const FIRST_CHROMIUM = 150;

/** @type {readonly { readonly brand: string, readonly version: string }[]} */
const brands = Reflect.get(navigator, 'userAgentData')?.brands ?? [];
const chromium = brands.find(({ brand }) => brand === 'Chromium');

// No page can ask a browser whether the protocol is on: this says what the browser is.
find('#this-browser').textContent =
  Number(chromium?.version) >= FIRST_CHROMIUM
    ? `This browser is Chromium ${chromium?.version}: it can, if it was started with the command below.`
    : chromium
      ? `This browser is Chromium ${chromium.version}: it cannot. ${FIRST_CHROMIUM} is the first that can.`
      : 'This browser cannot: the sign-up works, and needs a code.';

find('#copy').addEventListener('click', () => {
  navigator.clipboard.writeText(find('#command').textContent ?? '').then(
    () => (find('#copied').textContent = 'Copied.'),
    () => (find('#copied').textContent = 'The browser does not allow that: select the command and copy it.'),
  );
});
