/**
 * A character drawn as strokes: SVG path data on a grid whose capitals stand from y = 0 to 100, and the character's
 * width there. The shapes are our own, since a picture set in the machine's fonts looks different on every machine.
 */
export interface Glyph {
  readonly width: number;
  readonly strokes: string;
}

const glyph = (width: number, strokes: string): Glyph => ({ width, strokes });

/** Letters and digits by their capital. */
export const glyphs: ReadonlyMap<string, Glyph> = new Map([
  ['A', glyph(82, 'M0 100 L41 0 L82 100 M14 66 H68')],
  ['B', glyph(64, 'M0 0 H34 A23.5 23.5 0 0 1 34 47 H0 M34 47 H37.5 A26.5 26.5 0 0 1 37.5 100 H0 V0')],
  ['C', glyph(88, 'M87 16 A50 50 0 1 0 87 84')],
  ['D', glyph(80, 'M0 0 V100 H30 A50 50 0 0 0 30 0 Z')],
  ['E', glyph(58, 'M58 0 H0 V100 H58 M0 49 H51')],
  ['F', glyph(56, 'M56 0 H0 V100 M0 49 H49')],
  ['G', glyph(97, 'M87 16 A50 50 0 1 0 97 54 H58')],
  ['H', glyph(72, 'M0 0 V100 M72 0 V100 M0 49 H72')],
  ['I', glyph(0, 'M0 0 V100')],
  ['J', glyph(50, 'M50 0 V71 C50 90 40 100 25 100 C11 100 2 92 0 79')],
  ['K', glyph(70, 'M0 0 V100 M67 0 L0 62 M25 39 L70 100')],
  ['L', glyph(54, 'M0 0 V100 H54')],
  ['M', glyph(90, 'M0 100 V0 L45 66 L90 0 V100')],
  ['N', glyph(74, 'M0 100 V0 L74 100 V0')],
  ['O', glyph(100, 'M50 0 A50 50 0 1 1 50 100 A50 50 0 1 1 50 0 Z')],
  ['P', glyph(64, 'M0 100 V0 H35 A29 29 0 0 1 35 58 H0')],
  ['Q', glyph(100, 'M50 0 A50 50 0 1 1 50 100 A50 50 0 1 1 50 0 Z M66 68 L98 104')],
  ['R', glyph(66, 'M0 100 V0 H35 A28 28 0 0 1 35 56 H0 M34 56 L66 100')],
  [
    'S',
    glyph(
      66,
      'M61 19 C56 7 46 0 33 0 C15 0 3 10 3 26 C3 45 20 46 34 50 C49 54 66 56 66 74 C66 90 52 100 34 100 C18 100 6 93 0 79',
    ),
  ],
  ['T', glyph(76, 'M0 0 H76 M38 0 V100')],
  ['U', glyph(72, 'M0 0 V64 A36 36 0 0 0 72 64 V0')],
  ['V', glyph(82, 'M0 0 L41 100 L82 0')],
  ['W', glyph(118, 'M0 0 L30 100 L59 8 L88 100 L118 0')],
  ['X', glyph(72, 'M0 0 L72 100 M72 0 L0 100')],
  ['Y', glyph(76, 'M0 0 L38 52 L76 0 M38 52 V100')],
  ['Z', glyph(68, 'M0 0 H68 L0 100 H68')],
  ['0', glyph(68, 'M34 0 C55 0 68 20 68 50 C68 80 55 100 34 100 C13 100 0 80 0 50 C0 20 13 0 34 0 Z')],
  ['1', glyph(30, 'M0 20 L30 0 V100')],
  ['2', glyph(64, 'M2 28 C2 12 14 0 32 0 C50 0 62 11 62 28 C62 42 54 52 44 62 L2 100 H64')],
  [
    '3',
    glyph(
      62,
      'M3 16 C9 6 18 0 31 0 C48 0 58 10 58 24 C58 39 47 47 30 47 C50 47 62 57 62 73 C62 90 49 100 31 100 C16 100 6 94 0 82',
    ),
  ],
  ['4', glyph(70, 'M52 100 V0 L0 70 H70')],
  ['5', glyph(62, 'M56 0 H10 L5 44 C13 38 21 35 31 35 C50 35 62 48 62 67 C62 87 49 100 30 100 C16 100 6 94 0 83')],
  [
    '6',
    glyph(66, 'M54 0 C26 14 2 40 2 68 C2 87 15 100 33 100 C51 100 64 87 64 69 C64 51 51 39 34 39 C18 39 5 50 2 68'),
  ],
  ['7', glyph(64, 'M0 0 H64 L23 100')],
  [
    '8',
    glyph(
      64,
      'M32 46 C16 46 5 37 5 23 C5 9 16 0 32 0 C48 0 59 9 59 23 C59 37 48 46 32 46 C13 46 0 57 0 73 C0 89 13 100 32 100 C51 100 64 89 64 73 C64 57 51 46 32 46 Z',
    ),
  ],
  ['9', glyph(66, 'M12 100 C40 86 64 60 64 32 C64 13 51 0 33 0 C15 0 2 13 2 31 C2 49 15 61 32 61 C48 61 61 50 64 32')],
]);

/** An envelope, for a domain that begins with none of them. */
export const envelope = glyph(
  112,
  'M12 10 H100 A12 12 0 0 1 112 22 V78 A12 12 0 0 1 100 90 H12 A12 12 0 0 1 0 78 V22 A12 12 0 0 1 12 10 Z M5 20 L56 57 L107 20',
);
