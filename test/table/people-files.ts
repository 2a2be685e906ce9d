import { gzipSync } from 'node:zlib';
import type { TableErrorCode } from '../../src/table/index.js';

/** A file as people have it, and what they expect of it. */
export interface PeopleFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The column that the addresses are in, by its name or number; none if it is not a table. */
  readonly column?: string | undefined;
  /** Each row: the address, or the text of a line that none can be read from. */
  readonly rows?: readonly string[];
  readonly refused?: TableErrorCode;
  /** Its `Content-Encoding` if a server sends it so. */
  readonly coding?: 'gzip';
}

export const mia = 'mia.berg@shop.com';
export const tom = 'tom.reed@shop.com';
export const zoe = 'zoe.lund@shop.com';
const [other, another] = ['info@acme.com', 'post@acme.com'];
const three = [mia, tom, zoe];

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const big = (text: string) => utf16(text).swap16();
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Text in an encoding of one or two bytes a character that Node reads and does not write. */
const encoded = (label: string, text: string): Buffer => {
  const decoder = new TextDecoder(label);
  const codes = new Map<string, readonly number[]>();
  for (let lead = 0x80; lead < 0x100; lead += 1) {
    for (let trail = 0x40; trail < 0x100; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if ([...character].length === 1 && !codes.has(character)) codes.set(character, [lead, trail]);
    }
    const single = decoder.decode(Uint8Array.of(lead));
    if (single !== '\ufffd') codes.set(single, [lead]);
  }
  return Buffer.from([...text].flatMap((each) => codes.get(each) ?? [...Buffer.from(each)]));
};

type Bytes = string | Buffer;
const file = (name: string, bytes: Bytes, expected: Omit<PeopleFile, 'name' | 'bytes'>): PeopleFile => ({
  name,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  ...expected,
});
/** A list without columns. */
const list = (name: string, bytes: Bytes, rows: readonly string[] = three) => file(name, bytes, { rows });
const table = (name: string, bytes: Bytes, column: string, rows: readonly string[] = three) =>
  file(name, bytes, { column, rows });
const refused = (name: string, bytes: Bytes, code: TableErrorCode) => file(name, bytes, { refused: code });

/** Under a header, one record for each address. */
const under = (header: string, row: (address: string, index: number) => string, end = '\n', addresses = three) =>
  [header, ...addresses.map(row)].map((line) => `${line}${end}`).join('');
/** A column of the owner's address before the one that is named. */
const headed = (names: readonly string[]): PeopleFile[] =>
  names.map((name) =>
    table(
      `a header "${name}" beside a column of colleagues`,
      under(`No,By,"${name.replaceAll('"', '""')}"`, (address, index) => `${index},chef@acme.com,${address}`),
      name,
    ),
  );

const workbook = (inside: string) =>
  Buffer.concat([latin1('PK\x03\x04\x14\0\0\0'), Buffer.alloc(22), Buffer.from(inside)]);

/** The shapes of the files that were collected. */
export const collected: readonly PeopleFile[] = [
  table(
    'names and brackets in quoted cells',
    `Mail\n"Mia Berg <${mia}>"\n"""Reed, Tom"" <${tom}>"\n"<${zoe}>"\n`,
    'Mail',
  ),
  table('an apostrophe before an address', `Email,Who\n'${mia},Mia\n${tom},Tom\n`, 'Email', [mia, tom]),
  table('marks of direction', `Email,Who\n\u202a${mia}\u202c,Mia\n\u200e${tom},Tom\n`, 'Email', [mia, tom]),
  refused('line ends and blanks', '\n\r\n \n\n', 'empty'),
  table('a byte order mark before a quoted header', `\ufeff"Email","Who"\n"${mia}","Mia"\n"${tom}","Tom"\n`, 'Email', [
    mia,
    tom,
  ]),
  list('bullets', `- ${mia}\n* ${tom}\n\u2022 ${zoe}\n`),
  table('no header, and the addresses in the third column', `7,Mia,${mia}\n8,Tom,${tom}\n9,Zoe,${zoe}\n`, '3'),
  list('commas at the ends of lines', `${mia},\n${tom},\n${zoe}`),
  table('a comment above the header', `# made on Monday\nEmail,Who\n${mia},Mia\n${tom},Tom\n`, 'Email', [mia, tom]),
  table(
    'a column of contacts that are persons',
    under('Contact,Firm,Email', (each) => `Mia,Acme,${each}`),
    'Email',
  ),
  table(
    'line ends of CR',
    under('Email,Who', (each) => `${each},x`, '\r'),
    'Email',
  ),
  list("DOS's end of file", `${mia}\r\n${tom}\r\n\x1a`, [mia, tom]),
  table('two byte order marks', `\ufeff\ufeffEmail,Who\n${mia},Mia\n${tom},Tom\n`, 'Email', [mia, tom]),
  table('addresses beyond ASCII', `email\n"zoé@shop.com"\nпочта@shop.com\n`, 'email', [
    'zoé@shop.com',
    'почта@shop.com',
  ]),
  table(
    'a second address that more people have',
    `Who,Email 1,Email 2\nMia,${mia},${other}\nTom,,${tom}\nZoe,,${zoe}\n`,
    'Email 1',
  ),
  table(
    'the address of the bill beside that of the person',
    under('Nr.;Titel;Kontakt E-Mail;Rechnungs-E-Mail', (each, at) => `${at};Frau;${each};${at === 1 ? '' : other}`),
    'Kontakt E-Mail',
  ),
  list('letters and signs of full width', `ｍｉａ.berg@shop.com\ntom.reed@shop\u3002com\nzoe.lund\uff20shop.com\n`),
  table(
    'a spreadsheet of German in UTF-8',
    `\ufeffName;E-Mail-Adresse;Ort\r\nJörg Groß;${mia};Köln\r\nGroß, Änne;${tom};Zürich\r\nZoe;${zoe};\r\n`,
    'E-Mail-Adresse',
  ),
  table(
    'umlauts of Windows-1252 within addresses',
    latin1('E-Mail-Adresse;Name\r\npost@gärtnerei-grün.de;Gärtnerei\r\nmia@gärtnerei-grün.de;Mia\r\n'),
    'E-Mail-Adresse',
    ['post@gärtnerei-grün.de', 'mia@gärtnerei-grün.de'],
  ),
  table(
    'several addresses as an address book writes them',
    `Name,E-mail 1 - Type,E-mail 1 - Value\nMia,* Home,${mia} ::: ${other}\nTom,,${tom}\nZoe,,${zoe}\n`,
    'E-mail 1 - Value',
    [mia, other, tom, zoe],
  ),
  table(
    'an address book with types and a second address',
    `Name,Given Name,Notes,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Type,E-mail 2 - Value,Phone 1 - Value\n` +
      `Mia B,Mia,,* Home,${mia},Work,${other},1\nTom,Tom,,* Work,${tom},,,2\nZoe,Zoe,,,${zoe},,,\nNo,No,,,,,,5\n`,
    'E-mail 1 - Value',
  ),
  file('sent with gzip', gzipSync(`${three.join('\n')}\n`), { rows: three, coding: 'gzip' }),
  list('compressed with gzip', gzipSync(`${three.join('\n')}\n`)),
  ...headed([
    ...[
      'E-mailová adresa',
      'Mail-Adresse',
      'Ηλεκτρονικό ταχυδρομείο',
      'Dirección de correo electrónico',
      'E-posti aadress',
    ],
    ...[
      'Adresse de messagerie',
      'דוא"ל',
      'Alamat email',
      'Indirizzo di posta elettronica',
      'Eメール',
      '이메일',
      'El. paštas',
    ],
    ...[
      'E-mailadres',
      'Adres e-mail',
      'Endereço de e-mail',
      'Adresă de e-mail',
      'Адрес электронной почты',
      'E-postadress',
    ],
    ...['E-posta adresi', 'Địa chỉ email', '電子郵件'],
  ]),
  table('the header again', `Email,Who\n${mia},Mia\nEmail,Who\n${tom},Tom\n`, 'Email', [mia, tom]),
  refused('a table of HTML', `\ufeff<table><tr><td>Email</td></tr><tr><td>${mia}</td></tr></table>`, 'web-page'),
  table(
    'further addresses in a column before',
    `"Id","Additional email addresses","Email"\n"1","${other};${another}","${mia}"\n"2","","${tom}"\n"3","","${zoe}"\n`,
    'Email',
  ),
  table(
    'the owner with an address in parentheses',
    under(
      '"Id","First Name","Contact owner","Email","Additional email addresses"',
      (each) => `"0","Mia","Sam Sell (sam@acme.com)","${each}",""`,
    ),
    'Email',
  ),
  refused('objects of JSON', JSON.stringify(three.map((email) => ({ email }))), 'not-a-list'),
  refused('texts of JSON', JSON.stringify(three), 'not-a-list'),
  table(
    'addresses far below, and others in notes',
    `Name,Email,Notes\n${Array.from({ length: 230 }, (_, at) => `N${at},,ask chef@acme.com\n`).join('')}${three.map((each) => `N,${each},\n`).join('')}`,
    'Email',
  ),
  refused(
    'a directory as LDIF',
    `dn: cn=Mia,mail=${mia}\nobjectclass: top\nmail: ${mia}\n\ndn: cn=Tom\nmail: ${tom}\n`,
    'not-a-list',
  ),
  table(
    'a network whose members hide their addresses',
    `First Name,Last Name,URL,Email Address,Company,Position\n${Array.from({ length: 230 }, (_, at) => `F${at},L${at},https://example.com/${at},,Acme,${at ? 'Boss' : 'Head @ Acme'}\n`).join('')}${three.map((each) => `X,Y,https://example.com/x,${each},Acme,Boss\n`).join('')}`,
    'Email Address',
  ),
  table('names of an old Macintosh', latin1(`Email,Who\r${mia},J\x9arg\r${tom},Tom\r`), 'Email', [mia, tom]),
  table(
    'members of a newsletter',
    under(
      '"Email Address","First Name",RATING,OPTIN_TIME,NOTES,TAGS',
      (each) => `${each},Mia,4,"2026-02-12 17:59:31",,"""tag a"",""tag b"""`,
    ),
    'Email Address',
  ),
  table('links to write to', `Email,Who\nmailto:${mia},Mia\nMAILTO:${tom},Tom\n"${zoe}",Zoe\n`, 'Email'),
  list('an umlaut that was decoded wrongly', 'post@gÃ¤rtnerei.de\npost@gärtnerei.de\n', [
    'post@gÃ¤rtnerei.de',
    'post@gärtnerei.de',
  ]),
  table('blanks that do not break', `Email,Who\n${mia}\u00a0,Mia\n\u00a0${tom},Tom\n${zoe}\u00a0\u00a0,Zoe\n`, 'Email'),
  list('separators of lines', three.map((each) => `${each}\u2028`).join('')),
  list('numbers', three.map((each, at) => `${at + 1}. ${each}\n`).join('')),
  table(
    'old and new addresses',
    under('Old email,New email', (each, at) => `x${at}@acme.com,${each}`),
    'New email',
  ),
  table('all addresses in one line under a header', `Email\n${three.join(',')}\n`, 'Email'),
  list('one address', mia, [mia]),
  refused('a byte order mark', '\ufeff', 'empty'),
  table(
    'a mail program with a column of shown names',
    latin1(
      under(
        '"Vorname","E-Mail-Adresse","E-Mail-Typ","E-Mail: Angezeigter Name"',
        (each) => `"Jörg","${each}","SMTP","Jörg Groß (${each})"`,
        '\r\n',
      ),
    ),
    'E-Mail-Adresse',
  ),
  table(
    "a mail program with a colleague's path",
    `"First Name","E-mail Address","E-mail Type"\r\n"Mia","${mia}","SMTP"\r\n"In","/o=Labs/cn=abc","EX"\r\n"Tom","${tom}","SMTP"\r\n`,
    'E-mail Address',
    [mia, '/o=Labs/cn=abc', tom],
  ),
  list('recipients in single quotes', `'Mia Berg' <${mia}>\n'${tom}' <${tom}>\n'${zoe}'\n`),
  table(
    'results of our own',
    `email,result,reason,code,did_you_mean\r\n${mia},Safe to Send,Deliverable,5,\r\n'=1+2@acme.com,Invalid,Bounce,6,${mia}\r\n`,
    'email',
    [mia, '=1+2@acme.com'],
  ),
  table(
    'cells that are filled with blanks',
    under(`email${' '.repeat(400)}`, (each) => `${each}      , No Name    , "{""news"": true}"   ,`),
    'email',
  ),
  list('names in parentheses', `${mia} (Mia Berg)\n${tom} (Tom)\n${zoe} (Zoe)\n`),
  refused(
    'a warning of PHP',
    `<br />\n<b>Warning</b>:  mysqli(): ... in <b>/x.php</b><br />\nemail\n${mia}\n`,
    'web-page',
  ),
  table(
    'bars between cells',
    under('Name|Email', (each) => `Mia|${each}`),
    'Email',
  ),
  table(
    'lines in quotes, with semicolons within',
    under('"Name;Email"', (each) => `"Mia;${each}"`),
    'Email',
  ),
  table(
    'line ends in cells',
    `Name,Note,Email\nMia,"one\ntwo, and three",${mia}\nTom,"a ""good"" word\r\nb",${tom}\n`,
    'Email',
    [mia, tom],
  ),
  table('too many cells and too few', `Name,Email\nMia,${mia},more,cells\n${tom}\n"Lund, Zoe",${zoe}\n`, 'Email'),
  table(
    'a report with totals below',
    `${under('"Contact Owner","Owner Email","First Name","Email"', (each) => `"Sam","sam@acme.com","Mia","${each}"`)}\n\n"Grand Totals (3 records)"\n"Copyright (c) 2026. All rights reserved."\n`,
    'Email',
  ),
  table('two lines in a cell', `Name,Email\nMia,"${mia}\n${other}"\nTom,${tom}\n`, 'Email', [mia, other, tom]),
  table(
    'two addresses in a cell',
    `Name,Email\nMia,${mia} ${other}\nTom,${tom} / ${another}\nZoe,${zoe}|zoe@acme.com\n`,
    'Email',
    [mia, other, tom, another, zoe, 'zoe@acme.com'],
  ),
  table(
    'single quotes around all cells',
    under("'Name','Email'", (each) => `'Mia','${each}'`),
    'Email',
  ),
  table(
    'quotes of a word processor',
    under('Email,Who', (each) => `\u201c${each}\u201d,Mia`),
    'Email',
  ),
  list('a blank in place of the @', `mia.berg shop.com\n${tom}\n${zoe}\n`, ['mia.berg shop.com', tom, zoe]),
  list('a blank in place of the @ of a provider', `mia.berg gmail.com\n${tom}\n`, ['mia.berg gmail.com', tom]),
  refused(
    'a quote that is open in another column',
    `Email,Name\n${mia},"tyre 20""\n${tom},Tom\n${zoe},Zoe\n`,
    'unclosed-quote',
  ),
  table('tabs between cells', `Name\tE-mail\tCity\nMia\t${mia}\tBath\nTom\t${tom}\t\nZoe\t${zoe}\tLondon\n`, 'E-mail'),
  table(
    'first and second addresses',
    `Vorname,Nachname,Primäre E-Mail-Adresse,Sekundäre E-Mail-Adresse\nMia,B,${mia},${other}\nTom,R,${tom},\nZoe,L,${zoe},\n`,
    'Primäre E-Mail-Adresse',
  ),
  table(
    'a title above the header',
    `Readers in May;;\n;;\n${under('Name;E-Mail;Ort', (each) => `Mia;${each};Bath`)}`,
    'E-Mail',
  ),
  table(
    'rows without text at the end',
    `Name;Email;;\r\nMia;${mia};;\r\nTom;${tom};;\r\n${';;;\r\n'.repeat(300)}`,
    'Email',
    [mia, tom],
  ),
  list('two lines of addresses with commas', `${mia},${tom},${zoe}\n${other},${another}\n`, [
    mia,
    tom,
    zoe,
    other,
    another,
  ]),
  list('recipients that nobody disclosed', `undisclosed-recipients:;\n${mia}\n`, ['undisclosed-recipients:', mia]),
  table('UTF-16, the high byte first', big(`\ufeff${under('Email', (each) => each, '\r\n')}`), 'Email'),
  list('UTF-16, one column', utf16(`\ufeff${three.join('\r\n')}\r\n`)),
  table('a city that was decoded wrongly', `Email;Ort\n${mia};KÃ¶ln\n`, 'Email', [mia]),
  refused('a workbook', workbook(`[Content_Types].xml xl/workbook.xml ${mia}`), 'not-a-list'),
  table(
    'invisible characters within',
    `Email,Who\nmia.berg\u200b@shop.com,Mia\ntom.reed@\u00adshop.com,Tom\n`,
    'Email',
    [mia, tom],
  ),
];

/** Other shapes, held back when the reader was written. */
export const heldBack: readonly PeopleFile[] = [
  ...headed([
    ...[
      'E-mail cím',
      'Sähköpostiosoite',
      'E-mailadresse',
      'E-postadresse',
      'Netfang',
      'Adresa e-pošte',
      'Имејл адреса',
      'Имейл адрес',
    ],
    ...[
      'Електронна пошта',
      'Е-пошта',
      'Mailová adresa',
      'E-poštni naslov',
      'E-pasta adrese',
      'Correu electrònic',
      'Helbide elektronikoa',
    ],
    ...[
      'Ríomhphost',
      'E-bost',
      'البريد الإلكتروني',
      'ایمیل',
      'ईमेल पता',
      'ที่อยู่อีเมล',
      'ელფოსტა',
      'Էլ. փոստ',
      'E-poçt',
      'Эл. пошта',
    ],
    ...['Alamat e-mel', 'Barua pepe', 'E-posadres', 'மின்னஞ்சல்', 'ইমেইল ঠিকানা', 'ای میل پتہ', 'Indirizz elettroniku'],
  ]),
  ...headed([
    'user_email',
    'EMAIL_ADDRESS',
    'emailAddress',
    'Work Email',
    'Kunden-E-Mail',
    'contact[email]',
    'Courriel du client',
  ]),
  table(
    'a first line that names bars',
    under('sep=|\r\nName|Email', (each) => `a,b|${each}`, '\r\n'),
    'Email',
  ),
  table(
    'a first line that names tabs',
    under('"sep=\t"\nName\tEmail', (each) => `a\t${each}`),
    'Email',
  ),
  table('UTF-16 without a mark', utf16(under('Name\tE-Mail', (each) => `Zoé\t${each}`, '\r\n')), 'E-Mail'),
  list('UTF-16 without a mark, the high byte first', big(`${three.join('\n')}\n`)),
  ...(
    [
      ['shift_jis', 'メールアドレス', '名前', '山田太郎'],
      ['euc-jp', '電子メール', '名前', '山田太郎'],
      ['gb18030', '邮箱', '姓名', '张伟'],
      ['big5', '電子郵件', '姓名', '王小明'],
      ['euc-kr', '이메일', '이름', '김철수'],
      ['windows-1251', 'Почта', 'Имя', 'Анна Каренина'],
      ['koi8-r', 'Электронная почта', 'Имя', 'Анна Каренина'],
      ['gb18030', 'Email', '姓名', '张伟和李娜'],
      ['shift_jis', 'Email', '名前', 'ソニー表示能力'],
      ['windows-1251', 'Email', 'Имя', 'Анна Каренина'],
    ] as const
  ).map(([label, column, who, name]) =>
    table(
      `a header ${column} in ${label}`,
      encoded(
        label,
        under(`${who},${column}`, (each) => `${name},${each}`),
      ),
      column,
    ),
  ),
  table(
    'lines of UTF-8 and of Windows-1252',
    Buffer.concat([Buffer.from(`Name;E-Mail\nZoé;${mia}\n`), latin1(`Zoé;${tom}\nJörg;jörg@shop.com\n`)]),
    'E-Mail',
    [mia, tom, 'jörg@shop.com'],
  ),
  table(
    'a header in Windows-1252',
    latin1(under('Mél.;Prénom;Adresse électronique', (each) => `1;Zoé;${each}`)),
    'Adresse électronique',
  ),
  table('exports one after the other', `\ufeffEmail,Who\n${mia},Mia\n\ufeffEmail,Who\n${tom},Tom\n`, 'Email', [
    mia,
    tom,
  ]),
  list('CR CR LF', three.map((each) => `${each}\r\r\n`).join('')),
  list('next lines', three.map((each) => `${each}\u0085`).join('')),
  list('the head of a message', `To: Mia Berg <${mia}>, ${tom};\nCc: "Lund, Zoe" <${zoe}>\n`),
  list('links of Markdown', three.map((each) => `* [${each}](mailto:${each})\n`).join('')),
  table(
    'a table of Markdown',
    under('| Name | Email |\n| --- | --- |', (each) => `| Mia | ${each} |`),
    'Email',
  ),
  table(
    'what a database prints',
    under(' email | name \n-------+------', (each) => ` ${each} | Mia`),
    'email',
  ),
  list('numbers in parentheses', three.map((each, at) => `(${at + 1}) ${each}\n`).join('')),
  list('boxes to tick', `[x] ${mia}\n[ ] ${tom}\n\u2610 ${zoe}\n`),
  list('labels', `E-Mail: ${mia}\nEmail = ${tom}\nmail: ${zoe}\n`),
  list('quotes of many languages', `\u00ab${mia}\u00bb\n\u201e${tom}\u201c\n\u2018${zoe}\u2019\n`),
  list('marks of code and stress', `\`${mia}\`\n*${tom}*\n"${zoe}"\n`),
  list('links with a subject', `mailto:${mia}?subject=Hi\n<mailto:${tom}>\n<${zoe}>\n`),
  list('ends of sentences', `${mia}.\n${tom},;\n${zoe};\n`),
  list('parentheses alone', `(${mia})\nTom (${tom})\nZoe Lund (${zoe})\n`),
  list('an @ and dots of full width', `mia.berg\uff20shop\uff0ecom\n\u3000${tom}\u3000\n${zoe}\n`),
  list('joiners and fillers', `mia.berg\u2060@shop.com\n\u3164${tom}\nzoe\u200c.lund@shop.com\n`),
  table('lists in a cell', `Who,Email\nA,"${mia}, ${tom}"\nB,${zoe}; ${other}\n`, 'Email', [mia, tom, zoe, other]),
  table('an ampersand in a cell', `Who,Email\nA,${mia} & ${tom}\nB,"<${zoe}>, <${other}>"\n`, 'Email', [
    mia,
    tom,
    zoe,
    other,
  ]),
  list('recipients in one line', `Mia Berg <${mia}>; 'Reed, Tom' <${tom}>; ${zoe}\n`),
  table('last names first', `Berg, Mia <${mia}>\nReed, Tom <${tom}>\nLund, Zoe <${zoe}>\n`, '2'),
  list('a comma within an address', `${mia}\ntom,reed@shop.com\n${zoe}\n`, [mia, 'tom,reed@shop.com', zoe]),
  list('a sentence', `${mia}\nwrite to tom.reed@shop.com please\n`, [mia, 'write to tom.reed@shop.com please']),
  table('a header far down', `${'a line of words\n'.repeat(14)}${under('Name,Email', (each) => `x,${each}`)}`, 'Email'),
  table('an address above the header', `Report for ${other}\n\nName,Email\nMia,${mia}\nTom,${tom}\n`, 'Email', [
    `Report for ${other}`,
    mia,
    tom,
  ]),
  table(
    'a name of a column in two lines',
    under('Name,"E-Mail\n(private)"', (each) => `x,${each}`),
    'E-Mail(private)',
  ),
  table(
    'the names of accounts',
    under('Handle,Email', (each) => `@mia,${each}`),
    'Email',
  ),
  table(
    'the manager of each',
    under('Email,Manager email', (each) => `${each},chef@acme.com`),
    'Email',
  ),
  table('a comma in a name that nobody quoted', `Name,Email\nBerg, Mia,${mia}\nTom,${tom}\n`, 'Email', [mia, tom]),
  table(
    'lines in quotes, with commas within',
    under('"No,Name,Email"', (each) => `"1,Mia,${each}"`),
    'Email',
  ),
  table(
    'single quotes and tabs',
    under("'Name'\t'Email'", (each) => `'Berg\tMia'\t'${each}'`),
    'Email',
  ),
  table(
    'tabs in quotes',
    under('Note\tEmail', (each) => `"a\tb\nc"\t${each}`),
    'Email',
  ),
  table('no header, and semicolons', three.map((each, at) => `${at};Berg, Mia;${each}\n`).join(''), '3'),
  list('addresses between semicolons', `${mia};${tom};${zoe}\n`),
  list('addresses between blanks', `${three.join(' ')}\n`),
  list('the same address twice', `${mia}\n${mia}\n`, [mia, mia]),
  list('what an address may have', `o'neil@shop.com\nmia+news@shop.com\n"mia berg"@shop.com\n`, [
    "o'neil@shop.com",
    'mia+news@shop.com',
    '"mia berg"@shop.com',
  ]),
  list('names of other scripts', `info@müller.de\nпочта@пример.рф\n用户@例子.广告\n`, [
    'info@müller.de',
    'почта@пример.рф',
    '用户@例子.广告',
  ]),
  table('an open quote before an address', `Email,Who\n"${mia},Mia\n${tom},Tom\n`, 'Email', [mia, tom]),
  list('filled with NULs', Buffer.concat([Buffer.from(`${mia}\n${tom}`), Buffer.alloc(500)]), [mia, tom]),
  list('UTF-16 compressed with gzip', gzipSync(utf16(`\ufeff${three.join('\r\n')}`))),
  refused('a header alone', 'Name;E-Mail\r\n', 'empty'),
  refused('words', 'The list is coming on Monday.\nRegards\n', 'empty'),
  refused('a card', `BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:${mia}\r\nEND:VCARD\r\n`, 'not-a-list'),
  refused('a calendar', `BEGIN:VCALENDAR\r\nATTENDEE:mailto:${mia}\r\n`, 'not-a-list'),
  refused(
    'a dump of a database',
    `-- MySQL dump 10.13\n\nDROP TABLE IF EXISTS \`t\`;\nINSERT INTO t VALUES ('${mia}');\n`,
    'not-a-list',
  ),
  refused('statements', `INSERT INTO users (email) VALUES ('${mia}');\n`, 'not-a-list'),
  refused('lines of JSON', three.map((email) => `${JSON.stringify({ email })}\n`).join(''), 'not-a-list'),
  refused('a document', '%PDF-1.7\n%\xe2\xe3\n', 'not-a-list'),
  refused('a document of words', workbook('[Content_Types].xml word/document.xml'), 'not-a-list'),
  refused('a free workbook', workbook('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), 'not-a-list'),
  refused('an old workbook', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0'), 'not-a-list'),
  refused('a workbook compressed with gzip', gzipSync(workbook('xl/workbook.xml')), 'not-a-list'),
  refused('text with formats', `{\\rtf1\\ansi ${mia}\\par}`, 'not-a-list'),
  refused('a page', `<!doctype html>\n<title>Sign in</title>\n${mia}`, 'web-page'),
  refused('data of XML', `<?xml version="1.0"?><people><email>${mia}</email></people>`, 'web-page'),
  refused(
    'a message',
    `Received: from mx.acme.com by mx.shop.com\r\nFrom: ${mia}\r\nSubject: Hi\r\n\r\nHello\r\n`,
    'not-a-list',
  ),
  refused('a mailbox', `From ${mia} Mon Jan  5 10:00:00 2026\nSubject: Hi\n\nHello\n`, 'not-a-list'),
  refused(
    'a fault of Python',
    `Traceback (most recent call last):\n  File "x.py", line 1\nValueError: ${mia}\n`,
    'not-a-list',
  ),
  refused('a fault of a script', `Fatal error: Uncaught mysqli_sql_exception for ${mia}\n`, 'not-a-list'),
  refused('an answer of a server', '404 Not Found\n', 'not-a-list'),
  refused('a picture', latin1('\x89PNG\r\n\x1a\n'), 'not-a-list'),
  refused('UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'encoding'),
  refused('bytes', Buffer.from(Array.from({ length: 1_000 }, (_, at) => (at * 7) % 31)), 'not-a-list'),
  refused('half of what was compressed', gzipSync(three.join('\n').repeat(50)).subarray(0, 40), 'compression'),
];
