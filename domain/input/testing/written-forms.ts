/** Ways in which the same value of one line is written, by what does so. Each gives another text of the same meaning. */
const anyText = {
  'marks of direction around': (text: string) => `\u202a${text}\u202c`,
  'isolates around': (text: string) => `\u2068${text}\u2069`,
  'zero-width spaces at both ends': (text: string) => `\u200b${text}\u200b`,
  'byte order mark in front': (text: string) => `\ufeff${text}`,
  'soft hyphen inside': (text: string) => `${text.slice(0, 2)}\u00ad${text.slice(2)}`,
  'word joiner inside': (text: string) => `${text.slice(0, 2)}\u2060${text.slice(2)}`,
  'variation selector behind': (text: string) => `${text}\ufe0f`,
  'spaces around': (text: string) => ` \t${text}\r\n`,
  'no-break spaces around': (text: string) => `\u00a0${text}\u202f`,
} as const;

const groups = (text: string, space: string) => text.replace(/(.{3})(?=.)/g, `$1${space}`);
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
/** Capitals and small letters, written by code points so that no editor mixes the alphabets. */
const pairs: readonly (readonly [latin: string, cyrillic: string])[] = [
  ['A', '\u0410'],
  ['B', '\u0412'],
  ['C', '\u0421'],
  ['E', '\u0415'],
  ['H', '\u041d'],
  ['I', '\u0406'],
  ['K', '\u041a'],
  ['M', '\u041c'],
  ['O', '\u041e'],
  ['P', '\u0420'],
  ['T', '\u0422'],
  ['X', '\u0425'],
  ['Y', '\u0423'],
  ['a', '\u0430'],
  ['c', '\u0441'],
  ['e', '\u0435'],
  ['i', '\u0456'],
  ['o', '\u043e'],
  ['p', '\u0440'],
  ['x', '\u0445'],
  ['y', '\u0443'],
];
const toCyrillic = new Map(pairs);
const toLatin = new Map(pairs.map(([latin, cyrillic]) => [cyrillic, latin]));
const inLetters = (text: string, of: ReadonlyMap<string, string>) =>
  Array.from(text, (letter) => of.get(letter) ?? letter).join('');

const ascii = { ...anyText, 'full-width': fullWidth } as const;
const latin = { ...ascii, 'Cyrillic look-alikes': (text: string) => inLetters(text, toCyrillic) } as const;
const grouped = {
  'groups by spaces': (text: string) => groups(text, ' '),
  'groups by no-break spaces': (text: string) => groups(text, '\u00a0'),
} as const;
const thousands = {
  'thousands by a space': (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/, ' '),
  'thousands by a narrow no-break space': (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/, '\u202f'),
} as const;
const apostrophes = [
  "'",
  '`',
  '\u02bc',
  '\u2018',
  '\u00b4',
  '\u2032',
  '"',
  '*',
  '\u02b9',
  '\u02bb',
  '\u201d',
];
const hyphens = ['\u2010', '\u2011', '\u2013', '\u2014', '\u2212'];

type Forms = Readonly<Record<string, (text: string) => string>>;

/** A field with a value that is right, and the forms in which it is written. */
export const writtenForms = {
  account: {
    right: '1000000001',
    forms: {
      ...ascii,
      ...grouped,
      'as the home page shows it': (text) => `О/р ${text}`,
      'with Latin o/p': (text) => `o/p ${text}`,
      'as a bill says it': (text) => `Особовий рахунок № ${text}`,
    },
  },
  uniqueCode: {
    right: 'SVITLO01',
    forms: { ...latin, ...grouped, 'small letters': (text) => text.toLowerCase() },
  },
  confirmationCode: { right: 'AB3D', forms: { ...latin, 'small letters': (text) => text.toLowerCase() } },
  email: {
    right: 'name@example.ua',
    forms: {
      ...latin,
      'copied link': (text) => `mailto:${text}`,
      capitals: (text) => text.toUpperCase(),
      'Cyrillic capitals': (text) => inLetters(text.toUpperCase(), toCyrillic),
    },
  },
  name: {
    right: 'Йо\u2019їжак-Ківі',
    forms: {
      ...anyText,
      'in parts': (text) => text.normalize('NFD'),
      'Latin look-alikes': (text) => inLetters(text, toLatin),
      'Latin \u00ef': (text) => text.replace('\u0457', '\u00ef'),
      ...Object.fromEntries(
        apostrophes.map((sign) => [`apostrophe ${sign}`, (text: string) => text.replace('\u2019', sign)]),
      ),
      ...Object.fromEntries(
        hyphens.map((sign) => [`hyphen ${sign}`, (text: string) => text.replace('-', sign)]),
      ),
    },
  },
  eic: {
    right: '62Z5100000247A0V',
    forms: { ...latin, ...grouped, 'small letters': (text) => text.toLowerCase() },
  },
  edrpou: { right: '14360570', forms: { ...ascii, ...grouped } },
  rnokpp: { right: '3111901237', forms: { ...ascii, ...grouped } },
  iban: { right: 'UA113052990000026038000123456', forms: { ...latin, ...grouped } },
  reading: {
    right: '26070',
    forms: {
      ...ascii,
      ...thousands,
      'a fraction of zeros': (text) => `${text},0`,
      'two zeros': (text) => `${text}.00`,
    },
  },
  sum: {
    right: '1234.50',
    forms: { ...ascii, ...thousands, 'a comma': (text) => text.replace('.', ',') },
  },
  phone: {
    right: '+380501110001',
    forms: {
      ...ascii,
      'groups and brackets': () => '+38 (050) 111-00-01',
      'other dashes': () => '+380 50 111\u201100\u201301',
      'copied link': (text) => `tel:${text}`,
      'call prefix 00': () => '00380501110001',
      'as it was dialled once': () => '8 050 111 00 01',
      'without the country': () => '050 111 00 01',
    },
  },
  title: {
    right: 'Чому її перераховано?',
    forms: {
      ...anyText,
      'in parts': (text) => text.normalize('NFD'),
      'double spaces': (text) => text.replaceAll(' ', '  '),
      'two lines': (text) => text.replace(' ', '\n'),
    },
  },
} as const satisfies Readonly<Record<string, { readonly right: string; readonly forms: Forms }>>;
export type WrittenField = keyof typeof writtenForms;
