import { svg, html, type TemplateResult } from 'lit';

/** Pictures of 18 × 18, as strokes. */
const strokes = {
  overview: 'M3 3h5v7H3zM10 3h5v4h-5zM10 9h5v6h-5zM3 12h5v3H3z',
  live: 'M1.5 9.5h3l2.5-6 4 11 2.5-5h3',
  try: 'M8 13A5 5 0 1 0 8 3a5 5 0 0 0 0 10ZM11.6 11.6 15.5 15.5',
  lists: 'M6.5 4.5h9M6.5 9h9M6.5 13.5h9M2.5 4.5h.5M2.5 9h.5M2.5 13.5h.5',
  keys: 'M6 15a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM8.5 9 15 2.5M12 5.5l2.5 2.5',
  webhooks: 'M3 9h9.5M9 5.5 12.5 9 9 12.5M15.5 3.5v11',
  accounts: 'M9 8.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 15.5c0-3 2.5-4.5 6-4.5s6 1.5 6 4.5',
  sessions: 'M2.5 3.5h13v8.5h-13zM6 15h6M9 12v3',
  leave: 'M7 2.5H3v13h4M11.5 5.5 15 9l-3.5 3.5M15 9H7',
} as const;

export type IconName = keyof typeof strokes;

/** A picture that stands beside words which say the same. */
export const icon = (name: IconName): TemplateResult =>
  html`<svg
    viewBox="0 0 18 18"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    ${svg`<path d=${strokes[name]}></path>`}
  </svg>`;

export const brandMark: TemplateResult = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="9" fill="#1f6b4a"></rect>
  <path
    d="m9 16.5 5 5 9.5-11"
    fill="none"
    stroke="#fff"
    stroke-width="3"
    stroke-linecap="round"
    stroke-linejoin="round"
  ></path>
</svg>`;
