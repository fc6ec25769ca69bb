import { makeEntity, type PointFixture } from '#billing/testing/make-contract.ts';
import { readingPoints, submitPoints } from '#contract/readings/points.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { TestApp } from '../start-test-app.ts';

/** A point that was read at the end of September 2026. */
export const point = (before: number, more: Partial<PointFixture> = {}): PointFixture => ({
  before,
  after: undefined,
  ...more,
});

/** A signed-in legal entity with a contract of the kind 'spot' and points that wait for the reading of October 2026. */
export async function makeEntityCustomer(app: TestApp, points: readonly PointFixture[]) {
  const period = '2026-10' as BillingPeriod;
  const entity = await makeEntity(app.billingDb, { period, contract: { priceKind: 'spot' }, points });
  const { accountNumber } = entity;
  let token = await app.signIn([accountNumber], 'entity');
  return {
    ...entity,
    token,
    /** Sets the clock beyond the end of the session; a person goes on with the account. */
    async waitUntil(iso: string) {
      app.clock.set(instantFromIso(iso));
      token = await app.signIn([accountNumber]);
    },
    list: () => app.post(readingPoints, { token, account: accountNumber }),
    submit: (rows: readonly object[], requestId = newId()) =>
      app.post(submitPoints, { token, account: accountNumber, requestId, rows }),
    /** Accepted values of submissions, in the order of the points. */
    async stored(): Promise<(number | undefined)[]> {
      const { rows } = await typedSql({ meterId: text(), value: int4() })`
        select meter_id::text as "meterId", value::int as value from billing.reading
        where account_number = ${accountNumber} and submission_id is not null and status = 'accepted'`.execute(
        app.billingDb,
      );
      const values = new Map(rows.map(({ meterId, value }) => [meterId, value]));
      return entity.points.map(({ meterId }) => values.get(meterId));
    },
  };
}
