import { type AccountFixture, makeAccount } from '#billing/testing/make-account.ts';
import { correctReading, submitReading } from '#contract/readings.ts';
import { newId } from '#platform/uuid.ts';
import type { TestApp } from '../start-test-app.ts';

/** A meter with 100 kWh a month: 2000 at the end of September 2026; last October it counted 100. */
export const steadyHistory = [
  { period: '2025-09', closing: { single: 900 } },
  { period: '2025-10', closing: { single: 1000 } },
  { period: '2026-08', closing: { single: 1900 } },
  { period: '2026-09', closing: { single: 2000 } },
] as const;

type Values = Readonly<Record<string, string>>;
type More = Readonly<Record<string, unknown>>;

/** A signed-in person with an account whose first meter can be read. */
export async function makeReadingCustomer(
  app: TestApp,
  fixture: AccountFixture = { history: steadyHistory },
) {
  const account = await makeAccount(app.billingDb, fixture);
  const { accountNumber, meterId } = account;
  const token = await app.signIn([accountNumber]);
  const payload = (values: Values, more: More) => ({
    token,
    account: accountNumber,
    meterId,
    values,
    requestId: newId(),
    ...more,
  });
  return {
    ...account,
    token,
    submit: (values: Values, more: More = {}) => app.post(submitReading, payload(values, more)),
    correct: (values: Values, more: More = {}) =>
      app.post(correctReading, payload(values, { reason: 'Misread', ...more })),
    /** Readings submitted by customers, oldest first. */
    stored: () =>
      app.billingDb
        .selectFrom('billing.reading')
        .select(['zone', 'value', 'status', 'period', 'effective_date'])
        .where('account_number', '=', accountNumber)
        .where('submission_id', 'is not', null)
        .orderBy('reading_id')
        .execute(),
  };
}
