import { unsafeCSS } from '@lit/reactive-element';

/**
 * One quiet line, at home on any page: 4 px and a row of 24 below the input. Font and colour are inherited; what else a page
 * may have set on text around it is undone, so that a message never makes its container wider. The colour of an icon, and of an
 * error's text, is found for the background that it stands on (`tone-color.ts`).
 */
export const styles = unsafeCSS(`
  :host {
    display: block;
  }
  :host([hidden]),
  ::slotted([slot=description]) {
    display: none !important;
  }
  .line {
    position: relative;
    /* Without a baseline of its own: what stands beside the element is aligned to the field, whatever the line holds. */
    contain: layout;
    display: grid;
    box-sizing: border-box;
    width: 0;
    min-width: 100%;
    min-height: max(24px, 10em / 7 + 4px);
    margin-top: var(--email-check-gap, 4px);
    margin-bottom: calc(-1 * var(--email-check-overlap, 0px));
    padding-block: 2px;
    font-size: var(--email-check-font-size, 0.875em);
    line-height: calc(10 / 7);
    font-weight: 400;
    font-style: normal;
    text-align: start;
    text-indent: 0;
    text-transform: none;
    white-space: normal;
    word-break: normal;
    overflow-wrap: anywhere;
  }
  :host([reserve=none]) .empty {
    min-height: 0;
    margin: 0;
    padding: 0;
  }
  .line > * {
    grid-area: 1/1;
    min-width: 0;
  }
  .row:not(:empty) + slot {
    visibility: hidden;
  }
  slot[name=hint] {
    display: block;
  }
  .row {
    display: flex;
    gap: 6px;
  }
  .row > div {
    min-width: 0;
  }
  .good {
    --color: var(--email-check-good-color, var(--tone));
  }
  .warning {
    --color: var(--email-check-warning-color, var(--tone));
  }
  .error {
    --color: var(--email-check-error-color, var(--tone));
  }
  .row > svg,
  .error p {
    color: var(--color, inherit);
  }
  p {
    display: inline;
    margin: 0;
  }
  svg {
    display: block;
    flex: none;
    width: 20px;
    height: calc(10em / 7);
    fill: none;
    stroke: currentColor;
    stroke-width: 1.8;
  }
  .error > svg {
    fill: currentColor;
    fill-rule: evenodd;
    stroke: none;
  }
  @media (prefers-reduced-motion: no-preference) {
    .busy > svg {
      animation: turn 1s linear infinite;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  button {
    all: unset;
    display: inline-block;
    box-sizing: border-box;
    min-width: 24px;
    min-height: 24px;
    margin-block: -2px;
    padding-block: 2px;
    outline: revert;
    font-weight: 700;
    text-decoration: underline;
    cursor: pointer;
  }
  p ~ button {
    margin-inline-start: 12px;
  }
  [part=keep] {
    margin-inline-start: 6px;
    vertical-align: top;
  }
  [part=keep] svg {
    margin: auto;
  }
  @media (pointer: coarse) {
    [part=keep] {
      width: 44px;
    }
  }
  img {
    width: var(--email-check-logo-size, 20px);
    height: var(--email-check-logo-size, 20px);
    margin-inline-start: 8px;
    vertical-align: top;
  }
  [role=status] {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    opacity: 0;
    /* Seen by nobody: its end tells that the page's colours have changed. */
    transition: color 1ms;
  }
`);
