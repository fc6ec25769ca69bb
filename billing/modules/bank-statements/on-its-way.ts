import { type RawBuilder, sql } from 'kysely';
import { onItsWayDays } from '#domain/payments/judge-row.ts';

/**
 * SQL: payment `p` is part of an order that is on its way and may be the money of row `r` (decision 0050): the order's whole
 * sum is that of the row, whose day is from the day before the provider's word to ten working days after it.
 */
export const mayBeOnItsWay: RawBuilder<boolean> = sql`(p.state = 'confirmed'
  and coalesce(p.order_kopiykas, p.amount_kopiykas) = r.amount_kopiykas
  and (p.confirmed_at at time zone 'Europe/Kyiv')::date between r.paid_on - ${sql.lit(onItsWayDays.to)} and r.paid_on - ${sql.lit(onItsWayDays.from)})`;
