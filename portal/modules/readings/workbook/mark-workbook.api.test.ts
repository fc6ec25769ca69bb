import { read, utils, type WorkSheet } from '@e965/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { provideReadingApp } from '#portal/testing/hooks/provide-reading-app.ts';
import { type Edit, makeWorkbookCustomer } from '#portal/testing/scenarios/entity-workbook.ts';

const app = provideReadingApp();

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
    'has errors beside rows and fills their cells, but not of what an operator decides (%s)',
    async (type) => {
      const { filled, check, marked, commit, points, accountNumber } = await makeChain();
      await app.billingDb
        .updateTable('billing.metering_point')
        .set({ verification_requested: true })
        .where('account_number', '=', accountNumber)
        .where('eic_code', '=', points[0]?.eicCode ?? '')
        .execute();
      const { body } = await check(await filled([150, 199, 333], undefined, type));
      const counts = { accepted: 1, underReview: 1, reviewBy: expect.stringMatching(/^2026-11-0/) };
      expect(body).toMatchObject({ good: 2, errorCount: 1, preview: { ...counts, kwh: 83 } });
      const { body: file, headers } = await marked(body.checkId);
      expect(headers['content-type']).toContain('spreadsheetml');
      const { rows, fills } = errorsOf(file);
      const review = 'Потрібна додаткова перевірка показань. Ми повідомимо про результат.';
      expect(rows).toEqual([review, expect.stringContaining('менші за попередні'), undefined]);
      expect(fills).toEqual([undefined, 'FFC7CE', undefined]);
      expect((await commit(body.checkId, 'good')).body).toMatchObject(counts);
    },
  );

  test('keeps the other sheets, and takes its marks off when the cells are right', async () => {
    const { filled, check, marked, stored, commit } = await makeChain();
    const notes: Edit = (_, made) =>
      void utils.book_append_sheet(made, utils.aoa_to_sheet([['Mine']]), 'Notes');
    const { body } = await check(await filled([150, 199], notes));
    const first = errorsOf((await marked(body.checkId)).body);
    expect(first.made.SheetNames).toEqual(['Показання', 'Notes']);
    // The library drops fills when it writes: the new value is put into the marked file itself.
    const file = (await marked(body.checkId)).body as unknown as Buffer;
    const again = replaceValue(file, '<v>199</v>', '<v>260</v>');
    const { body: right } = await check(again);
    expect(right).toMatchObject({ good: 2, errors: [] });
    const second = errorsOf((await marked(right.checkId)).body);
    expect([...second.rows, ...second.fills]).toEqual(Array(6).fill(undefined));
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
