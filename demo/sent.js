// Tells below each form how often it went out, and with what. A form inside a shadow root is heard there: submit is not composed.
const host = document.querySelector('sign-up-form');

for (const form of (host?.shadowRoot ?? document).querySelectorAll('form')) {
  let times = 0;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    times += 1;
    const addresses = [...new FormData(form).values()].join(' and ');
    const output = /** @type {HTMLOutputElement} */ (form.querySelector('output'));
    output.textContent = `Sent ${addresses} (${times} ×)`;
  });
}
