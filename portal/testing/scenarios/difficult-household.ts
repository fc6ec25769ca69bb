import { sql } from 'kysely';
import { PAYMENT_CONFIRM, PAYMENT_START } from '#billing/api/payments.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { newId } from '#platform/uuid.ts';
import type { TestApp } from '../start-test-app.ts';

/** An account with data for every feature. */
export interface DifficultHousehold {
  readonly account: string;
  /** The code printed on its bill. */
  readonly code: string;
  /** The current meter, with a day and a night register. */
  readonly meterId: string;
  readonly actNumber: string;
  /** A pending payment. */
  readonly paymentId: string;
}

const codeOf = (number: number) => `CODE${String(number).padStart(4, '0')}`;

async function prepare({ billingDb }: TestApp, number: number) {
  const fixture = await makeAccount(billingDb, {
    objectCode: codeOf(number),
    meters: [
      { removedOn: '2026-10-12', removedValues: { single: 1500 } },
      { zoneScheme: 'two', installedOn: '2026-10-12' },
    ],
    history: [
      { period: '2025-10', closing: { single: 310 } },
      { period: '2026-08', closing: { single: 1200 } },
    ],
  });
  const { accountNumber } = fixture;
  await makeFeedInMonth(billingDb, accountNumber, fixture.meterId);
  await makeAct(billingDb, accountNumber, { actNumber: `A-${number}`, sum: '500.00', drawnOn: '2026-10-05' });
  return fixture;
}

async function makeFeedInMonth(db: TestApp['billingDb'], account: string, meterId: string): Promise<void> {
  await sql`
    insert into billing.feed_in_month (account_number, period, act_number, drawn_on, meter_id, opening_value,
      closing_value, generated_wh, exported_wh, consumed_wh, price_micro, amount_kopiykas, income_tax_permille,
      military_levy_permille, income_tax_kopiykas, military_levy_kopiykas, paid_kopiykas)
    values (${account}, '2026-10', '1', '2026-11-01', ${meterId}, 0, 100, 150000, 100000, 50000, 5000000, 50000, 180, 50,
      9000, 2500, 38500)`.execute(db);
}

async function payOnTheWay(app: TestApp, accountNumber: string): Promise<string> {
  const transport = inProcess(app.billing);
  const client = createBillingClient({ transport, record: () => undefined, clock: app.clock });
  const context = { reference: newId(), actor: 'test' };
  const started = await client.call(
    PAYMENT_START,
    {
      account: accountNumber,
      provider: 'liqpay',
      purpose: 'energy',
      sum: '10.00',
      requestId: newId(),
    },
    context,
  );
  if (!started.ok) throw new Error(started.code);
  const { orderId, paymentId } = started.data.payment;
  const confirmation = { provider: 'liqpay', orderId, amount: '10.00', currency: 'UAH' } as const;
  await client.call(PAYMENT_CONFIRM, { ...confirmation, providerReference: null, evidence: {} }, context);
  return paymentId;
}

/**
 * Creates households in November 2026 with a meter replaced in October, charged by average since September and read
 * lower after it, with an October bill, a debt, an act and a pending payment.
 */
export async function makeDifficultHouseholds(app: TestApp, count: number): Promise<DifficultHousehold[]> {
  const { billingDb } = app;
  await makeSupplier(billingDb);
  await setPeriodState(billingDb, '2026-08', 'closed');
  await setPeriodState(billingDb, '2026-09', 'open');
  const fixtures: Awaited<ReturnType<typeof prepare>>[] = [];
  for (let number = 1; number <= count; number++) fixtures.push(await prepare(app, number));
  for (const month of ['2026-09', '2026-10']) await closeMonth(app.url, month);
  const households: DifficultHousehold[] = [];
  for (const [index, { accountNumber, meters }] of fixtures.entries()) {
    const now = meters[1];
    if (now === undefined) throw new Error('no meter');
    const reading = { accountNumber, meterId: now.meterId, period: '2026-11', effectiveDate: '2026-11-10' };
    // The first notification is read, the others are unread.
    if (index === 0) await giveReading(billingDb, { ...reading, values: { day: 20, night: 10 } });
    households.push({
      account: accountNumber,
      code: codeOf(index + 1),
      meterId: now.meterId,
      actNumber: `A-${index + 1}`,
      paymentId: await payOnTheWay(app, accountNumber),
    });
  }
  return households;
}
