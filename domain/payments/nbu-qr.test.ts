import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kopiykas } from '#domain/money.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import type { NbuQr, NbuQr002, NbuQr003, NbuQrEditable } from './nbu-qr-fields.ts';
import { amountToNbu, checkNbuQr, isNbuText, lockMask, momentToNbu, toNbuText } from './nbu-qr-values.ts';
import { buildNbuQr } from './supplier-qr.ts';
import { amountFromNbu, editableOfMask, momentFromNbu, parseNbuQr } from './testing/parse-nbu-qr.ts';

/** The National Bank's own example of format 002: a clinic. */
const clinic: NbuQr002 = {
  format: '002',
  encoding: 'windows-1251',
  recipient: 'ТОВ “Стоматологія”',
  iban: 'UA783226690000026005012107358',
  amount: kopiykas(103_428),
  recipientCode: '40723824',
  purpose: 'Стоматологічні послуги',
};

const bill002: NbuQr002 = {
  format: '002',
  encoding: 'utf-8',
  recipient: 'ТОВ "Світло в дім"',
  iban: 'UA113052990000026038000123456',
  amount: kopiykas(43_250),
  recipientCode: '41234569',
  purpose: 'Електроенергія, о/р 2390001111, 10.2026',
};

const bill003: NbuQr003 = {
  ...bill002,
  format: '003',
  encoding: 'windows-1251',
  transfer: 'XCT',
  category: 'SUPP/SUPP',
  reference: '2390001111-102026',
  editable: ['amount'],
  validUntil: kyivInstant(localDate('2026-12-31'), 23, 59),
  createdAt: kyivInstant(localDate('2026-11-05'), 9, 0),
};

const vectors: [string, NbuQr, string][] = [
  [
    'the official example of format 002',
    clinic,
    'https://bank.gov.ua/qr/QkNECjAwMgoyClVDVAoK0s7CIJPR8u7s4PLu6-7js_-UClVBNzgzMjI2NjkwMDAwMDI2MDA1MDEyMTA3MzU4ClVBSDEwMzQuMjgKNDA3MjM4MjQKCgrR8u7s4PLu6-7js_ftsyDv7vHr8-PoCg',
  ],
  [
    'a bill in format 002, UTF-8',
    bill002,
    'https://bank.gov.ua/qr/QkNECjAwMgoxClVDVAoK0KLQntCSICLQodCy0ZbRgtC70L4g0LIg0LTRltC8IgpVQTExMzA1Mjk5MDAwMDAyNjAzODAwMDEyMzQ1NgpVQUg0MzIuNTAKNDEyMzQ1NjkKCgrQldC70LXQutGC0YDQvtC10L3QtdGA0LPRltGPLCDQvi_RgCAyMzkwMDAxMTExLCAxMC4yMDI2Cg',
  ],
  [
    'a bill in format 002, Windows-1251',
    { ...bill002, encoding: 'windows-1251' },
    'https://bank.gov.ua/qr/QkNECjAwMgoyClVDVAoK0s7CICLR4rPy6-4g4iDks-wiClVBMTEzMDUyOTkwMDAwMDI2MDM4MDAwMTIzNDU2ClVBSDQzMi41MAo0MTIzNDU2OQoKCsXr5ery8O7l7eXw47P_LCDuL_AgMjM5MDAwMTExMSwgMTAuMjAyNgo',
  ],
  [
    'a bill in format 003',
    bill003,
    'https://qr.bank.gov.ua/QkNECjAwMwoyClhDVAoK0s7CICLR4rPy6-4g4iDks-wiClVBMTEzMDUyOTkwMDAwMDI2MDM4MDAwMTIzNDU2ClVBSDQzMi41MAo0MTIzNDU2OQpTVVBQL1NVUFAKMjM5MDAwMTExMS0xMDIwMjYKxevl6vLw7uXt5fDjs_8sIO4v8CAyMzkwMDAxMTExLCAxMC4yMDI2CgpGRUZGCjI2MTIzMTIzNTkwMAoyNjExMDUwOTAwMDAK',
  ],
];

function urlOf(code: NbuQr): string {
  const built = buildNbuQr(code);
  if (built.kind === 'refused') throw new Error(JSON.stringify(built.problems));
  return built.url;
}

/** A code with an arbitrary payload, as another program might make it. */
function foreignCode(text: string, prefix = 'https://bank.gov.ua/qr/'): string {
  return prefix + Buffer.from(text, 'utf8').toString('base64url');
}

describe('buildNbuQr and parseNbuQr', () => {
  test.each(vectors)('builds the code byte for byte: %s', (_says, code, url) => {
    expect(urlOf(code)).toBe(url);
  });

  test.each(vectors)('parses the code: %s', (_says, code, url) => {
    expect(parseNbuQr(url)).toEqual(code);
  });

  test('a code without a sum lets the payer enter it', () => {
    const { amount: _amount, ...open } = bill002;
    const code = parseNbuQr(urlOf(open));
    expect(code).toEqual(open);
    expect(code).not.toHaveProperty('amount');
  });

  test.each([
    ['nothing is filled in', { recipient: ' ', purpose: '', recipientCode: '', iban: '' }, 4],
    ['the name is longer than 38 characters', { recipient: 'Я'.repeat(39) }, 1],
    ['the purpose is longer than 140 characters', { purpose: 'а'.repeat(141) }, 1],
    ['the account has spaces', { iban: 'UA11 3052 9900 0002 6038 0001 23456' }, 1],
    ['the account is foreign', { iban: 'DE89370400440532013000' }, 1],
    ['nothing is to be paid', { amount: kopiykas(0) }, 1],
    ['the sum has ten digits', { amount: kopiykas(100_000_000_000n) }, 1],
    ['the code of the recipient is longer than 10 bytes', { recipientCode: 'АБ123456789' }, 1],
    ['there is a line break', { purpose: 'Електроенергія\n10.2026' }, 1],
    ['there is a no-break space', { purpose: 'Електроенергія\u00a010.2026' }, 1],
    ['there is a sign outside Windows-1251', { purpose: 'Оплата ₴' }, 1],
  ])('refuses format 002 when %s', (_says, wrong, problems) => {
    const built = buildNbuQr({ ...bill002, ...wrong });
    expect(built.kind === 'refused' && built.problems.length).toBe(problems);
  });

  test('reports every missing field, and allows a missing sum', () => {
    const empty = { recipient: ' ', purpose: '', recipientCode: '', amount: undefined };
    expect(checkNbuQr({ ...bill002, ...empty })).toEqual([
      { field: 'recipient', reason: 'required' },
      { field: 'recipientCode', reason: 'required' },
      { field: 'purpose', reason: 'required' },
    ]);
  });

  test('allows format 003 without reference, display text, mask and times', () => {
    const least: NbuQr003 = {
      ...bill003,
      reference: undefined,
      editable: undefined,
      validUntil: undefined,
      createdAt: undefined,
    };
    expect(parseNbuQr(urlOf(least))).toEqual(least);
  });

  test.each(['UCT', 'ICT', 'XCT'] as const)('allows the transfer %s in format 003', (transfer) => {
    expect(parseNbuQr(urlOf({ ...bill003, transfer }))).toEqual({ ...bill003, transfer });
  });

  test('limits the recipient code in bytes', () => {
    const passport = { recipientCode: 'АБ1234567' };
    expect(checkNbuQr({ ...bill002, ...passport, encoding: 'windows-1251' })).toEqual([]);
    expect(checkNbuQr({ ...bill002, ...passport, encoding: 'utf-8' })).toEqual([
      { field: 'recipientCode', reason: 'tooLong' },
    ]);
  });

  test('allows longer names in format 003, and refuses a wrong category, reference or display text', () => {
    const good = { ...bill003, recipient: 'Я'.repeat(70), display: 'Дякуємо' };
    expect(parseNbuQr(urlOf(good))).toEqual(good);
    const wrong = { ...bill003, category: 'SUPP', reference: 'рахунок 1', display: 'а\nб' };
    expect(checkNbuQr(wrong).map(({ field, reason }) => `${field} ${reason}`)).toEqual([
      'category shape',
      'reference characters',
      'display characters',
    ]);
    expect(checkNbuQr({ ...bill003, reference: 'x'.repeat(35) })).toEqual([]);
    expect(checkNbuQr({ ...bill003, reference: 'x'.repeat(36) })).toEqual([
      { field: 'reference', reason: 'tooLong' },
    ]);
  });

  test('never exceeds the total size of the format', () => {
    const tooLong = { kind: 'refused', problems: [{ field: 'whole', reason: 'tooLong' }] };
    // 356 bytes are the maximum for 475 characters of base64url
    const fitting = { ...bill003, purpose: 'а'.repeat(356 - (byteLength(bill003) - bill003.purpose.length)) };
    expect(payloadLength(fitting)).toBe(475);
    expect(buildNbuQr({ ...fitting, purpose: `${fitting.purpose}а` })).toEqual(tooLong);
    const wide = { ...bill002, recipient: 'Я'.repeat(38), purpose: 'а'.repeat(140) };
    expect(buildNbuQr({ ...wide, encoding: 'utf-8' })).toEqual(tooLong);
    expect(buildNbuQr({ ...wide, encoding: 'windows-1251' }).kind).toBe('built');
  });

  test('round-trips any allowed text', () => {
    const sign = fc.integer({ min: 0x20, max: 0x45f }).map((point) => String.fromCodePoint(point));
    const text = (maxLength: number) =>
      fc
        .array(sign, { minLength: 1, maxLength })
        .map((signs) => signs.join(''))
        .filter((value) => isNbuText(value) && value.trim() !== '');
    fc.assert(
      fc.property(
        text(30),
        text(60),
        fc.constantFrom('utf-8' as const, 'windows-1251' as const),
        fc.bigInt({ min: 1n, max: 99_999_999_999n }),
        (recipient, purpose, encoding, amount) => {
          for (const base of [bill002, bill003]) {
            const code = { ...base, encoding, recipient, purpose, amount: kopiykas(amount) };
            const built = buildNbuQr(code);
            if (built.kind === 'built') expect(parseNbuQr(built.url)).toEqual(code);
            else expect(built.problems).toEqual([{ field: 'whole', reason: 'tooLong' }]);
          }
        },
      ),
    );
  });
});

describe('parseNbuQr refuses', () => {
  const lines = [
    'BCD',
    '002',
    '1',
    'UCT',
    '',
    'ТОВ',
    bill002.iban,
    'UAH3',
    '41234569',
    '',
    '',
    'За світло',
    '',
  ];
  const changed = (index: number, value: string) => lines.with(index, value).join('\n');

  test('parseNbuQr accepts CR LF and a sum without kopiykas', () => {
    expect(parseNbuQr(foreignCode(lines.join('\r\n')))).toMatchObject({ amount: 300n, purpose: 'За світло' });
  });

  test.each([
    ['', ''],
    ['another address', foreignCode(lines.join('\n'), 'https://bank.example/qr/')],
    ['an address of the same length', foreignCode(lines.join('\n'), 'https://bank.gov.uk/qr/')],
    ['the address of 003 with a body of 002', foreignCode(lines.join('\n'), 'https://qr.bank.gov.ua/')],
    ['padding', `${urlOf(bill002)}=`],
    ['a letter too many', `${urlOf(bill002)}AAA`],
    ['another mark', foreignCode(changed(0, 'ABC'))],
    ['a version of the future', foreignCode(changed(1, '004'))],
    ['no encoding', foreignCode(changed(2, '3'))],
    ['another function', foreignCode(changed(3, 'ICT'))],
    ['one digit of kopiykas', foreignCode(changed(7, 'UAH100.5'))],
    ['a zero in front', foreignCode(changed(7, 'UAH03'))],
    ['dollars', foreignCode(changed(7, 'USD3'))],
    ['too few lines', foreignCode(lines.slice(0, 9).join('\n'))],
    ['a line too few', foreignCode(lines.slice(0, 12).join('\n'))],
    ['a line too many', foreignCode([...lines, ''].join('\n'))],
    [
      'bytes that are not UTF-8',
      `https://bank.gov.ua/qr/${Buffer.from([66, 67, 68, 10, 48, 48, 50, 10, 49, 10, 255]).toString('base64url')}`,
    ],
  ])('%s', (_says, url) => {
    expect(parseNbuQr(url)).toBeUndefined();
  });

  test.each([
    [13, 'XYZ'],
    [14, '261331235900'],
    [14, '261231245900'],
    [14, '261231236000'],
    [14, '261231235960'],
    [15, '26110509'],
    [3, 'ABC'],
    [9, ''],
    [2, '3'],
    [7, 'UAH03'],
    [15, '261105090000\n'],
    [15, undefined],
  ])('line %i of format 003 with %j', (index, value) => {
    const decoded = Buffer.from(urlOf({ ...bill003, encoding: 'utf-8' }).slice(23), 'base64url').toString(
      'utf8',
    );
    const broken = decoded
      .split('\n')
      .toSpliced(index, 1, ...(value === undefined ? [] : [value]))
      .join('\n');
    expect(parseNbuQr(foreignCode(broken, 'https://qr.bank.gov.ua/'))).toBeUndefined();
  });
});

describe('NBU QR values', () => {
  test.each([
    [43_250n, 'UAH432.50'],
    [300n, 'UAH3'],
    [5n, 'UAH0.05'],
    [99_999_999_999n, 'UAH999999999.99'],
  ])('amountToNbu writes %s kopiykas as %s', (amount, text) => {
    expect(amountToNbu(kopiykas(amount))).toBe(text);
    expect(amountFromNbu(text)).toBe(amount);
  });

  test('lockMask has a bit for each field', () => {
    expect(lockMask([])).toBe('FFFF');
    expect(lockMask(['amount'])).toBe('FEFF');
    expect(lockMask(['recipient', 'iban', 'amount', 'recipientCode', 'category', 'purpose', 'display'])).toBe(
      'C83F',
    );
    const every: NbuQrEditable[] = [
      'recipient',
      'iban',
      'amount',
      'recipientCode',
      'category',
      'purpose',
      'display',
    ];
    fc.assert(
      fc.property(fc.subarray(every), (open) => {
        expect(editableOfMask(lockMask(open))).toEqual(open);
      }),
    );
  });

  test('momentToNbu uses Kyiv time, in winter and summer', () => {
    expect(momentFromNbu('261231235900')).toBe(Date.parse('2026-12-31T21:59:00Z'));
    expect(momentFromNbu('260701120030')).toBe(Date.parse('2026-07-01T09:00:30Z'));
    expect(momentFromNbu('261231235959')).toBe(Date.parse('2026-12-31T21:59:59Z'));
    expect(momentToNbu(instantFromIso('2026-07-01T09:00:31Z'))).toBe('260701120031');
  });

  test('toNbuText replaces spaces, apostrophes and foreign characters, and shortens', () => {
    expect(toNbuText('Електро\u00a0енергія\n за  10.2026 ')).toBe('Електро енергія за 10.2026');
    expect(toNbuText('Під\u02bcїзд ₴ 1')).toBe('Під’їзд 1');
    expect(toNbuText('Світло в дім', 7)).toBe('Світло');
    expect(toNbuText(' Світло в дім', 6)).toBe('Світло');
  });
});

function byteLength(code: NbuQr): number {
  const built = buildNbuQr(code);
  return built.kind === 'built' ? built.bytes.length : Number.NaN;
}

function payloadLength(code: NbuQr): number {
  return urlOf(code).length - 'https://qr.bank.gov.ua/'.length;
}
