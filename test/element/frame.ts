import { fixture, html } from '@open-wc/testing';

/** Loads the element's own script into a page. */
export const define = (page: Document): void => {
  const isScript = document.querySelector<HTMLScriptElement>('script[src="/dist/email-check.js"]');
  const src = new URL(isScript ? '/dist/email-check.js' : '../../src/define.ts', import.meta.url).href;
  page.head.append(Object.assign(page.createElement('script'), { type: 'module', src }));
};

/** A page in a frame of that width, without the script yet. */
export const frameOf = async (width: number, markup: string, attributes = ''): Promise<Document> => {
  const frame = await fixture<HTMLIFrameElement>(
    html`<iframe title="a page" style="border: 0; height: 600px"></iframe>`,
  );
  frame.style.width = `${width}px`;
  const page = frame.contentDocument!;
  page.open();
  page.write(`<!doctype html><html ${attributes}><body>${markup}</body></html>`);
  page.close();
  return page;
};
