/** What a state or verdict means to the reader: the end of the class `badge-…`, and of the tokens `--…` and `--…-area`. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

const tones: Readonly<Record<string, Tone>> = {
  'Safe to Send': 'good',
  Risky: 'warn',
  Invalid: 'bad',
};

/** The tone of a verdict's result, such as `Safe to Send`. */
export const toneOf = (result: string): Tone => (Object.hasOwn(tones, result) ? tones[result]! : 'plain');

/** The results in the order that they are shown in. */
export const resultOrder = ['Safe to Send', 'Risky', 'Invalid', 'Unknown'] as const;
