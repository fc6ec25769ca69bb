import { beforeAll, describe, expect, test } from 'vitest';
import { listBills } from '#contract/bills.ts';
import { signInEntity } from '#contract/identity/sign-in.ts';
import { applyAgreements } from '#contract/identity/sign-up.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { startPayment } from '#contract/payments/payments.ts';
import { previewReading } from '#contract/readings.ts';
import { writtenForms } from '#domain/input/testing/written-forms.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';

type Customer = Awaited<ReturnType<typeof makeReadingCustomer>>;

let mine: Customer;
let theirs: Customer;

// Inside the reading period.
const app = provideTestApp({ now: '2026-10-31T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  mine = await makeReadingCustomer(app);
  theirs = await makeReadingCustomer(app);
});

const accountForms = Object.entries(writtenForms.account.forms);

describe('an account in another form of writing', () => {
  test.each(accountForms)('%s: the owner has it', async (_, write) => {
    const { token, accountNumber } = mine;
    const { httpStatus } = await app.post(listBills, { token, account: write(accountNumber) });
    expect(httpStatus).toBe(200);
  });

  test.each(accountForms)('%s: another customer has it not', async (_, write) => {
    const { body } = await app.post(listBills, { token: mine.token, account: write(theirs.accountNumber) });
    expect(body.code).toBe('common.notFound');
  });
});

test.each([
  ...Object.entries(writtenForms.reading.forms).map(([written, write]) => [written, write('2103')] as const),
  ['as it is', '2103'] as const,
])('a reading, %s, is read', async (_, typed) => {
  const { token, accountNumber: account } = mine;
  const { body } = await app.post(previewReading, { token, account, values: { single: typed } });
  expect(body.outcome?.registers[0]?.value).toBe(2103);
});

test('a wrong character of a reading is named with its place', async () => {
  const { token, accountNumber: account } = mine;
  const { body } = await app.post(previewReading, { token, account, values: { single: '21\u041e3' } });
  expect(body.outcome?.code).toBe('readings.digitCapacity');
  expect(body.outcome?.message).toContain(formatMessage('readings.wrongCharacter', { n: 3, sign: '\u041e' }));
});

test('a required field of signs that nobody sees is missing', async () => {
  const typed = { account: '\u200b', unique_code: '\u202a\u202c', userType: 'entity' };
  const { body } = await app.post(signInEntity, typed);
  expect(body.issues?.map(({ path, code }) => [path, code])).toEqual([
    ['account', 'field.required'],
    ['unique_code', 'field.required'],
  ]);
});

test('a wrong letter is named with its place', async () => {
  const typed = { surname: 'Шnейдер', email: 'оленa@ukr.net', name: 'Ли?' };
  const { body } = await app.post(applyAgreements, typed);
  const told = (body.issues ?? []).map(({ path, code, message }) => `${path} ${code} ${message}`).toSorted();
  const of = 'Перевірте коректність введених даних:';
  expect(told).toEqual(
    expect.arrayContaining([
      `email field.cyrillicLetter ${of} 2-й символ «л» — кирилична літера`,
      `name field.strayCharacter ${of} 3-й символ «?» зайвий`,
      `surname field.latinLetter ${of} 2-й символ «n» — латинська літера`,
    ]),
  );
});

test('a wrong character of a sum is named with its place', async () => {
  const { token, accountNumber: account } = mine;
  const order = { account, purpose: 'energy', sum: '1 0\u041e0,50', provider: 'liqpay', requestId: newId() };
  const { body } = await app.post(startPayment, { token, ...order });
  const message = formatMessage('field.cyrillicLetter', { n: 4, sign: '\u041e' });
  expect(body.issues).toEqual([{ path: 'sum', code: 'field.cyrillicLetter', message }]);
});
