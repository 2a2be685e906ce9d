// Made by `npm run data`: change src/service/reputation/generate/curated.ts, not this file.
import { unpackDomains } from '../address/index.js';

/** The big mail providers, as lower-case A-labels. */
export const providers: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com aol gmail gmx hotmail icloud live me msn naver outlook protonmail qq yahoo yandex/de gmx hotmail t-online web yahoo/ru bk list mail yandex/co.uk hotmail yahoo/com.br hotmail yahoo/es hotmail yahoo/fr hotmail yahoo/it hotmail yahoo/at gmx/ch gmx/net gmx/me proton/ca yahoo/co.in yahoo/co.jp yahoo',
);

/** Real domains that a slip of the finger could have made of a provider: never corrected. */
export const lookalikes: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com 126 163 all apl aver bitmail bootmail cloud gmc hitmail joymail life love mail man mdn men never sol tamil tmx yaho ymail/com.ar hotmail yahoo/com.tr hotmail yahoo/gr hotmail yahoo/at hotmail/be hotmail/co.il hotmail/dk hotmail/fi hotmail/kg hotmail/pt hotmail/ru mai/de weg/co yahoo/co.id yahoo/cz yahoo',
);

/** Whole domains that begin a longer one, such as `yahoo.com.br`. */
export const growingPrefixes: readonly string[] = /* @__PURE__ */ unpackDomains('com bol ig live terra uol yahoo');

/** Forwarding services that hide an address which people keep: never disposable, nor are their subdomains. */
export const relays: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com 8alias addymail aleeas anonaddy dralias duck mozmail passinbox passmail simplelogin slmails/net 8shield passmail/io addy simplelogin/me anonaddy slmail/appleid.com privaterelay/firefox.com relay/co simplelogin/fr simplelogin',
);
