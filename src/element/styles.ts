import { unsafeCSS } from '@lit/reactive-element';

/**
 * Quiet, at home on any page: font and colour are inherited, nothing is set on the page's input, and sizes and colours are
 * custom properties. The colours are half the page's own text colour, so that they are dark on light pages and light on dark ones,
 * at 4.5:1 and more wherever that text is at 4.8:1;
 * browsers that cannot mix keep the page's.
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
    display: flex;
    gap: 0.5em;
    margin-top: var(--email-check-gap, 0.25em);
    font-size: var(--email-check-font-size, 0.875em);
    line-height: 1.4;
  }
  .box {
    display: grid;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .box > * {
    grid-area: 1/1;
    min-width: 0;
  }
  .box > * + * {
    visibility: hidden;
  }
  p {
    display: flex;
    gap: 0.5em;
    margin: 0;
  }
  .good {
    color: var(--email-check-good-color, color-mix(in srgb, #084, currentColor));
  }
  .warning {
    color: var(--email-check-warning-color, color-mix(in srgb, #a60, currentColor));
  }
  .error {
    color: var(--email-check-error-color, color-mix(in srgb, #f33, currentColor));
  }
  svg {
    flex: none;
    width: 1em;
    height: 1.4em;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
  }
  @media (prefers-reduced-motion: no-preference) {
    .busy svg {
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
    outline: revert;
    min-width: 24px;
    min-height: 24px;
    margin-inline-end: 0.75em;
    text-decoration: underline;
    cursor: pointer;
  }
  .logo,
  img {
    flex: none;
    width: var(--email-check-logo-size, 1.5rem);
    height: var(--email-check-logo-size, 1.5rem);
  }
  [role=status] {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    opacity: 0;
  }
`);
