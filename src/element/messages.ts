import type { en } from './locales/en.js';

/** A text of the catalogue. */
export type MessageKey = keyof typeof en;

/** All texts of one language. Placeholders are named in braces: `{address}`, `{domain}`, `{previous}`. */
export type Catalogue = Readonly<Record<MessageKey, string>>;

/** What a placeholder stands for. */
export type Fillings = Readonly<Partial<Record<'address' | 'domain' | 'previous', string>>>;

/** A text parted at its placeholders, each replaced: every second piece is what a placeholder stands for. */
export const piecesOf = (text: string, fillings: Fillings): string[] =>
  // A page may replace a text by none.
  `${text ?? ''}`
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 ? (fillings[piece as keyof Fillings] ?? '') : piece));

/** A text with its placeholders replaced. */
export const textOf = (text: string, fillings: Fillings): string => piecesOf(text, fillings).join('');
