// Made by `npm run data`: change src/service/reputation/generate/, not this file.
import { unpackDomains } from './tables.js';

/** The big mail providers, as lower-case A-labels. */
export const providers: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com aol bigpond btinternet fastmail gmail gmx googlemail hotmail icloud live mac mail me msn naver ntlworld outlook protonmail qq rediffmail rocketmail rogers sky tutanota virginmedia yahoo yandex ymail zoho/net att bellsouth charter comcast cox daum earthlink gmx hanmail laposte optonline sbcglobal telus ukr verizon/co.id,co.in,co.jp,co.za,com.hk,com.my,com.ph,com.sg,com.tw,com.vn,in,ro yahoo/fr free gmx hotmail live neuf orange outlook sfr wanadoo yahoo/de arcor freenet gmx hotmail live outlook t-online web yahoo/it alice hotmail libero live outlook tiscali virgilio yahoo/com.br bol hotmail ig live outlook terra uol yahoo/ca hotmail live shaw sympatico videotron yahoo/be hotmail live proximus skynet telenet yahoo/com.ar,com.mx,dk,no hotmail live yahoo/ru bk inbox list mail rambler yandex/co.uk blueyonder hotmail live yahoo/com.au hotmail live outlook yahoo/ch bluewin gmx hotmail yahoo/nl hotmail live yahoo ziggo/es hotmail outlook yahoo/pt hotmail sapo yahoo/pl interia o2 onet wp/at gmx hotmail yahoo/fi,gr hotmail yahoo/cz centrum seznam/hu freemail yahoo/co.nz xtra yahoo/se hotmail live/net.au bigpond/com.tr hotmail/ie live yahoo/me pm proton/lv inbox/bg abv',
);

/** Real domains that a slip of the finger could have made of a provider: never corrected. */
export const lookalikes: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com 126 163 all apl aver cloud gmc life love mailo man mdn men never soho sol tmx uymail y7mail/net art earthling fox vox/com.br,sk gmail/com.gr outlook/ch protonmail/ru gmail mai/com.cn yahoo/bg abb abc/pl net one/de seb weg/eu inbox',
);

/** Providers whose name is nobody else's. */
export const brands: readonly string[] = /* @__PURE__ */ unpackDomains('com aol gmail googlemail hotmail icloud live msn outlook protonmail yahoo');

/** What is typed for a provider's domain, and is too far from it. */
export const slips: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['jahoo.com', 'yahoo.com'],
  ['icould.com', 'icloud.com'],
  ['lcloud.com', 'icloud.com'],
]);

/** Whole domains that begin a longer one, such as `yahoo.com.br`. */
export const growingPrefixes: readonly string[] = /* @__PURE__ */ unpackDomains('com bol ig live terra uol yahoo');

/** Forwarding services that hide an address which people keep: never disposable, nor are their subdomains. */
export const relays: readonly string[] = /* @__PURE__ */ unpackDomains(
  'com 33mail 8alias addymail aleeas anonaddy dralias duck mozmail passinbox passmail simplelogin slmails spamgourmet/io addy burnermail simplelogin/appleid.com privaterelay/net 8shield passmail/me anonaddy slmail/firefox.com relay/co,fr simplelogin',
);
