import { isDeepStrictEqual } from 'node:util';
import { utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { rowReader, sumReader } from '#billing/modules/bank-statements/parse/row-reader.ts';
import { shippedFormats } from '#billing/modules/bank-statements/parse/shipped-formats.template.ts';
import * as columns from '#billing/modules/import/formats/column-kind.ts';
import * as fields from '#contract/fields.ts';
import { moneyField } from '#contract/values/money.ts';
import { typedValuesField } from '#contract/values/reading.ts';
import { requisitesField } from '#contract/values/supplier.ts';
import { latinCode, parseEicCode } from '#domain/identifiers/eic-code.ts';
import { parseIban } from '#domain/identifiers/iban.ts';
import { parseRnokpp } from '#domain/identifiers/rnokpp.ts';
import { type WrittenField, writtenForms } from '#domain/input/testing/written-forms.ts';
import { tidyText, withoutSpaces } from '#domain/input/tidy-text.ts';
import { kopiykas, moneyToWire, parseMoney } from '#domain/money.ts';
import { readPurpose } from '#domain/payments/read-purpose.ts';
import { parseReadingValue } from '#domain/readings/reading-value.ts';
import { digitsOf, emailBeginning, phoneBeginnings, readFindQuery } from '#domain/search/find-query.ts';
import { searchWords } from '#domain/search/search-words.ts';
import { soughtTexts } from '#domain/search/sought-texts.ts';
import { localDate } from '#domain/time/local-date.ts';
import { readWorkbook } from '#portal/modules/readings/workbook/read-workbook.ts';
import { readTitles } from '#portal/modules/readings/workbook/workbook-columns.template.ts';
import { ruledBy } from '#web/lib/form/form-step.tsx';
import { fullPhone } from '#web/lib/form/typed-values.ts';

/** The right value as a door gives it on; undefined: the door refuses the text. */
type Door = (text: string) => unknown;
type Doors = Readonly<
  Partial<Record<'form' | 'call' | 'workbook' | 'import' | 'statement' | 'purpose' | 'search', Door>>
>;

const form =
  (name: Parameters<typeof ruledBy>[0]): Door =>
  (typed) => {
    const { read, check } = ruledBy(name);
    const value = read(typed);
    return check(value) === undefined ? value : undefined;
  };
const call =
  (schema: { safeParse(value: unknown): { data?: unknown } }): Door =>
  (sent) =>
    schema.safeParse(sent).data;
/** As `stageFile` reads a value. */
const imported =
  ({ parse }: columns.ColumnKind): Door =>
  (text) =>
    parse(tidyText(text));

/** A cell of the workbook of readings, text as Excel keeps it. */
function cellOf(column: keyof typeof readTitles, text: string): unknown {
  const cells = { eic: '62X003485000012Y', serial: '1', kind: 'Загальна', value: '1', [column]: text };
  const titles = Object.values(readTitles);
  const sheet = utils.aoa_to_sheet([titles, [cells.eic, cells.serial, cells.kind, cells.value]]);
  const book = utils.book_new(sheet, 'Readings');
  const read = readWorkbook(write(book, { type: 'buffer', bookType: 'xlsx' }));
  if (read.kind === 'refused') return undefined;
  const [row] = read.rows;
  return column === 'value' && row && 'text' in row.value ? row.value.text : row?.[column as 'eic'];
}

/** The account of a row of a statement. */
function statementAccount(text: string): unknown {
  const format = shippedFormats.find(({ columns: { account } }) => account !== undefined);
  if (format === undefined) throw new Error('no format has accounts');
  const accounts: unknown[] = [];
  const reader = rowReader({
    format,
    accountPattern: /^\d{10}$/,
    today: localDate('2026-11-30'),
    onRow: ({ ownAccount }) => accounts.push(ownAccount),
    onSkipped: () => undefined,
    report: (_line, _column, code) => accounts.push(code),
  });
  reader.take(1, ['date', 'amount', 'account', 'payer', 'comment']);
  reader.take(2, ['2026-11-18', '100.00', text, '', '']);
  return accounts[0];
}

const reading: Door = (text) => {
  const value = parseReadingValue(text, 6);
  return value === undefined ? undefined : String(value);
};
const sum: Door = (text) => {
  const parsed = parseMoney(text);
  return parsed === undefined ? undefined : moneyToWire(parsed);
};
const wireOf = (digits: unknown) =>
  typeof digits === 'string' && digits !== '' ? moneyToWire(kopiykas(digits)) : undefined;
const readStatementSum = sumReader({ decimalMark: ',', groupMark: ' ' });
const { iban: ibanField } = requisitesField.shape;

/** The doors of each field. A field has no form, call, … of its own where none is listed. */
const doors: Readonly<Record<WrittenField, Doors>> = {
  account: {
    form: form('account'),
    call: call(fields.accountNumberField),
    import: imported(columns.accountNumber),
    statement: statementAccount,
    // The words before the number are of the purpose itself.
    purpose: (text) => readPurpose(/\p{L}/u.test(text) ? text : `о/р ${text}`, /^\d{10}$/).accountNumbers[0],
    search: digitsOf,
  },
  uniqueCode: {
    form: form('unique_code'),
    call: call(fields.uniqueCodeField),
    import: imported(columns.objectCode),
  },
  confirmationCode: { form: form('code'), call: call(fields.codeField) },
  email: {
    form: form('email'),
    call: call(fields.emailField),
    import: imported(columns.email),
    search: emailBeginning,
  },
  name: {
    form: form('surname'),
    call: call(fields.personNameField),
    import: imported(columns.personName(50)),
    // The index has words without hyphens and apostrophes.
    search: (text) =>
      isDeepStrictEqual(readFindQuery(text).words, searchWords(writtenForms.name.right))
        ? writtenForms.name.right
        : undefined,
  },
  eic: {
    form: latinCode,
    call: call(fields.eicField),
    import: imported(columns.eicCode),
    workbook: (text) => parseEicCode(String(cellOf('eic', text))),
    search: (text) => readFindQuery(text).code,
  },
  edrpou: { form: form('edrpou'), call: call(fields.edrpouField), import: imported(columns.edrpou) },
  rnokpp: { form: parseRnokpp, import: imported(columns.taxCode) },
  iban: { form: parseIban, call: call(ibanField), import: imported(columns.iban) },
  reading: {
    form: (text) => reading(withoutSpaces(text)),
    call: (text) => reading(String(typedValuesField.safeParse({ single: text }).data?.single)),
    workbook: (text) => reading(String(cellOf('value', text))),
  },
  sum: {
    form: sum,
    call: (text) => sum(String(moneyField.safeParse(text).data)),
    import: (text) => wireOf(imported(columns.money('positive'))(text)),
    statement: (text) => wireOf(readStatementSum(text.replace(/[.\uff0e]/, ','))),
    search: (text) => soughtTexts(text).find((sought) => sought === sum(text)),
  },
  phone: {
    form: fullPhone,
    call: call(fields.phoneField),
    import: imported(columns.phone),
    search: (text) => digitsOf(text) && phoneBeginnings(digitsOf(text))[0],
  },
  title: { form: form('title'), call: call(fields.titleField) },
};

const names = Object.keys(writtenForms) as WrittenField[];
const matrix = names.flatMap((field) => {
  const { right, forms } = writtenForms[field];
  const texts = Object.entries({ 'as it is': (text: string) => text, ...forms });
  return Object.entries(doors[field]).flatMap(([door, read]) =>
    texts.map(([written, write]) => ({ field, written, door, text: write(right), right, read })),
  );
});

describe('a right value is read', () => {
  test.each(matrix)('$field, $written, by $door', ({ text, right, read }) => {
    expect(read(text)).toBe(right);
  });
});

test('each form of writing is another text than the value', () => {
  for (const field of names) {
    const { right, forms } = writtenForms[field];
    for (const [written, write] of Object.entries<(text: string) => string>(forms))
      expect(write(right), `${field}, ${written}`).not.toBe(right);
  }
});

describe('a value of signs that nobody sees is empty', () => {
  test.each(['\u200b', '\u202a\u202c', '\ufeff \u00ad', '\u3164'])('%j', (text) => {
    for (const { field, door, read } of matrix) {
      const given = read(text);
      expect(given === undefined || given === '', `${field} by ${door} gives ${JSON.stringify(given)}`).toBe(
        true,
      );
    }
  });
});
