import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { AccountFixture } from '#billing/testing/make-account.ts';
import { exportReadings, listReadings } from '#contract/readings.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { provideReadingApp } from '#portal/testing/hooks/provide-reading-app.ts';
import { makeReadingCustomer, steadyHistory } from '#portal/testing/scenarios/reading-customer.ts';

const app = provideReadingApp();

async function customer(fixture: AccountFixture = { history: steadyHistory }) {
  const made = await makeReadingCustomer(app, fixture);
  const { token, accountNumber: account } = made;
  return {
    ...made,
    history: (more: object = {}) => app.post(listReadings, { token, account, ...more }),
    file: async (more: object) => {
      const answer = await app.post(exportReadings, { token, account, ...more });
      return { ...answer, content: answer.body as unknown as Buffer };
    },
  };
}

test('a correction is listed with its reason beside the reading it replaced, each with its status', async () => {
  const { submit, correct, history } = await customer();
  await submit({ single: '2103' });
  app.clock.set(instantFromIso('2026-10-31T11:00:00Z'));
  await correct({ single: '2130' }, { reason: 'Помилка в цифрі' });
  const { readings, count } = (await history({ limit: 3 })).body;
  expect(count).toBe(6);
  const receiptNumber = expect.any(String);
  const corrected = { kwhSincePrevious: 130, reason: 'Помилка в цифрі', hasPhoto: false, receiptNumber };
  expect(readings).toMatchObject([
    { value: 2130, state: 'accepted', source: 'customer', ...corrected },
    { value: 2103, state: 'superseded', source: 'customer', kwhSincePrevious: null, reason: null },
    { value: 2000, state: 'accepted', source: 'import', receiptNumber: null },
  ]);
  const older = (await history({ before: '2026-10-01' })).body.readings;
  expect(older.map(({ value }) => value)).toEqual([1900, 1000, 900]);
});

test('a customer goes through the history part by part; the meters come with each', async () => {
  const { history, meters } = await customer();
  const first = (await history({ limit: 3 })).body;
  const days = ['2026-10-01', '2026-09-01', '2025-11-01'];
  expect(first.readings.map(({ effectiveDate }) => effectiveDate)).toEqual(days);
  const second = (await history({ limit: 3, cursor: first.next })).body;
  expect(second).toMatchObject({ next: null, count: 4, meters: [meters[0]?.serialNumber] });
  expect(second.readings.map(({ effectiveDate }) => effectiveDate)).toEqual(['2025-10-01']);
});

test.each(['not+ours', Buffer.from('["2026-11-01"]').toString('base64url')])(
  'the cursor %s is refused',
  async (cursor) => {
    const { httpStatus, body } = await (await customer({})).history({ cursor });
    expect([httpStatus, body.issues]).toMatchObject([400, [{ path: 'cursor', code: 'field.invalid' }]]);
  },
);

describe('the history as a file', () => {
  test('has a row for each register of the screen', async () => {
    const { history, file } = await customer({
      meters: [{ zoneScheme: 'two' }],
      history: [
        { period: '2026-08', closing: { day: 100, night: 40 } },
        { period: '2026-09', closing: { day: 180, night: 80 } },
      ],
    });
    const { content, headers } = await file({ format: 'xlsx' });
    expect(headers['content-disposition']).toContain('.xlsx');
    const book = read(content);
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, blankrows: false, defval: null });
    const shown = (await history()).body.readings;
    expect(rows.slice(1, -1).map((row) => row.slice(3, 5))).toEqual(
      shown.map(({ value, kwhSincePrevious }) => [value, kwhSincePrevious]),
    );
    expect(rows.slice(1, 3).map((row) => [row[2], row[6], row[7]])).toEqual([
      ['День', 'з архіву', 'прийнято'],
      ['Ніч', 'з архіву', 'прийнято'],
    ]);
    expect(rows.at(-1)?.slice(0, 5)).toEqual(['Усього', null, null, null, 120]);
  });

  test('keeps the zeros of a serial number, and runs nothing that a customer typed', async () => {
    const { submit, correct, file, accountNumber, meterId } = await customer();
    await app.billingDb
      .updateTable('billing.meter')
      .set({ serial_number: '0012300' })
      .where('account_number', '=', accountNumber)
      .where('meter_id', '=', meterId)
      .execute();
    await submit({ single: '2103' });
    await correct({ single: '2130' }, { reason: '=HYPERLINK("http://x")' });
    const { content } = await file({ format: 'csv', from: '2026-11-01', state: 'accepted' });
    expect(content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows = parse(content, { bom: true, delimiter: ';' });
    expect(rows).toHaveLength(2);
    const shown = ['01.11.2026', '0012300', '', '2130', '130', '31.10.2026 12:00', 'ви', 'прийнято', ''];
    expect(rows[1]).toEqual([...shown, `'=HYPERLINK("http://x")`]);
  });
});
