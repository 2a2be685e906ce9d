/** A longer text is no name of a column. */
const MOST_NAME_CHARACTERS = 64;

/** A name in small letters, without accents and what is neither letter nor digit; `''` for a text that is too long for one. */
export const columnNameOf = (text: string): string => {
  const trimmed = text.trim();
  return (trimmed.length > MOST_NAME_CHARACTERS ? '' : trimmed)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
};

/** Names of a column of addresses, as people and programs write them, by language. */
export const COLUMN_NAMES: Readonly<Record<string, readonly string[]>> = {
  English: [
    ...[
      'Email',
      'Emails',
      'Mail',
      'Mails',
      'Email address',
      'Email addresses',
      'Mail address',
      'Email ID',
      'E-mail account',
    ],
    ...['User email', 'Primary email', 'Contact email', 'Customer email', 'Subscriber email', 'Electronic mail'],
  ],
  Afrikaans: ['E-pos', 'E-posadres'],
  Albanian: ['Adresa e-mail', 'Posta elektronike', 'Adresa e postës elektronike'],
  Arabic: ['البريد الإلكتروني', 'بريد إلكتروني', 'عنوان البريد الإلكتروني', 'الإيميل', 'ايميل'],
  Armenian: ['Էլ. փոստ', 'Էլփոստ', 'Էլեկտրոնային փոստ'],
  Azerbaijani: ['E-poçt', 'Elektron poçt', 'E-poçt ünvanı'],
  Basque: ['Helbide elektronikoa', 'Posta elektronikoa', 'E-posta helbidea'],
  Belarusian: ['Электронная пошта', 'Эл. пошта', 'Пошта', 'Адрас электроннай пошты'],
  Bengali: ['ইমেইল', 'ইমেল', 'ই-মেইল', 'ইমেইল ঠিকানা'],
  Bulgarian: ['Имейл', 'Имейл адрес', 'Електронна поща', 'Е-поща'],
  Catalan: ['Correu electrònic', 'Adreça electrònica', 'Correu', 'Adreça de correu electrònic'],
  Chinese: [
    '邮箱',
    '电子邮箱',
    '邮箱地址',
    '电子邮件',
    '电子邮件地址',
    '邮件',
    '電子郵件',
    '電子郵件地址',
    '電子信箱',
    '電郵',
    '電郵地址',
    '信箱',
  ],
  Croatian: ['E-pošta', 'Adresa e-pošte', 'E-mail adresa', 'Elektronička pošta'],
  Czech: ['E-mailová adresa', 'Mailová adresa', 'Elektronická pošta', 'Elektronická adresa'],
  Danish: ['E-mailadresse', 'E-post', 'E-postadresse', 'Mailadresse'],
  Dutch: ['E-mailadres', 'E-mailadressen', 'Mailadres'],
  Estonian: ['E-post', 'E-posti aadress', 'Meil', 'Meiliaadress', 'E-kiri'],
  Finnish: ['Sähköposti', 'Sähköpostiosoite', 'Meiliosoite', 'S-posti'],
  French: [
    ...['Courriel', 'Mél', 'Adresse e-mail', 'Adresse mail', 'Adresse électronique', 'Adresse courriel'],
    ...['Adresse de messagerie', 'Adresse de courriel', 'Adresse de courrier électronique', 'Courrier électronique'],
  ],
  Galician: ['Correo electrónico', 'Enderezo electrónico', 'Enderezo de correo electrónico'],
  Georgian: ['ელფოსტა', 'ელ. ფოსტა', 'ელექტრონული ფოსტა', 'იმეილი', 'მეილი'],
  German: ['E-Mail-Adresse', 'E-Mail-Adressen', 'Mailadresse', 'Mailadressen', 'E-Post', 'Elektronische Post'],
  Greek: [
    'Ηλεκτρονικό ταχυδρομείο',
    'Ηλεκτρονική διεύθυνση',
    'Διεύθυνση ηλεκτρονικού ταχυδρομείου',
    'Ηλ. ταχυδρομείο',
    'Διεύθυνση email',
    'Μέιλ',
  ],
  Hebrew: ['דוא"ל', 'דואל', 'אימייל', 'מייל', 'דואר אלקטרוני', 'כתובת דוא"ל', 'כתובת אימייל', 'כתובת מייל'],
  Hindi: ['ईमेल', 'ई-मेल', 'ईमेल पता', 'मेल'],
  Hungarian: ['E-mail cím', 'Email cím', 'E-mail-cím', 'Villámposta', 'Drótposta', 'Elektronikus levélcím'],
  Icelandic: ['Netfang', 'Tölvupóstur', 'Tölvupóstfang', 'Póstfang'],
  Indonesian: ['Alamat email', 'Surel', 'Alamat surel', 'Pos-el'],
  Irish: ['Ríomhphost', 'Seoladh ríomhphoist', 'R-phost'],
  Italian: [
    'Indirizzo e-mail',
    'Indirizzo mail',
    'Posta elettronica',
    'Indirizzo di posta elettronica',
    'Indirizzo elettronico',
    'PEC',
  ],
  Japanese: [
    'メールアドレス',
    'メール',
    'Eメール',
    'Eメールアドレス',
    'イーメール',
    '電子メール',
    '電子メールアドレス',
    'メアド',
  ],
  Kazakh: ['Электрондық пошта', 'Эл. пошта', 'Электрондық мекенжай'],
  Korean: ['이메일', '이메일 주소', '메일', '메일 주소', '전자우편', '전자 메일', '전자메일 주소'],
  Latvian: ['E-pasts', 'E-pasta adrese', 'Epasts'],
  Lithuanian: ['El. paštas', 'El. pašto adresas', 'Elektroninis paštas', 'Elektroninio pašto adresas'],
  Macedonian: ['Е-пошта', 'Електронска пошта', 'Имејл', 'Е-маил'],
  Malay: ['E-mel', 'Alamat e-mel', 'Emel'],
  Maltese: ['Indirizz elettroniku', 'Posta elettronika', 'Indirizz tal-email'],
  Norwegian: ['E-post', 'E-postadresse', 'Epost', 'Mailadresse'],
  Persian: ['ایمیل', 'رایانامه', 'پست الکترونیک', 'پست الکترونیکی', 'آدرس ایمیل', 'نشانی ایمیل'],
  Polish: ['Adres e-mail', 'Adres mailowy', 'Poczta', 'Poczta elektroniczna', 'Adres poczty elektronicznej', 'Mejl'],
  Portuguese: [
    'Endereço de email',
    'Endereço de correio eletrônico',
    'Correio eletrónico',
    'Correio eletrônico',
    'Endereço eletrônico',
  ],
  Romanian: ['Adresă de e-mail', 'Adresa de e-mail', 'Poștă electronică', 'Adresă electronică'],
  Russian: [
    'Почта',
    'Электронная почта',
    'Эл. почта',
    'Адрес электронной почты',
    'Электронный адрес',
    'Эл. адрес',
    'Имейл',
    'Мейл',
    'Мыло',
  ],
  Serbian: ['Е-пошта', 'Имејл', 'Имејл адреса', 'Електронска пошта', 'Imejl', 'E-pošta', 'Elektronska pošta'],
  Slovak: ['E-mailová adresa', 'Elektronická pošta', 'Mailová adresa'],
  Slovenian: ['E-pošta', 'E-poštni naslov', 'Elektronski naslov', 'Elektronska pošta'],
  Spanish: [
    'Correo',
    'Correo electrónico',
    'Dirección de correo',
    'Dirección de correo electrónico',
    'Correo-e',
    'Dirección electrónica',
  ],
  Swahili: ['Barua pepe', 'Anwani ya barua pepe'],
  Swedish: ['E-post', 'E-postadress', 'Mejl', 'Mejladress', 'Mailadress'],
  Tamil: ['மின்னஞ்சல்', 'மின்னஞ்சல் முகவரி'],
  Thai: ['อีเมล', 'อีเมล์', 'ที่อยู่อีเมล', 'จดหมายอิเล็กทรอนิกส์'],
  Turkish: ['E-posta', 'E-posta adresi', 'Eposta', 'Elektronik posta'],
  Ukrainian: ['Електронна пошта', 'Ел. пошта', 'Пошта', 'Адреса електронної пошти', 'Електронна адреса', 'Імейл'],
  Urdu: ['ای میل', 'ای میل پتہ', 'برقی ڈاک'],
  Vietnamese: ['Địa chỉ email', 'Thư điện tử', 'Hòm thư', 'Hộp thư điện tử'],
  Welsh: ['E-bost', 'Ebost', 'Cyfeiriad e-bost'],
};

const NAMES: ReadonlySet<string> = new Set(Object.values(COLUMN_NAMES).flat().map(columnNameOf));
/** Words within names that people make up themselves: `Kontakt E-Mail`, `E-mail 1 - Value`, `Почта клиента`. */
const CONTAINS_KNOWN = new RegExp(
  [
    ...[
      'e?mail',
      'courriel',
      'correo',
      'epost',
      'eposta',
      'sahkoposti',
      'электроннаяпочта',
      'почта$',
      '^почта',
      'пошта$',
    ],
    ...[
      'メール',
      '邮箱',
      '邮件',
      '郵件',
      '信箱',
      '電郵',
      '이메일',
      'איימייל',
      'אימייל',
      'ايميل',
      'ایمیل',
      'ईमल',
      'อเมล',
      'имеил',
    ],
  ].join('|'),
);
/** Names that other columns have too. */
const AMBIGUOUS =
  /^(?:e?address|adress?e?|contacts?|recipients?|empfanger|kontakte?|login|username|user|subscribers?\w*|to|an|para|a)$/;

/** Kind of a column name: how surely it is that of a column of addresses. */
export type ColumnNameKind = 'known' | 'contains-known' | 'ambiguous' | undefined;

/** Returns the kind of a column name. For every kind but `known`, addresses below the name must confirm it. */
export const columnNameKind = (text: string): ColumnNameKind => {
  const name = columnNameOf(text);
  if (NAMES.has(name)) return 'known';
  if (CONTAINS_KNOWN.test(name)) return 'contains-known';
  return AMBIGUOUS.test(name) ? 'ambiguous' : undefined;
};

/** Whether a cell is one of the names that columns of addresses have. */
export const isColumnName = (text: string): boolean => NAMES.has(columnNameOf(text));
