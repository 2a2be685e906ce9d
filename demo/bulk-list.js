/** @typedef {import('./bulk-waiting.js').Progress} Progress */
/** @typedef {{ headline: string, words: string }} Said */

const percentFormat = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 0 });

/** @param {number} percentage */
const percent = (percentage) => percentFormat.format(percentage / 100);

/** What is said of a list in each state: a word or two, and a sentence. @type {Record<Progress['kind'], (progress: Progress, ahead: string) => Said>} */
const sayings = {
  queued: (_, ahead) => ({
    headline: 'Queued',
    words: ahead
      ? `It begins when “${ahead}” has ended: an account has one list at work.`
      : 'It begins when the lists before it have ended.',
  }),
  processing: ({ percentage = 0 }) => ({ headline: `${percent(percentage)} checked`, words: '' }),
  paused: ({ reason = '' }) => ({ headline: 'Waits for credits', words: `${reason} What is checked so far is kept.` }),
  completed: () => ({ headline: 'Completed', words: '' }),
  failed: ({ reason = '' }) => ({
    headline: 'Failed',
    words: `${reason} Nothing was charged. When that is done, send the list again.`,
  }),
  cancelled: ({ link, reason = '' }) => ({
    headline: 'Cancelled',
    words: `${reason} ${link ? 'What was checked by then can be had.' : 'Nothing was checked by then.'}`.trim(),
  }),
  unheard: ({ reason = '' }) => ({
    headline: 'No answer',
    words: `${reason} This page goes on asking. The list is not lost: it goes on where it was.`,
  }),
  gone: () => ({
    headline: 'Not known',
    words: 'The demo was started anew since then, and has forgotten its lists: send it again.',
  }),
  closed: () => ({ headline: 'Not asked', words: 'Sign in to see how far it has come.' }),
};

/** What is said of a list. @param {Progress} progress @param {string} [ahead] the list that this one waits for, where the page knows it */
export const saidOf = (progress, ahead = '') => sayings[progress.kind](progress, ahead);

/** @template {keyof HTMLElementTagNameMap} Name @param {Name} name @param {string} [className] @param {string} [text] */
const make = (name, className = '', text = '') =>
  Object.assign(document.createElement(name), { className, textContent: text });

/** @param {string} text @param {() => void} act */
const buttonOf = (text, act) => {
  const button = Object.assign(make('button', 'secondary', text), { type: 'button', hidden: true });
  button.addEventListener('click', act);
  return button;
};

/**
 * A list on the page, with its bar.
 * @param {string} name @param {{ showResults(): void, sendAgain(): void, addCredits(): void }} acts
 */
export const createListItem = (name, { showResults, sendAgain, addCredits }) => {
  const element = make('li');
  const heading = make('div', 'heading');
  const headline = make('strong', 'headline', 'Asking…');
  const bar = make('div', 'bar');
  const filled = make('i');
  const words = make('p', 'hint');
  const results = buttonOf('Show the results', showResults);
  const again = buttonOf('Send it again', sendAgain);
  const credits = buttonOf('Add 5,000 credits', addCredits);
  // A page has one of each: which list it is of is in its name.
  for (const button of [results, again, credits]) button.setAttribute('aria-label', `${button.textContent}: ${name}`);
  bar.setAttribute('role', 'progressbar');
  bar.setAttribute('aria-label', `Progress of ${name}`);
  bar.append(filled);
  heading.append(make('h3', '', name), headline);
  element.append(heading, bar, words, results, again, credits);
  let last = 0;

  return {
    element,
    /** @param {Progress} progress @param {string} ahead the list that this one waits for, where the page knows it @returns {Said} */
    show(progress, ahead) {
      const { kind, link, percentage = last } = progress;
      const said = saidOf(progress, ahead);
      last = percentage;
      element.dataset.kind = kind;
      headline.textContent = said.headline;
      words.textContent = said.words;
      words.hidden = !said.words;
      bar.hidden = ['failed', 'gone', 'closed', 'cancelled'].includes(kind);
      filled.style.width = `${percentage}%`;
      bar.setAttribute('aria-valuenow', String(percentage));
      bar.setAttribute(
        'aria-valuetext',
        kind === 'processing' ? said.headline : `${percent(percentage)}: ${said.headline}`,
      );
      results.hidden = !link;
      again.hidden = !['failed', 'gone'].includes(kind);
      credits.hidden = kind !== 'paused';
      return said;
    },
  };
};

/** When to say by voice how far a list has come: at each new state, and at each quarter. @param {Progress} progress */
export const milestoneOf = ({ kind, percentage = 0 }) =>
  kind === 'processing' ? `${kind} ${Math.floor(percentage / 25)}` : kind;
