import type pg from 'pg';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { accountOf } from './seed-readings.ts';

/** Sum of every order. */
export const orderSum = '432.50';

/** Order number and payment of the account with this index. */
export function orderOf(index: number, period: BillingPeriod): string {
  return `${accountOf(index)}-${period.slice(5)}${period.slice(0, 4)}-1`;
}

export function paymentOf(index: number): string {
  return `00000000-0000-7005-8000-${(index + 1).toString(16).padStart(12, '0')}`;
}

/**
 * Fills a migrated, empty database with accounts that each have an order at EasyPay. Foreign keys are not checked: the
 * inserted rows are consistent.
 */
export async function seedOrders(pool: pg.Pool, count: number, period: BillingPeriod): Promise<void> {
  const account = `(${accountOf(0)} + i)::text`;
  const payment = `('00000000-0000-7005-8000-' || lpad(to_hex(i + 1), 12, '0'))::uuid`;
  const customer = `('00000000-0000-7002-8000-' || lpad(to_hex(i + 1), 12, '0'))::uuid`;
  const indexes = `generate_series(0, ${count - 1}) as i`;
  const order = `${account} || '-${period.slice(5)}${period.slice(0, 4)}-1'`;
  const client = await pool.connect();
  try {
    const statements = [
      'set session_replication_role = replica',
      'set synchronous_commit = off',
      `insert into billing.period (period, state) values ('${period}', 'open')`,
      `insert into billing.customer (customer_id, customer_code, customer_type)
       select ${customer}, i::text, 'person' from ${indexes}`,
      `insert into billing.account (account_number, customer_id, object_code, contract_number, contract_date,
         consumer_eic, tariff_code, opened_on)
       select ${account}, ${customer}, 'A1', i::text, '2015-01-01', '62Z0000000000000', 'household', '2015-01-01'
       from ${indexes}`,
      `insert into billing.payment (account_number, payment_id, order_id, order_kopiykas, request_id, provider, purpose,
         amount_kopiykas, state, started_at, next_query_at, pay_url)
       select ${account}, ${payment}, ${order}, 43250, ${payment}, 'easypay', 'energy', 43250, 'sent', now(),
         now() + interval '1 day', 'https://easypay.test/pay' from ${indexes}`,
      `insert into billing.payment_event (account_number, payment_id, event_number, happened_at, to_state)
       select ${account}, ${payment}, 1, now(), 'started' from ${indexes}`,
      'reset session_replication_role',
      'reset synchronous_commit',
      'vacuum analyze',
      'checkpoint',
    ];
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release();
  }
}
