/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  const row = document.createElement('li');
  row.textContent = `${violatedDirective}: ${blockedURI}`;
  find('#violations').append(row);
  find('#none').hidden = true;
});

find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  find('output').textContent = 'Thanks, you are signed up.';
});
