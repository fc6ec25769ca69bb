import pg from 'pg';
import { expect, test } from 'vitest';
import { createSampleDatabase } from '#sample/testing/sample-database.ts';

/** Of each book the number and a digest of its rows, as they were before contracts of legal entities were charged. */
const booksOfHouseholds = {
  bill: '7677 64e3b7260bcf867e8c10af78da32b662',
  charge_line: '10742 4b4aa2cbf8e18d360e614f32145c8a38',
  consumption: '10489 a95f37991b42386293bd1d6a1afa4122',
  ledger_entry: '22909 435b684628bb01bd7ffc03af09f9a9a6',
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
  const database = await createSampleDatabase('2026-11-22');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const books: Record<string, string> = {};
  for (const [book, columns] of Object.entries(columnsOf)) {
    const { rows } = await client.query(
      `select count(*) || ' ' || md5(string_agg(kept::text, '|' order by kept::text collate "C")) as digest
       from (select ${columns} from billing.${book} where account_number in (select account_number from billing.account
         join billing.customer using (customer_id) where customer_type = 'person')
         and account_number <> all($1)) kept`,
      [changedSince],
    );
    books[book] = rows[0].digest;
  }
  await client.end();
  await database.close();
  expect(books).toEqual(booksOfHouseholds);
});
