import { unpackDomains } from '../../../address/index.js';

/** Free mailboxes that the sources lack. */
export const alsoFree: readonly string[] = unpackDomains(
  [
    'com hey tuta tutamail ymail rocketmail mailfence startmail posteo hushmail runbox zohomail yandex nifty sina sohu foxmail 126 139 163 189',
    'me keemail proton pm',
    'eu zoho',
    'io tuta',
    'ne.jp ezweb',
    'de tutanota mail email posteo hotmail outlook live',
    'org mailbox disroot fastmail',
    'ch gmx hotmail protonmail yahoo',
    'at hotmail yahoo',
    'us gmx',
    'net posteo daum hanmail riseup ukr yeah',
    'es hotmail yahoo',
    'it hotmail yahoo outlook',
    'se hotmail live yahoo',
    'dk hotmail live yahoo',
    'no hotmail live yahoo',
    'fi hotmail live yahoo',
    'gr hotmail yahoo',
    'nl hotmail live yahoo',
    'be hotmail live yahoo',
    'pt hotmail yahoo',
    'ie live yahoo',
    'ca hotmail live yahoo',
    'cl hotmail live outlook',
    'jp live outlook',
    'co.jp hotmail yahoo',
    'co.kr hotmail yahoo',
    'com.br yahoo hotmail outlook uol bol terra ig globo r7',
    'com.mx yahoo live prodigy',
    'com.ar yahoo hotmail outlook live',
    'com.au yahoo hotmail outlook live',
    'com.tr yandex hotmail outlook yahoo mynet',
    'by yandex tut',
    'kz yandex mail',
    'ru ya yandex internet bk list inbox rambler vk',
    'ua i meta',
    'cz seznam email centrum',
    'bg abv',
    'pl wp o2 onet interia op gazeta',
    'hu freemail citromail',
    // Names that Fastmail lends.
    'de,fr,uk fastmail/com,net foobox/com aliencamel immerbox immermail lifetimeaddress mailzone penguinmail permanentmail siemprebox',
    'com siempremail/net nospammail onepost veribox',
    // Providers of one country, and of several under another ending.
    'com kakao globomail myyahoo/io murena/org onionmail/li cock/in,com.au,eu zohomail/email e/net vivaldi',
    'com sibmail/ru narod nm hotbox e1 ngs/ua online/kz mail',
    'sk azet zoznam/cz volny atlas/pl tlen/hu indamail vipmail/bg dir/lt one',
    'com mailo/fr bbox numericable aliceadsl/it tim fastwebnet/com ono ya/pt iol clix netcabo',
    'de firemail o2online vodafonemail kabelmail magenta/ch hispeed sunrise/fi suomi24 saunalahti/se comhem/com telia/no online',
    'ne.jp softbank ymail biglobe ocn so-net/softbank.jp i/or.jp plala/com au/net hinet/com.tw pchome/com netvigator',
    'net.il netvision zahav/net bezeqint 012/com.mx prodigy/net.mx prodigy/co.za mweb vodamail/net telkomsa',
  ].join('/'),
);

/**
 * On the lists of free mailboxes, wrongly, by the reason why: only an institution, a firm or nobody has mailboxes there. Universities,
 * authorities and names below a shared ending are found by rule.
 */
const neverFreeByReason: Readonly<Record<string, string>> = {
  'mailboxes of the staff': [
    'com 99 about alibaba ancestry aver bt charter clerk comcast cox discovery dnsmadeeasy facebook mailinblack name oath pacific-re',
    'com parrot singpost space techspot/nl sp/de berlinexpo test/org swissinfo',
    'com autoescuelanerja ballyfinance baudoinconsulting brittonsign casablancaresort collectiblesuperstore dfwatson federalcontractors',
    'com furnitureprovider gazibooks icmsconsultants mosaicfx rvshop soulfoodcookbook telerymd toolsource webprogramming',
    'net cpaonline ecbsolutions malayalamtelevision naplesnews/bg arcotronics/be calidifontain/biz rxdoc/ro cartestraina/com.br seguros',
    'co.uk thewebpros violinmakers',
  ].join('/'),
  'a university, a school or an authority': 'es unican/westchestergov.com sm/htl22.at mail',
  'no mailboxes, or none of that provider': [
    'com check example mail-tester mydomain test www yourdomain/de jetable',
    'roor hotmail/kg,kz,ru hotmail/com.is,jp,mx,my yahoo/one.pl scbox',
  ].join('/'),
  'the address of one customer of a host': [
    'com kinglibrary pettypool/net thezhangs/check.com ato/dynip.com teleserve/findhere.com yoursubdomain/zzn.com yoursubdomain',
    'freeservers.com yourname/ddns.org yourname/tou.com html/s-a-d.de cghost/supernews.com wyrm/com the-davis-home',
  ].join('/'),
  'two entries in one line': [
    'comhomeart.com busymail/roemail.ro codec/commail2molly.com mail2moldova/compopulus.net prontomail/comsmithemail.net smileyface',
    'demailto.de uni/lumarketing.lu sagra/amhey.to i/co.ukgmail.com,co.ukhitmail.com,co.uk1033edge.com zzom/com0-mail.com sina',
    'com0-mail.com zzom.co.uksina/ne close2you/rosativa.ro.org posta',
    'com abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk',
  ].join('/'),
};

/** The same domains, each with its reason. */
export const neverFree: ReadonlyMap<string, string> = new Map(
  Object.entries(neverFreeByReason).flatMap(([reason, packed]) =>
    unpackDomains(packed).map((domain) => [domain, reason] as const),
  ),
);
