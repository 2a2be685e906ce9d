import { readFileSync } from 'node:fs';

/** A sample of code in a page of documentation. */
export interface Sample {
  /** The word behind its fence: `ts`, `html`. */
  readonly kind: string;
  readonly code: string;
  /** The heading that it stands under. */
  readonly heading: string;
}

/** The samples of some kinds in a page of documentation, from its top to its end. */
export const samplesIn = (page: string, ...kinds: string[]): Sample[] => {
  const fence = new RegExp(`^\`\`\`(${kinds.join('|')})\\n(.*?)^\`\`\`$`, 'gms');
  return readFileSync(page, 'utf8')
    .split(/^#+ /m)
    .flatMap((section) =>
      [...section.matchAll(fence)].map(([, kind = '', code = '']) => ({ kind, code, heading: /.*/.exec(section)![0] })),
    );
};
