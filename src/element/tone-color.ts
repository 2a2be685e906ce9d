import type { Tone } from './view.js';

/** The colours of a tone, for a light background and for a dark one, and the contrast that they must have (WCAG 2.2, 1.4.3 and 1.4.11). */
const colors: Partial<Record<Tone, readonly [light: string, dark: string, contrast: number]>> = {
  good: ['#15803d', '#4ade80', 3],
  warning: ['#a16207', '#fbbf24', 3],
  error: ['#b91c1c', '#f87171', 4.5],
};

/** How browsers write a mixed colour. */
const MIXED = 'color(srgb ';

type Rgb = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour as a browser computes it, in whatever notation a page wrote it; `undefined` if the browser cannot mix colours. */
const rgbOf = (color: string, probe: HTMLElement): Rgb | undefined => {
  probe.style.color = `color-mix(in srgb, ${color}, ${color})`;
  const computed = getComputedStyle(probe).color;
  const [red, green, blue, alpha = 1] = computed.startsWith(MIXED)
    ? (computed.slice(MIXED.length).match(/[\d.e-]+/g) ?? []).map(Number)
    : [];
  probe.style.color = '';
  return blue === undefined ? undefined : [red!, green!, blue, alpha];
};

/** Relative luminance (WCAG 2.2). */
const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = rgb
    .slice(0, 3)
    .map((part) => (part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};

const contrastOf = (a: Rgb, b: Rgb): number => {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light! + 0.05) / (dark! + 0.05);
};

/** What is behind an element, as far as its ancestors' colours say; `undefined` if there is a picture. */
const backgroundOf = (element: HTMLElement): Rgb | undefined => {
  const layers: Rgb[] = [];
  for (
    let node: Element | null = element;
    node;
    node = node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as Partial<ShadowRoot>).host ?? null
  ) {
    const { backgroundColor, backgroundImage } = getComputedStyle(node);
    if (backgroundImage !== 'none') return undefined;
    const rgb = rgbOf(backgroundColor, element);
    if (!rgb) return undefined;
    layers.push(rgb);
    if (rgb[3] === 1) break;
  }
  const canvas = rgbOf('Canvas', element);
  return (
    canvas &&
    layers.reduceRight<Rgb>((under, [red, green, blue, alpha]) => {
      const over = (part: number, below: number): number => part * alpha + below * (1 - alpha);
      return [over(red, under[0]), over(green, under[1]), over(blue, under[2]), 1];
    }, canvas)
  );
};

/**
 * The colour of a tone on the background of an element: the one of the two that is seen better, or `''` for the page's own text
 * colour if that is not enough, or the background is a picture.
 */
export const toneColor = (tone: Tone, element: HTMLElement): string => {
  const [light = '', dark = '', least = 0] = colors[tone] ?? [];
  const background = light && backgroundOf(element);
  if (!background) return '';
  const [onLight, onDark] = [light, dark].map((color) => contrastOf(rgbOf(color, element)!, background)) as [
    number,
    number,
  ];
  const color = onLight > onDark ? light : dark;
  return Math.max(onLight, onDark) >= least ? color : '';
};
