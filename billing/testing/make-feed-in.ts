import type { BillingDatabase } from '#billing/billing-database.ts';
import { fromKwh } from '#domain/energy.ts';
import { monthlyAct } from '#domain/feed-in/monthly-act.ts';
import { priceFromText } from '#domain/price.ts';
import { billingPeriod, firstDayAfter, formatPeriod } from '#domain/time/billing-period.ts';

export interface FeedInFixture {
  readonly accountNumber: string;
  readonly meterId: string;
  readonly period: string;
  readonly exportedKwh: number;
  readonly paidOn?: string;
  readonly iban?: string;
  /** Default: "6.8245". */
  readonly price?: string;
}

/** Creates a feed-in act of a month: generation exceeds feed-in by 200 kWh, 80 kWh are taken from the grid. */
export async function makeFeedIn(db: BillingDatabase, fixture: FeedInFixture): Promise<void> {
  const { accountNumber, meterId, exportedKwh } = fixture;
  const period = billingPeriod(fixture.period);
  const price = priceFromText(fixture.price ?? '6.8245');
  const rates = { incomeTaxPermille: 180, militaryLevyPermille: 50 };
  const sums = monthlyAct(fromKwh(exportedKwh), price, rates);
  await db
    .updateTable('billing.account')
    .set('feed_in', true)
    .where('account_number', '=', accountNumber)
    .execute();
  await db
    .insertInto('billing.feed_in_month')
    .values({
      account_number: accountNumber,
      period,
      act_number: `A-${formatPeriod(period)}`,
      drawn_on: firstDayAfter(period),
      meter_id: meterId,
      opening_value: 1000n,
      closing_value: BigInt(1000 + exportedKwh),
      generated_wh: BigInt(fromKwh(exportedKwh + 200)),
      exported_wh: BigInt(fromKwh(exportedKwh)),
      consumed_wh: BigInt(fromKwh(80)),
      price_micro: price,
      amount_kopiykas: sums.amount,
      income_tax_permille: rates.incomeTaxPermille,
      military_levy_permille: rates.militaryLevyPermille,
      income_tax_kopiykas: sums.incomeTax,
      military_levy_kopiykas: sums.militaryLevy,
      paid_kopiykas: sums.paid,
      paid_on: fixture.paidOn ?? null,
      iban: fixture.iban ?? null,
    })
    .execute();
}
