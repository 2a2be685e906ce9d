import { expect, nextFrame } from '@open-wc/testing';
import { define, frameOf } from './frame.js';
import { until } from './page.js';

const style = new URL('../../src/late.css', import.meta.url).href;

/** Puts the element's field into something of a page. */
type Frame = (check: string) => string;

const hint = '<span slot="hint">One mail a month</span>';

const places: Readonly<Record<string, Frame>> = {
  'in a block': (check) => `<form>${check}<button>Sign up</button></form>`,
  'in a table cell': (check) =>
    `<form><table><tr><td>${check}</td><td>Beside</td></tr></table><button>Sign up</button></form>`,
  'in a flex row': (check) =>
    `<form><div style="display: flex">${check}<b>Beside</b></div><button>Sign up</button></form>`,
  'in an inline block': (check) =>
    `<form><div style="display: inline-block">${check}</div><b>Beside</b><br><button>Sign up</button></form>`,
  'in centred, indented capitals on one line': (check) =>
    `<form style="text-align: center; text-indent: 30px; text-transform: uppercase; white-space: nowrap; font-weight: 700">${check}<button>Sign up</button></form>`,
  'in large text': (check) => `<form style="font-size: 32px">${check}<button>Sign up</button></form>`,
};

const checks: Readonly<Record<string, string>> = {
  'without a hint': '<email-check><label>Email <input type="email"></label></email-check>',
  'with a hint': `<email-check><label>Email <input type="email"></label>${hint}</email-check>`,
  'that keeps no room': '<email-check reserve="none"><label>Email <input type="email"></label></email-check>',
  'that is hidden': '<email-check hidden><label>Email <input type="email"></label></email-check>',
};

/** Waits until a page has its style. */
const loaded = (page: Document): Promise<void> => until(() => page.readyState === 'complete', 'the page does not load');

describe('the style for late scripts', () => {
  for (const [what, check] of Object.entries(checks)) {
    for (const [where, frame] of Object.entries(places)) {
      it(`keeps the element’s own row until the script comes: ${what}, ${where}`, async () => {
        const page = await frameOf(
          421,
          `<link rel="stylesheet" href="${style}"><style>label, input { display: block }</style>${frame(check)}`,
        );
        const view = page.defaultView!;
        const rects = (): number[] =>
          [...page.querySelectorAll('email-check, [slot=hint], input, b, td, button')].flatMap((node) => {
            // Of a hint the text counts: the box around it is the page's before, and the element's afterwards.
            const range = page.createRange();
            range.selectNodeContents(node);
            const { left, top, width, height } = (node.slot ? range : node).getBoundingClientRect();
            return [left, top, width, height].map((part) => Math.round(part * 10) / 10);
          });
        await loaded(page);
        await nextFrame();
        expect(view.getComputedStyle(page.querySelector('email-check')!).display).to.equal(
          what === 'that is hidden' ? 'none' : 'block',
        );
        const before = rects();
        define(page);
        await until(() => page.querySelector('email-check:defined'));
        await nextFrame();
        expect(rects()).to.deep.equal(before);
      });
    }
  }

  it('is a row of 24 px below 4 px', async () => {
    const heights: number[] = [];
    for (const reserve of ['line', 'none']) {
      const page = await frameOf(
        421,
        `<link rel="stylesheet" href="${style}"><email-check reserve="${reserve}"><label>Email <input></label></email-check>`,
      );
      await loaded(page);
      heights.push(page.querySelector('email-check')!.getBoundingClientRect().height);
    }
    expect(heights[0]! - heights[1]!).to.be.closeTo(28, 0.1);
  });
});
