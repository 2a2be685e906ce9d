import type { Rules } from '../../src/element/rules.js';

/** What the element goes by where the page has set nothing. */
export const rules: Rules = {
  trigger: 'input',
  endpoint: '',
  debounce: 400,
  hold: 2500,
  block: 'syntax typo',
  warn: 'invalid disposable spam-trap',
  allow: '',
  deny: '',
  noSuggestion: false,
  noOverride: false,
  noSuccess: false,
  paused: false,
};
