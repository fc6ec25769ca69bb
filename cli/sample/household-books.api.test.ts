import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importFolder } from '#billing/modules/import/public.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { makeSample } from '#sample/make-sample.ts';

/** Of each book the number and a digest of its rows, as they were before contracts of legal entities were charged. */
const booksOfHouseholds = {
  bill: '7677 64e3b7260bcf867e8c10af78da32b662',
  charge_line: '10742 4b4aa2cbf8e18d360e614f32145c8a38',
  consumption: '10489 a95f37991b42386293bd1d6a1afa4122',
  ledger_entry: '22902 1f302f0c6ef2aabfd8b315fcb1224b07',
} as const;

/** Households whose histories the sample has changed since. */
const changedSince = ['2400010036', '2400010110', '2470010055'];

/** The columns of each book that say what a household counted, owes and paid. */
const columnsOf: Readonly<Record<keyof typeof booksOfHouseholds, string>> = {
  bill: `account_number, period, opening_kopiykas, charged_kopiykas, recalculated_kopiykas, benefit_kopiykas,
    corrected_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated, due_on`,
  charge_line:
    'account_number, period, line_number, kind, zone, energy_wh, price_micro, coefficient, amount_kopiykas',
  consumption:
    'account_number, period, zone, from_date, to_date, opening_value, closing_value, energy_wh, basis',
  ledger_entry: 'account_number, period, kind, debit_account, credit_account, amount_kopiykas',
};

test('the books of households are to the kopiyka what they were before contracts were charged', async () => {
  const day = localDate('2026-11-20');
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-sample-'));
  const database = await createTestDatabase();
  const connected = connectDatabase<unknown>({ url: database.url, poolSize: 6 });
  onTestFinished(async () => {
    await connected.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  makeSample(folder, day);
  const db = connected.db as BillingDatabase;
  const clock = fixedClock(kyivInstant(day, 12, 0));
  expect(await importFolder({ db, pool: connected.pool, folder, clock })).toMatchObject({ kind: 'loaded' });
  const books: Record<string, string> = {};
  for (const [book, columns] of Object.entries(columnsOf)) {
    const { rows } = await connected.pool.query(
      `select count(*) || ' ' || md5(string_agg(kept::text, '|' order by kept::text collate "C")) as digest
       from (select ${columns} from billing.${book} where account_number in (select account_number from billing.account
         join billing.customer using (customer_id) where customer_type = 'person')
         and account_number <> all($1)) kept`,
      [changedSince],
    );
    books[book] = rows[0].digest;
  }
  expect(books).toEqual(booksOfHouseholds);
});
