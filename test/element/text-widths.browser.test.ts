import { expect } from '@open-wc/testing';
import { en } from '../../src/element/locales/en.js';
import { aliases, importCatalogue, languageTags } from '../../src/element/locales/index.js';
import { piecesOf, type Catalogue, type MessageKey } from '../../src/element/messages.js';

/** The line below the narrowest field that must hold every text, in CSS pixels. */
const ROOM = 288;

/**
 * What texts are narrower in the fonts that pages have than in DejaVu Sans, the one font of the tests and among the widest there
 * are: DejaVu Sans Condensed, by its design. The English texts at 14 px: Roboto 0.87, Arial 0.91, Inter 0.94, Noto Sans 0.95.
 * Bold letters have about the width of the others here; in a font with a bold face they are 2 to 7 % wider.
 * Letters of East Asia are squares of 1 em in every font, and are not made narrower.
 */
const SCALE = 0.9;

/** What the line shows of a suggestion: the longest of the big providers' domains, or longer. */
const DOMAIN = 'protonmail.example';
/** The contract's longest domain. */
const LONG_DOMAIN = 'associations.example.com';

/** Languages whose texts all fit, a blocked verdict with its button left out. */
const fitting: readonly string[] = ['en', 'de', 'ar'];

/** Texts that need a second line, and why: `'el.noAt': 'Greek words are long'`. */
const reasons: Readonly<Record<string, string>> = {};

/** Texts that are names of buttons, spoken or in the line of another text. */
const names: readonly MessageKey[] = ['override', 'use', 'keep', 'undo', 'changeBack'];
const withoutIcon: readonly MessageKey[] = ['suggest', 'limit'];
/** Verdicts that have the button for using the address anyway where they block. */
const verdicts: readonly MessageKey[] = ['disposable', 'invalid', 'role', 'acceptAll', 'risky', 'free'];

const rightToLeft: readonly string[] = ['ar', 'fa', 'he'];

/** Each is 1 em wide in its fonts. The font of the tests has none of them. */
const SQUARES = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]+)/u;

/** A part of the line: an icon or a cross, or words. */
type Part =
  | { readonly box: number; readonly gap?: number }
  | {
      readonly pieces: readonly string[];
      readonly isBold?: boolean;
      readonly areDomainsBold?: boolean;
      readonly gap?: number;
    };

/** The words of a part: those that the font has no letters for are given the room that they take in a font that has. */
const wordsOf = (text: string, language: string): Node[] =>
  text.split(SQUARES).map((words, index) => {
    // Devanagari's marks stand above and below its letters; without a font for them, each would be a box of its own.
    if (index % 2 === 0) return document.createTextNode(language === 'hi' ? words.replace(/\p{Mark}/gu, '') : words);
    const squares = document.createElement('span');
    squares.style.cssText = `display: inline-block; width: ${14 * words.length}px`;
    return squares;
  });

/** How wide a line with these parts is, in CSS pixels: laid out as the element lays out its line, without the end of a line. */
const widthOf = (parts: readonly Part[], language: string, scale = SCALE): number => {
  const line = document.createElement('div');
  line.lang = language;
  line.dir = rightToLeft.includes(language) ? 'rtl' : 'ltr';
  line.style.cssText =
    'display: inline-flex; white-space: pre; font-size: 14px; line-height: 20px; text-rendering: geometricPrecision';
  for (const part of parts) {
    const span = document.createElement('span');
    span.style.marginInlineStart = `${part.gap ?? 0}px`;
    if ('box' in part) span.style.width = `${part.box}px`;
    else {
      span.style.fontSize = `${14 * scale}px`;
      if (part.isBold) span.style.fontWeight = 'bold';
      part.pieces.forEach((piece, index) => {
        // Every second one is an address or a domain.
        const words = document.createElement(index % 2 ? 'bdi' : 'span');
        if (index % 2) words.dir = 'ltr';
        if (index % 2 && part.areDomainsBold) words.style.fontWeight = 'bold';
        words.append(...wordsOf(piece, language));
        span.append(words);
      });
    }
    line.append(span);
  }
  document.body.append(line);
  const { width } = line.getBoundingClientRect();
  line.remove();
  return width;
};

/** What stands in the line with a text. */
const partsOf = (catalogue: Catalogue, key: MessageKey, domain = DOMAIN): Part[] => {
  const hasIcon = !withoutIcon.includes(key);
  const pieces = piecesOf(catalogue[key], { address: `@${domain}`, domain });
  return [
    ...(hasIcon ? [{ box: 20 }] : []),
    { pieces, areDomainsBold: key === 'suggest', gap: hasIcon ? 6 : 0 },
    ...(key === 'suggest' ? [{ box: 24, gap: 8 }] : []),
    ...(key === 'accepted' ? [{ pieces: [catalogue.undo], isBold: true, gap: 12 }] : []),
  ];
};

const buttonOf = ({ override }: Catalogue): Part => ({ pieces: [override], isBold: true, gap: 12 });

const shownKeys = (Object.keys(en) as MessageKey[]).filter((key) => !names.includes(key));

/** Each text of a language with its width, the widest first. */
const widthsOf = (catalogue: Catalogue, language: string, scale = SCALE) =>
  shownKeys
    .map((key) => [key, widthOf(partsOf(catalogue, key), language, scale)] as const)
    .sort(([, a], [, b]) => b - a);

/** The texts that need a second line. */
const tooWide = (widths: ReturnType<typeof widthsOf>): MessageKey[] =>
  widths.filter(([, width]) => width > ROOM).map(([key]) => key);

const catalogueOf = async (language: string): Promise<Catalogue> =>
  language === 'en' ? en : { ...en, ...(await importCatalogue(language)) };

describe('the line', () => {
  before(function () {
    // Elsewhere the machine's fonts are measured, and WebKit gives each letter a width of whole pixels.
    if (!/Linux|BSD/.test(navigator.platform) || !/Chrome|Firefox/.test(navigator.userAgent)) this.skip();
  });

  const languages = languageTags().filter((tag) => !(tag in aliases));

  for (const language of languages) {
    it(`holds every text in ${language} at ${ROOM} px, or there is a reason why not`, async () => {
      const catalogue = await catalogueOf(language);
      const widths = widthsOf(catalogue, language);
      const [[widest, width]] = widths as [[MessageKey, number]];
      const withButton = verdicts.filter(
        (key) => widthOf([...partsOf(catalogue, key), buttonOf(catalogue)], language) > ROOM,
      );
      const lists = [
        `in DejaVu Sans itself ${tooWide(widthsOf(catalogue, language, 1)).join(' ') || 'none'}`,
        `where a verdict blocks ${withButton.join(' ') || 'none'}`,
      ];
      console.log(
        `measured: ${language}: widest is ${widest}, ${width.toFixed()} px. A second line needs: ${lists.join('; ')}`,
      );
      const needy = tooWide(widths).map((key) => `${language}.${key}`);
      for (const each of needy)
        console.log(`measured: ${each} needs a second line: ${reasons[each] ?? 'no reason given'}`);
      expect(needy.sort()).to.deep.equal(
        Object.keys(reasons)
          .filter((each) => each.startsWith(`${language}.`))
          .sort(),
      );
      // The button fits a line of its own, below the icon's start.
      expect(widthOf([buttonOf(catalogue)], language)).to.be.at.most(ROOM);
    });
  }

  it('holds every text in English, German and Arabic; domains of 24 characters are measured', async () => {
    expect(Object.keys(reasons).filter((each) => fitting.includes(each.split('.')[0]!))).to.deep.equal([]);
    for (const language of fitting) {
      const catalogue = await catalogueOf(language);
      const widths = (['suggest', 'accepted', 'deny'] as const).map(
        (key) => `${key} ${widthOf(partsOf(catalogue, key, LONG_DOMAIN), language).toFixed()} px`,
      );
      console.log(`measured: ${language} with ${LONG_DOMAIN}: ${widths.join(', ')}`);
    }
  });
});
