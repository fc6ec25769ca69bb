import { float8, int4, text, typedSql } from '#platform/database/typed-sql.ts';
import type { FigureSource } from '#platform/figures.ts';
import type { BillingDatabase } from './billing-database.ts';

const oldestOrder = 'svitlo_payment_oldest_waiting_seconds';
const underReview = 'svitlo_readings_under_review';

/** What the books wait for: providers of payments, and operators who decide readings. */
export function billingFigures(db: BillingDatabase): FigureSource {
  return {
    metrics: {
      [oldestOrder]: {
        help: 'Age of the oldest order of a provider that is neither paid nor ended; orders end after 30 minutes unless the provider is silent',
        labelNames: ['provider'],
      },
      [underReview]: { help: 'Readings that wait for the decision of an operator' },
    },
    sharedForMs: 30_000,
    async read() {
      const [orders, readings] = await Promise.all([
        typedSql({ provider: text(), seconds: float8() })`
          select provider, greatest(0, extract(epoch from clock_timestamp() - min(started_at)))::float8 as seconds
            from billing.payment where state in ('started', 'sent') group by 1`.execute(db),
        typedSql({ count: int4() })`
          select count(distinct (account_number, coalesce(submission_id, reading_id)))::integer as count
            from billing.reading where status = 'underReview'`.execute(db),
      ]);
      return [
        ...orders.rows.map(({ provider, seconds }) => ({
          name: oldestOrder,
          labels: { provider },
          value: seconds,
        })),
        { name: underReview, value: readings.rows[0]?.count ?? 0 },
      ];
    },
  };
}
