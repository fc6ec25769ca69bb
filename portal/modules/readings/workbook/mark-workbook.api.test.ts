import { read, utils, type WorkSheet } from '@e965/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { type Edit, makeWorkbookCustomer } from '#portal/testing/scenarios/entity-workbook.ts';

const inWindow = instantFromIso('2026-10-31T10:00:00Z');

const app = provideTestApp({ now: '2026-10-31T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  for (const closed of ['2026-08', '2026-09']) await setPeriodState(app.billingDb, closed, 'closed');
});

beforeEach(async () => {
  app.clock.set(inWindow);
  await setPeriodState(app.billingDb, '2026-10', 'open');
});

const makeChain = (befores?: readonly number[]) => makeWorkbookCustomer(app, befores);

describe('the marked workbook', () => {
  const errorsOf = (file: unknown) => {
    const made = read(file as Buffer, { cellStyles: true });
    const sheet = made.Sheets[made.SheetNames[0] ?? ''] as WorkSheet;
    return {
      rows: utils.sheet_to_json<Record<string, unknown>>(sheet).map((row) => row['Результат перевірки']),
      fills: [2, 3, 4].map((row) => sheet[`K${row}`]?.s?.fgColor?.rgb),
      made,
    };
  };

  test.each(['xlsx', 'biff8'] as const)(
    'has the errors beside its rows and fills their cells (%s)',
    async (bookType) => {
      const { filled, check, marked } = await makeChain();
      const { body } = await check(await filled([150, 199, undefined], undefined, bookType));
      const { body: file, headers } = await marked(body.checkId);
      expect(headers['content-type']).toContain('spreadsheetml');
      const { rows, fills } = errorsOf(file);
      expect(rows).toEqual([undefined, expect.stringContaining('менші за попередні'), undefined]);
      expect(fills).toEqual([undefined, 'FFC7CE', undefined]);
    },
  );

  test('names the rows that an operator is to decide, and does not fill their cells', async () => {
    const { filled, check, marked, points, accountNumber } = await makeChain();
    await app.billingDb
      .updateTable('billing.metering_point')
      .set({ verification_requested: true })
      .where('account_number', '=', accountNumber)
      .where('eic_code', '=', points[0]?.eicCode ?? '')
      .execute();
    const { body } = await check(await filled([150, 199, 333]));
    expect(body).toMatchObject({ good: 2, errorCount: 1, preview: { accepted: 1, underReview: 1 } });
    const { rows, fills } = errorsOf((await marked(body.checkId)).body);
    const review = 'Потрібна додаткова перевірка показань. Ми повідомимо про результат.';
    expect(rows).toEqual([review, expect.stringContaining('менші за попередні'), undefined]);
    expect(fills).toEqual([undefined, 'FFC7CE', undefined]);
  });

  test('keeps the other sheets, and takes its marks off when the cells are right', async () => {
    const { filled, check, marked, stored, commit } = await makeChain();
    const notes: Edit = (_, made) =>
      void utils.book_append_sheet(made, utils.aoa_to_sheet([['Mine']]), 'Notes');
    const { body } = await check(await filled([150, 199], notes));
    const first = errorsOf((await marked(body.checkId)).body);
    expect(first.made.SheetNames).toEqual(['Показання', 'Notes']);
    // The library drops fills when it writes: the new value is put into the marked file itself.
    const again = replaceValue(
      (await marked(body.checkId)).body as unknown as Buffer,
      '<v>199</v>',
      '<v>260</v>',
    );
    const { body: right } = await check(again);
    expect(right).toMatchObject({ good: 2, errors: [] });
    const second = errorsOf((await marked(right.checkId)).body);
    expect([second.rows, second.fills]).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
    await commit(right.checkId, 'all');
    expect(await stored()).toEqual([150, 260, undefined]);
  });
});

function replaceValue(file: Buffer, from: string, to: string): Uint8Array {
  const files = unzipSync(file);
  const path = 'xl/worksheets/sheet1.xml';
  const xml = Buffer.from(files[path] ?? []).toString('utf8');
  expect(xml).toContain(from);
  return zipSync({ ...files, [path]: strToU8(xml.replace(from, to)) });
}
