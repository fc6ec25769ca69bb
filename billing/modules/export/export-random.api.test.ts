import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { closePeriod } from '#billing/modules/charges/public.ts';
import {
  type ClosingFixture,
  startClosingFixture,
} from '#billing/modules/charges/testing/closing-fixture.ts';
import { simulateAndCompare } from '#billing/modules/charges/testing/compare-histories.ts';
import { simulateAndCompareEntities } from '#billing/modules/charges/testing/entities/compare-entities.ts';
import { firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { answersOf, copyBooks } from './testing/copy-books.ts';

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
  // The month that is closed next wants a day-ahead price of its own.
  await sql`insert into billing.price_component (kind, valid_from, price_micro, source)
    select 'dayAhead', (last || '-01')::date, 5000000, 'test' from (select max(period) as last from billing.period) periods
    where exists (select from billing.entity_contract) on conflict do nothing`.execute(db);
}

/** The books are copied, and the closing of the first open month makes the same of both. */
async function expectSameBooks({ db, pool, close }: ClosingFixture, today: string): Promise<void> {
  await completeMasterData(db as BillingDatabase);
  const clock = fixedClock(kyivInstant(localDate(today), 12, 0));
  const period = periodOf(localDate(today));
  const later: Readonly<Record<string, string>>[] = [];
  const { answers, answersOfCopy, files, filesOfCopy } = await copyBooks(pool, clock, async (copy) => {
    expect(await close(period)).toMatchObject({ kind: 'closed' });
    const closedAt = fixedClock(kyivInstant(addDays(firstDayAfter(period), 2), 12, 0));
    expect(await closePeriod({ ...copy, clock: closedAt, period })).toMatchObject({ kind: 'closed' });
    later.push(await answersOf(pool), await answersOf(copy.pool));
  });
  expect(answersOfCopy).toEqual(answers);
  for (const [name, content] of Object.entries(files)) expect(filesOfCopy[name] === content, name).toBe(true);
  expect(later[0]?.bills).not.toBe(answers.bills);
  expect(later[1]).toEqual(later[0]);
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
