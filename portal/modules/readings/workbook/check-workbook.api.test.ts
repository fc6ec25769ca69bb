import { read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { unzipSync, zipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { markedWorkbook, readingsWorkbook } from '#contract/readings/points.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { int4, typedSql } from '#platform/database/typed-sql.ts';
import { withZip64Sizes } from '#platform/zip/testing/with-zip64-sizes.ts';
import { deleteOldWorkbookChecks } from '#portal/modules/readings/public.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { inWindow, provideReadingApp } from '#portal/testing/hooks/provide-reading-app.ts';
import {
  confirmColumn,
  type Edit,
  makeWorkbookCustomer,
  put,
  valueColumn,
} from '#portal/testing/scenarios/entity-workbook.ts';

const app = provideReadingApp();

const makeChain = (befores?: readonly number[]) => makeWorkbookCustomer(app, befores);

test('the workbook has a row for each register with its point, meter and previous value', async () => {
  const { download, points } = await makeChain();
  const book = read(await download());
  const rows = utils.sheet_to_json<Record<string, unknown>>(
    book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet,
  );
  expect(rows.map((row) => row['EIC-код точки'])).toEqual(points.map(({ eicCode }) => eicCode));
  expect(rows[0]).toMatchObject({ Зона: 'Загальна', 'Попереднє показання': 100, Розрядність: 5 });
});

describe('check and commit', () => {
  test.each(['xlsx', 'biff8'] as const)(
    'a right workbook (%s) is checked and committed',
    async (bookType) => {
      const { filled, check, commit, stored } = await makeChain();
      const { body } = await check(await filled([150, '00260', ' 333 '], undefined, bookType));
      const preview = { accepted: 3, underReview: 0, kwh: 143 };
      expect(body).toMatchObject({ rows: 3, good: 3, errors: [], preview });
      expect(await stored()).toEqual([undefined, undefined, undefined]);
      expect((await commit(body.checkId, 'all')).body.accepted).toBe(3);
      expect(await stored()).toEqual([150, 260, 333]);
    },
  );

  const lower = (name: string) => name.toLowerCase();
  /** The same parts under other names. */
  const renamed = (file: Uint8Array, rename: (name: string) => string) =>
    zipSync(Object.fromEntries(Object.entries(unzipSync(file)).map(([name, part]) => [rename(name), part])));
  test.each<[string, (file: Uint8Array) => Uint8Array]>([
    ['sizes as ZIP64 writes them', (file) => withZip64Sizes(Buffer.from(file))],
    ['backslashes', (file) => renamed(file, (name) => name.replaceAll('/', '\\'))],
    ['a slash in front of its parts', (file) => renamed(file, (name) => `/${name}`)],
    ['its types in small letters', (file) => renamed(file, (name) => name.replace(/^\[.*?\]/, lower))],
    ['other letters in all parts', (file) => renamed(file, (name) => name.toUpperCase())],
  ])('a workbook with %s is read and marked', async (_, rewrite) => {
    const { filled, check, marked } = await makeChain();
    const { body } = await check(rewrite(await filled([150, 199])));
    expect(body).toMatchObject({ rows: 2, good: 1 });
    const book = read((await marked(body.checkId)).body as unknown as Buffer);
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet;
    expect(utils.sheet_to_json<Record<string, string>>(sheet)[1]?.['Результат перевірки']).toContain('менші');
  });

  test.each([
    ['more words', 'Нове показання, кВт·год'],
    ['other spaces and letters', ' НОВЕ\u00a0показання\u200b'],
    ['the words in another order', 'Показання нове'],
  ])('a title with %s is known', async (_, title) => {
    const { filled, check } = await makeChain();
    const { body } = await check(await filled([150], put(0, valueColumn, title)));
    expect(body).toMatchObject({ rows: 1, good: 1 });
  });

  test('wrong cells are told by row, column and sentence; all stores nothing, good stores the rest', async () => {
    const { filled, check, commit, stored } = await makeChain();
    const { body } = await check(await filled([150, 199, '12,5']));
    const preview = { accepted: 1, refused: 2, kwh: 50 };
    expect(body).toMatchObject({ rows: 3, good: 1, errorCount: 2, preview });
    const lower = expect.stringMatching(
      /менші.* Порівняно з прийнятим показанням 00200 від \d\d\.\d\d\.\d{4}\.$/,
    );
    const third = { row: 3, column: 'Нове показання', cell: 'K3', needsConfirmation: false };
    const wrong = expect.stringContaining('5 цифр');
    expect(body.errors).toMatchObject([
      { ...third, code: 'readings.lowerThanPrevious', message: lower },
      { cell: 'K4', code: 'readings.digitCapacity', message: wrong },
    ]);
    const all = await commit(body.checkId, 'all');
    expect(outcomeOf(all)).toBe('422 readings.fileHasErrors');
    expect(all.body.message).toContain('рядків: 2');
    expect(await stored()).toEqual([undefined, undefined, undefined]);
    expect((await commit(body.checkId, 'good')).body.accepted).toBe(1);
    expect(await stored()).toEqual([150, undefined, undefined]);
  });

  test('a question is answered in the workbook or at the commit', async () => {
    const { filled, check, commit, stored } = await makeChain();
    const { body } = await check(await filled([100, 200, 300], put(1, confirmColumn, 'Так')));
    expect(body).toMatchObject({ good: 1, confirmations: ['readings.sameAsPrevious'] });
    const cells = body.errors.map(({ cell, needsConfirmation }) => (needsConfirmation ? cell : ''));
    expect(cells).toEqual(['K3', 'K4']);
    const { body: committed } = await commit(body.checkId, 'all', { confirmed: body.confirmations });
    expect(committed.accepted).toBe(3);
    expect(await stored()).toEqual([100, 200, 300]);
  });

  test('the check character of an EIC is looked at before the points of the account', async () => {
    const { filled, check, commit } = await makeChain();
    const other = await makeChain([1]);
    const edit: Edit = (sheet) => {
      put(1, 2, '62Z7000000000011')(sheet, {} as WorkBook);
      put(2, 2, other.points[0]?.eicCode)(sheet, {} as WorkBook);
      put(3, 3, 'NONE')(sheet, {} as WorkBook);
    };
    const { body } = await check(await filled([150, 250, 350], edit));
    expect(body.errors.map(({ cell, code }) => [cell, code])).toEqual([
      ['C2', 'field.invalid'],
      ['C3', 'readings.eicNotFound'],
      ['D4', 'readings.rowUnknown'],
    ]);
    for (const mode of ['all', 'good'] as const)
      expect((await commit(body.checkId, mode)).body.code).toBe('readings.fileHasErrors');
  });

  test('the same workbook twice has one check, and its commits store once', async () => {
    const { filled, check, commit, stored, accountNumber } = await makeChain();
    const file = await filled([150, 250, 350]);
    const [first, second] = [await check(file), await check(file)];
    expect(second.body.checkId).toBe(first.body.checkId);
    const [one, two] = await Promise.all([
      commit(first.body.checkId, 'all'),
      commit(second.body.checkId, 'all'),
    ]);
    expect([one.body.accepted, two.body.accepted]).toEqual([3, 3]);
    expect(await stored()).toEqual([150, 250, 350]);
    const { rows } = await typedSql({ count: int4() })`
      select count(*)::int as count from billing.reading_submission where account_number = ${accountNumber}`.execute(
      app.billingDb,
    );
    expect(rows[0]?.count).toBe(3);
  });

  test('a commit that the database breaks off stores nothing, and comes again', async () => {
    const { filled, check, commit, stored, points, accountNumber } = await makeChain();
    const { body } = await check(await filled([150, 250, 350]));
    // The connection dies while the last event of the commit is written.
    await sql`
      create function billing.die_in_commit() returns trigger language plpgsql as $$ begin
        if new.account_number = ${sql.lit(accountNumber)} and new.payload ->> 'meterId' = ${sql.lit(points[2]?.meterId)} then
          perform pg_terminate_backend(pg_backend_pid());
        end if;
        return new;
      end $$`.execute(app.billingDb);
    await sql`create trigger die_in_commit before insert on billing.outbox_event
      for each row execute function billing.die_in_commit()`.execute(app.billingDb);
    expect((await commit(body.checkId, 'all')).httpStatus).toBeGreaterThanOrEqual(500);
    expect(await stored()).toEqual([undefined, undefined, undefined]);
    await sql`drop trigger die_in_commit on billing.outbox_event`.execute(app.billingDb);
    expect((await commit(body.checkId, 'all')).body.accepted).toBe(3);
    expect(await stored()).toEqual([150, 250, 350]);
  });

  test('a point that takes no reading any more at the commit tells why', async () => {
    const { filled, check, commit, stored, list } = await makeChain([100]);
    const { body } = await check(await filled([150]));
    await app.billingDb
      .updateTable('billing.metering_point')
      .set({ point_state: 'commercial' })
      .where('contracted_power_watts', '=', 1_000_000)
      .execute();
    const { body: committed } = await commit(body.checkId, 'good');
    const code = 'billing.commercialMetering';
    expect(committed).toMatchObject({ accepted: 0, rows: [{ outcome: { code } }] });
    const message = expect.stringContaining('АСКОЕ');
    expect((await list()).body.points).toMatchObject([{ blocked: { code, message } }]);
    expect(await stored()).toEqual([undefined]);
    await app.billingDb.updateTable('billing.metering_point').set({ point_state: 'active' }).execute();
  });
});

test('strangers get neither workbook nor check', async () => {
  const { filled, check, accountNumber: account } = await makeChain();
  const { body } = await check(await filled([150]));
  const stranger = await makeChain();
  const { checkId } = body;
  expect((await stranger.marked(checkId)).httpStatus).toBe(404);
  expect((await stranger.commit(checkId, 'all')).httpStatus).toBe(404);
  const asked = { token: stranger.token, account };
  expect((await app.post(readingsWorkbook, asked)).httpStatus).toBe(404);
  expect((await app.post(markedWorkbook, { ...asked, checkId })).httpStatus).toBe(404);
});

test('an account keeps its five latest checks', async () => {
  const { filled, check, marked } = await makeChain();
  const checkIds: string[] = [];
  for (let value = 150; value < 156; value += 1) {
    app.clock.set((inWindow + value) as Instant);
    checkIds.push((await check(await filled([value]))).body.checkId);
  }
  const found = [];
  for (const checkId of checkIds) found.push((await marked(checkId)).httpStatus);
  expect(found).toEqual([404, 200, 200, 200, 200, 200]);
});

test('a check is pruned after a day', async () => {
  const { filled, check, marked } = await makeChain();
  const { body } = await check(await filled([199]));
  await deleteOldWorkbookChecks(app.portalDb, instantFromIso('2026-10-31T09:59:00Z'), 1000);
  expect((await marked(body.checkId)).httpStatus).toBe(200);
  await deleteOldWorkbookChecks(app.portalDb, instantFromIso('2026-10-31T10:01:00Z'), 1000);
  expect((await marked(body.checkId)).httpStatus).toBe(404);
});
