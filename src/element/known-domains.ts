// Made by `npm run data`: change src/service/reputation/generate/curated.ts, not this file.
import { unpackDomains } from '../address/index.js';

/** The big mail providers, as lower-case A-labels. */
export const providers: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com 126 163 aol bigpond btinternet comcast fastmail gmail gmx googlemail hotmail icloud live me msn naver outlook protonmail qq rediffmail tutanota yahoo yandex zoho/net att bellsouth comcast cox daum gmx hanmail laposte sbcglobal ukr verizon/fr free hotmail live orange outlook sfr wanadoo yahoo/com.br bol hotmail ig outlook terra uol yahoo/de freenet gmx hotmail outlook t-online web yahoo/ru bk inbox list mail rambler yandex/it hotmail libero virgilio yahoo/pl interia o2 onet wp/co.uk hotmail live yahoo/es hotmail outlook yahoo/ch bluewin gmx/ca shaw yahoo/be skynet telenet/bg abv/hu freemail/at gmx/me proton/cz seznam/co.in yahoo/co.jp yahoo/nl ziggo',
);

/** Real domains that a slip of the finger could have made of a provider: never corrected. */
export const lookalikes: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com all apl aver bitmail bootmail comast gmc hitmail joymail love mail man mdn men never soho sol tamil tmx yaho ymail/com.ar hotmail outlook terra uol yahoo/net art comast vox/com.tr hotmail outlook yahoo/be hotmail outlook/dk hotmail outlook/gr hotmail yahoo/cn fastmail/fm fastmail/im fastmail/at hotmail/co.il hotmail/fi hotmail/kg hotmail/pt hotmail/com.gr outlook/ie outlook/kr outlook/sa outlook/com.ve uol/co yahoo/co.id yahoo/cz yahoo',
);

/** Whole domains that begin a longer one, such as `yahoo.com.br`. */
export const growingPrefixes: readonly string[] = /* @__PURE__ */ unpackDomains('com bol ig live terra uol yahoo');
