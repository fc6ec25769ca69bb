import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  type ClosingFixture,
  startClosingFixture,
} from '#billing/modules/charges/testing/closing-fixture.ts';
import { simulateAndCompare } from '#billing/modules/charges/testing/compare-histories.ts';
import { simulateAndCompareEntities } from '#billing/modules/charges/testing/entities/compare-entities.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { copyBooks } from './testing/copy-books.ts';

/** Gives the customers of a simulation what an import wants of them. */
async function completeMasterData(db: BillingDatabase): Promise<void> {
  await sql`update billing.customer set surname = 'Surname', name = 'Name' where customer_type = 'person'`.execute(
    db,
  );
  await sql`update billing.customer set tax_code = '41234569' where customer_type = 'entity'`.execute(db);
  await sql`update billing.account set object_code = 'CODE' || right(account_number, 8)`.execute(db);
  await sql`insert into billing.premises (account_number, settlement) select account_number, 'Town' from billing.account`.execute(
    db,
  );
}

async function expectSameBooks({ db, pool }: ClosingFixture, today: string): Promise<void> {
  const clock = fixedClock(kyivInstant(localDate(today), 12, 0));
  await completeMasterData(db as BillingDatabase);
  const { answers, answersOfCopy, files, filesOfCopy } = await copyBooks(pool, clock);
  expect(answersOfCopy).toEqual(answers);
  for (const [name, content] of Object.entries(files)) expect(filesOfCopy[name] === content, name).toBe(true);
}

test('two years of households with late readings, reviews, replacements and compensations are copied', async () => {
  const fixture = await startClosingFixture();
  try {
    const { closingBills } = await simulateAndCompare(fixture, usualPart([...Array(120).keys()], 40));
    expect(closingBills).toBeGreaterThan(0);
    await expectSameBooks(fixture, '2026-03-20');
  } finally {
    await fixture.end();
  }
}, 240_000);

test('a year of legal entities with sub-consumers, losses, adjustments and advances is copied', async () => {
  const fixture = await startClosingFixture();
  try {
    const { closingInvoices } = await simulateAndCompareEntities(
      fixture,
      usualPart([...Array(128).keys()], 48),
    );
    expect(closingInvoices).toBeGreaterThan(0);
    await expectSameBooks(fixture, '2025-03-20');
  } finally {
    await fixture.end();
  }
}, 240_000);
