import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { orderOnItsWaySchema } from '#billing/api/registers.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import { mayBeOnItsWay } from './on-its-way.ts';

export type OrderOnItsWay = z.infer<typeof orderOnItsWaySchema>;

const MOST_OF_A_ROW = 5;

/**
 * Orders on their way whose money rows that wait may be: of the accounts and the acts that a row names, the oldest first. One
 * statement for all rows of a page.
 */
export async function suggestOrders(
  db: BillingDatabase,
  registerNumber: number,
  lines: readonly number[],
): Promise<ReadonlyMap<number, readonly OrderOnItsWay[]>> {
  const { rows } = await sql<Omit<OrderOnItsWay, 'sum'> & { line: number; amount: Kopiykas }>`
    select r.line, p.order_id as "orderId", min(p.account_number) as "accountNumber", min(p.provider) as provider,
      min((p.confirmed_at at time zone 'Europe/Kyiv')::date) as "paidOn", r.amount_kopiykas as amount
    from billing.bank_register_row r
    cross join lateral (
      select number from unnest(r.account_numbers || r.own_account) as named (number)
      union
      select a.account_number from billing.violation_act a where upper(a.act_number) = any(r.act_numbers)
    ) named
    join billing.payment p on p.account_number = named.number and ${mayBeOnItsWay}
    where r.register_number = ${registerNumber} and r.line = any(${[...lines]}::int[])
    group by r.register_number, r.line, p.order_id
    order by r.line, min(p.confirmed_at), p.order_id`.execute(db);
  const byLine = new Map<number, OrderOnItsWay[]>();
  for (const { line, amount, ...order } of rows) {
    const known = byLine.get(line) ?? [];
    if (known.length < MOST_OF_A_ROW) known.push({ ...order, sum: moneyToWire(amount) });
    byLine.set(line, known);
  }
  return byLine;
}
