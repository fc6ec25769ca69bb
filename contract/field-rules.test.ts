import { expect, test } from 'vitest';
import { checkField, type FieldName, type FieldProblem, type FieldsBeside } from './field-rules.ts';
import {
  accountNumberField,
  codeField,
  edrpouField,
  emailField,
  newPasswordField,
  oldPasswordField,
  personNameField,
  phoneField,
  uniqueCodeField,
} from './fields.ts';

const phone = '+380501110001';
const required: FieldProblem = { code: 'field.required' };
const invalid: FieldProblem = { code: 'field.invalid' };
const phoneLength: FieldProblem = { code: 'field.phoneLength' };
const codeLength: FieldProblem = { code: 'field.codeLength' };
const wrong = (code: FieldProblem['code'], n: number, sign: string): FieldProblem => ({ code, n, sign });
const latin = (n: number, sign: string) => wrong('field.latinLetter', n, sign);
const cyrillic = (n: number, sign: string) => wrong('field.cyrillicLetter', n, sign);
const stray = (n: number, sign: string) => wrong('field.strayCharacter', n, sign);
const length = (n: number): FieldProblem => ({ code: 'field.length', n });
const max = (n: number): FieldProblem => ({ code: 'field.max', n });

type Row = readonly [FieldName, string, FieldProblem | undefined, FieldsBeside?];

const rows: readonly Row[] = [
  ['phone', '', required],
  ['phone', '   ', required],
  ['phone', '+38050111000', phoneLength],
  ['phone', '+3805011100011', phoneLength],
  ['phone', '050111000', phoneLength],
  ['phone', '0501110001', undefined],
  ['phone', '+480501110001', invalid],
  ['phone', '+38050111000a', latin(13, 'a')],
  ['phone', '+38050111000а', cyrillic(13, 'а')],
  ['phone', phone, undefined],
  ['phone_copy', '', required, { phone }],
  ['phone_copy', '+38050', phoneLength, { phone }],
  ['phone_copy', '+380501110002', invalid, { phone }],
  ['phone_copy', phone, undefined, { phone }],
  ['phone_last', '', required],
  ['phone_last', '+38050', phoneLength],
  ['phone_last', '+38050111000a', latin(13, 'a')],
  ['phone_last', phone, undefined],
  ['email', '', required],
  ['email', 'olena', invalid],
  ['email', 'olena@', invalid],
  ['email', 'olena@ukr,net', stray(10, ',')],
  ['email', 'оленa@ukr.net', cyrillic(2, 'л')],
  ['email', 'olena lis@ukr.net', stray(6, ' ')],
  ['email', `${'a'.repeat(250)}@b.ua`, max(254)],
  ['email', ' Olena@Example.ua ', undefined],
  ['surname', '', required],
  ['surname', 'К', invalid],
  ['surname', 'К'.repeat(51), max(50)],
  ['surname', ` ${'К'.repeat(50)} `, undefined],
  ['surname', '\u200b\u00ad', required],
  ['surname', 'Smith', latin(1, 'S')],
  ['surname', 'Шnейдер', latin(2, 'n')],
  ['surname', 'Рыжов', stray(2, 'ы')],
  ['surname', 'Ли\u0007', stray(3, 'U+0007')],
  ['surname', 'Нечуй-Левицька', undefined],
  ['name', '', required],
  ['name', '<b>Іван</b>', stray(1, '<')],
  ['name', 'Іван"><script>', stray(5, '"')],
  ['name', "Дар'я", undefined],
  ['middle_n', '', required],
  ['middle_n', 'Іванівна1', stray(9, '1')],
  ['middle_n', 'І'.repeat(51), max(50)],
  ['middle_n', 'Іванівна', undefined],
  ['password', '', required],
  ['password', '1234567', invalid],
  ['password', '12345678', undefined],
  ['password', '        ', undefined],
  ['password', 'я'.repeat(128), undefined],
  ['password', 'я'.repeat(129), invalid],
  ['password', '🔑🔑🔑🔑', invalid],
  ['password', '🔑'.repeat(8), undefined],
  ['password', '🔑'.repeat(128), undefined],
  ['password', '🔑'.repeat(129), invalid],
  ['password', 'ї'.normalize('NFD').repeat(7), invalid],
  ['password', 'ї'.normalize('NFD').repeat(128), undefined],
  ['password', 'with a \0 in it', invalid],
  ['new_pass', '', required],
  ['new_pass', '1234567', invalid],
  ['new_pass', 'a'.repeat(129), invalid],
  ['new_pass', '🔑🔑🔑🔑', invalid],
  ['new_pass', '🔑'.repeat(128), undefined],
  ['new_pass', 'with a \0 in it', invalid],
  ['new_pass', 'the same one', { code: 'field.samePassword' }, { oldPassword: 'the same one' }],
  [
    'new_pass',
    'Їжак їде'.normalize('NFD'),
    { code: 'field.samePassword' },
    { oldPassword: 'Їжак їде'.normalize('NFC') },
  ],
  ['new_pass', 'another one', undefined, { oldPassword: 'the same one' }],
  ['old_pass', '', required],
  ['old_pass', 'a'.repeat(129), invalid],
  ['old_pass', 'a', undefined],
  ['old_pass', ' ', undefined],
  ['old_pass', '🔑'.repeat(128), undefined],
  ['old_pass', '🔑'.repeat(129), invalid],
  ['old_pass', 'a\0', invalid],
  ['sms_pwd', '', required],
  ['sms_pwd', 'AB3', codeLength],
  ['sms_pwd', 'AB3DE', codeLength],
  ['sms_pwd', 'AB3U', stray(4, 'U')],
  ['sms_pwd', 'AB-3', stray(3, '-')],
  ['sms_pwd', ' ab3d ', undefined],
  ['code', '', required],
  ['code', '123', codeLength],
  ['code', '12345', codeLength],
  ['code', '12_4', stray(3, '_')],
  ['code', '12Ж4', cyrillic(3, 'Ж')],
  ['code', 'OІ0l', undefined],
  ['unique_code', '', required],
  ['unique_code', 'ABC12', invalid],
  ['unique_code', 'ABCDEF1234567', invalid],
  ['unique_code', 'ABC-123', stray(4, '-')],
  ['unique_code', 'ABCДЕ1', cyrillic(4, 'Д')],
  ['unique_code', 'svitlo01', undefined],
  ['unique_code', 'АВС123', undefined],
  ['account', '', required],
  ['account', '123456789', length(10)],
  ['account', '12345678901', length(10)],
  ['account', '12345678a0', latin(9, 'a')],
  ['account', '123456789О', cyrillic(10, 'О')],
  ['account', '\u200b', required],
  ['account', '1234567890', undefined],
  ['edrpou', '', required],
  ['edrpou', '1436057', invalid],
  ['edrpou', '143605700', { code: 'field.max', n: 8 }],
  ['edrpou', '131819', undefined],
  ['edrpou', '14360571', invalid],
  ['edrpou', '1436057a', latin(8, 'a')],
  ['edrpou', ' 14360570 ', undefined],
  ['title', '', required],
  ['title', 'Ні', invalid],
  ['title', ' Ні\u200b\u200b ', invalid],
  ['title', 'Та\u0000к', stray(3, 'U+0000')],
  ['title', 'Так', undefined],
  ['title', 'а'.repeat(120), undefined],
  ['title', 'а'.repeat(121), max(120)],
  ['login', '', required],
  ['login', 'ab', invalid],
  ['login', '1owner', invalid],
  ['login', 'owner of all', stray(6, ' ')],
  ['login', 'a'.repeat(33), invalid],
  ['login', ' Owner.1 ', undefined],
];

const cases = rows.map(([name, value, problem, beside]) => ({ name, value, problem, beside }));

test.each(cases)('checkField: $name $value: $problem.code', ({ name, value, problem, beside }) => {
  expect(checkField(name, value, beside)).toEqual(problem);
});

/** The same fields in calls; a repeated phone, a login and the title of a ticket are in none. */
const fieldsOfCalls = {
  phone: phoneField,
  phone_last: phoneField,
  email: emailField,
  surname: personNameField,
  name: personNameField,
  middle_n: personNameField,
  password: newPasswordField,
  new_pass: newPasswordField,
  old_pass: oldPasswordField,
  sms_pwd: codeField,
  code: codeField,
  unique_code: uniqueCodeField,
  account: accountNumberField,
  edrpou: edrpouField,
} as const;

const sent = cases.flatMap(({ name, value, problem, beside }) =>
  name in fieldsOfCalls && beside === undefined
    ? [{ name: name as keyof typeof fieldsOfCalls, value, problem }]
    : [],
);

test.each(sent)('field schema: $name $value: $problem.code', ({ name, value, problem }) => {
  const issue = fieldsOfCalls[name].safeParse(value).error?.issues[0];
  const actual = issue?.code === 'custom' ? { code: issue.message, ...issue.params } : issue;
  expect(actual).toEqual(problem);
});

test('every field has a refused and an accepted value in the table', () => {
  const names = new Set(rows.map(([name]) => name));
  const taken = new Set(rows.filter(([, , problem]) => problem === undefined).map(([name]) => name));
  expect(names.size).toBe(17);
  expect(taken).toEqual(names);
});
