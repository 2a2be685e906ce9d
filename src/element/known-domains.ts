// Made by `npm run data`: change src/service/reputation/generate/curated.ts, not this file.
import { unpackDomains } from '../address/index.js';

/** The big mail providers, as lower-case A-labels. */
export const providers: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com 126 163 aol bigpond btinternet comcast fastmail gmail gmx hotmail icloud live me msn naver outlook protonmail qq yahoo yandex zoho/de freenet gmx hotmail t-online web yahoo/net att comcast gmx laposte verizon/ru bk list mail yandex/com.br bol hotmail uol yahoo/fr free hotmail orange yahoo/it hotmail libero yahoo/co.uk hotmail yahoo/es hotmail yahoo/at gmx/ch gmx/me proton/cz seznam/pl wp/ca yahoo/co.in yahoo/co.jp yahoo',
);

/** Real domains that a slip of the finger could have made of a provider: never corrected. */
export const lookalikes: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com all apl aver bitmail bootmail comast gmc hitmail joymail love mail man mdn men never soho sol tamil tmx yaho ymail/com.ar hotmail uol yahoo/net art comast/com.tr hotmail yahoo/gr hotmail yahoo/cn fastmail/fm fastmail/im fastmail/at hotmail/be hotmail/co.il hotmail/dk hotmail/fi hotmail/kg hotmail/pt hotmail/com.ve uol/co yahoo/co.id yahoo/cz yahoo',
);

/** Whole domains that begin a longer one, such as `yahoo.com.br`. */
export const growingPrefixes: readonly string[] = /* @__PURE__ */ unpackDomains('com bol ig live terra uol yahoo');
