// Made by `npm run data`: change src/service/reputation/generate/curated.ts, not this file.
import { unpackDomains } from '../address/index.js';

/** The big mail providers, as lower-case A-labels. */
export const providers: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com 126 163 aol bigpond btinternet comcast fastmail gmail gmx googlemail hotmail icloud live me msn naver outlook protonmail qq rediffmail tutanota yahoo yandex zoho/net att bellsouth comcast cox daum gmx hanmail laposte sbcglobal ukr verizon/ru bk inbox list mail rambler yandex/com.br bol hotmail ig terra uol yahoo/fr free hotmail orange sfr wanadoo yahoo/de freenet gmx hotmail t-online web yahoo/it hotmail libero virgilio yahoo/pl interia o2 onet wp/ch bluewin gmx/co.uk hotmail yahoo/es hotmail yahoo/ca shaw yahoo/be skynet telenet/bg abv/hu freemail/at gmx/me proton/cz seznam/co.in yahoo/co.jp yahoo/nl ziggo',
);

/** Real domains that a slip of the finger could have made of a provider: never corrected. */
export const lookalikes: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com all apl aver bitmail bootmail comast gmc hitmail joymail love mail man mdn men never soho sol tamil tmx yaho ymail/com.ar hotmail terra uol yahoo/net art comast vox/com.tr hotmail yahoo/gr hotmail yahoo/cn fastmail/fm fastmail/im fastmail/at hotmail/be hotmail/co.il hotmail/dk hotmail/fi hotmail/kg hotmail/pt hotmail/com.ve uol/co yahoo/co.id yahoo/cz yahoo',
);

/** Whole domains that begin a longer one, such as `yahoo.com.br`. */
export const growingPrefixes: readonly string[] = /* @__PURE__ */ unpackDomains('com bol ig live terra uol yahoo');
