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

/** Of each book its sum and a digest of its rows, as they were before contracts of legal entities were charged. */
const booksOfHouseholds = {
  bill: '7749 725487b4af63d1837b87f409f0523bd5',
  charge_line: '10814 9a5b8eb7585d5cef2c852e8dfaa6ada6',
  consumption: '10561 4713e18d00d26dab645af8d98dd71016',
  ledger_entry: '23119 1d4bde8d79efec673c70cde2d7939742',
} as const;

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
         join billing.customer using (customer_id) where customer_type = 'person')) kept`,
    );
    books[book] = rows[0].digest;
  }
  expect(books).toEqual(booksOfHouseholds);
});
