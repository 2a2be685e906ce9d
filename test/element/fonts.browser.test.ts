import { expect, fixture, html } from '@open-wc/testing';

it('pages under test have one font, whatever the machine has', async function () {
  // Elsewhere browsers do not ask fontconfig, and WebKit has the machine's fonts.
  if (!/Linux|BSD/.test(navigator.platform) || !/Chrome|Firefox/.test(navigator.userAgent)) return this.skip();
  const widthIn = async (family: string): Promise<number> => {
    const text = await fixture<HTMLElement>(
      html`<span style="font: 40px ${family}">Jane Wimmerle, 0123456789, ilíñ@example.com</span>`,
    );
    return text.getBoundingClientRect().width;
  };
  const [first, ...others] = await Promise.all(
    ['"DejaVu Sans"', 'serif', 'sans-serif', 'monospace', 'Arial', 'Georgia', '"Noto Sans"', 'system-ui'].map(widthIn),
  );
  // Hinting moves it by a pixel or so; another font by many.
  for (const width of others) expect(width).to.be.closeTo(first!, first! / 100);
});
