import type pg from 'pg';
import { accountOf, monthlyKwh } from '#bench/support/seed/seed-readings.ts';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';

const months = 24;

export interface SupplierSeed {
  readonly pool: pg.Pool;
  /** Accounts of `seedReadings`. */
  readonly accounts: number;
  /** Month after the last one of `seedReadings`. */
  readonly period: BillingPeriod;
  readonly log: (line: string) => void;
}

/**
 * Adds the supplier's work to what `seedReadings` made: customers of both types in 25 regions, readings of two windows by the hour, a
 * bill and a charge of each month, payments in the month after it by four ways, requests with terms. Every second account has paid
 * nothing of its last 1 to 24 months, the others owe the last one. Rows are written without triggers, counts and debts as
 * the triggers and the job would leave them.
 */
export async function seedSupplier({ pool, accounts, period, log }: SupplierSeed): Promise<void> {
  const started = performance.now();
  const indexes = `generate_series(0, ${accounts - 1}) as i`;
  const account = `(${accountOf(0)} + i)::text`;
  const charge = `(${monthlyKwh} * 432 + i % 700)`;
  /** Month `n` before the period, `next` the first day after it. */
  const ofMonths = `${indexes}, lateral (
    select n, to_char('${period}-01'::date - n * interval '1 month', 'YYYY-MM') as m,
      ('${period}-01'::date - (n - 1) * interval '1 month')::date as next from generate_series(${months}, 1, -1) as n) as month`;
  const unpaid = `(case when i % 2 = 1 then 1 else 1 + i / 2 % ${months} end)`;
  const dueOf = (n: string) =>
    `('${period}-01'::date - (${n} - 1) * interval '1 month' + interval '19 days')::date`;
  const payment = `md5(i || ' ' || m)::uuid`;
  const paidAt = `(next + (1 + (i * 7 + n) % 25) * interval '1 day' + i % 86400 * interval '1 second')`;
  const entries = (kind: string, sides: string, values: string, where: string) => `
    insert into billing.ledger_entry (account_number, entry_id, kind, debit_account, credit_account, amount_kopiykas,
      period, posted_at, payment_id)
    select ${account}, gen_random_uuid(), '${kind}', ${sides}, ${charge}, ${values} from ${ofMonths} where ${where}`;
  const statements = [
    `update billing.customer set customer_type = 'entity' where customer_code::integer % 20 = 0`,
    `update billing.premises set region = 'Region ' || account_number::bigint % 25`,
    `update billing.reading
     set source = case when account_number::bigint % 9 = 0 then 'operator' else 'customer' end,
       submitted_at = effective_date - interval '2 days' + account_number::bigint * 7919 % 432000 * interval '1 second'
     where period in ('${addMonths(period, -1)}', '${addMonths(period, -2)}')`,
    `insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas,
       recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
     select ${account}, m, i || '-' || n, next, ${dueOf('n')}, 0, ${charge}, 0, 0, ${charge}, ${monthlyKwh * 1000}, false
     from ${ofMonths}`,
    `insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas, state,
       started_at)
     select ${account}, ${payment}, i || '-' || m, ${payment}, (array['liqpay', 'portmone', 'easypay', 'bank'])[1 + i % 4],
       'energy', ${charge}, 'landed', ${paidAt}
     from ${ofMonths} where n > ${unpaid}`,
    entries('charge', `'receivable', 'revenue'`, 'm, next, null', 'true'),
    entries(
      'payment',
      `'inTransit', 'receivable'`,
      `to_char(next, 'YYYY-MM'), ${paidAt}, ${payment}`,
      `n > ${unpaid}`,
    ),
    entries(
      'landing',
      `'bank', 'inTransit'`,
      `to_char(next, 'YYYY-MM'), ${paidAt} + interval '2 days', ${payment}`,
      `n > ${unpaid}`,
    ),
    `insert into billing.reading_count (hour, source, customer_type, readings)
     select date_trunc('hour', submitted_at, 'UTC'), source, customer_type, count(*)
     from billing.reading join billing.account using (account_number) join billing.customer using (customer_id)
     group by 1, 2, 3`,
    `insert into billing.ledger_count (booked_on, period, kind, debit_account, credit_account, provider, entries,
       amount_kopiykas)
     select (posted_at at time zone 'Europe/Kyiv')::date, entry.period, kind, debit_account, credit_account,
       coalesce(provider, ''), count(*), sum(entry.amount_kopiykas)
     from billing.ledger_entry as entry left join billing.payment using (account_number, payment_id)
     group by 1, 2, 3, 4, 5, 6`,
    `insert into billing.consumption_count (period, customer_type, region, tariff_code, basis, registers, energy_wh)
     select period, customer_type, region, tariff_code, basis, count(*), sum(energy_wh)
     from billing.consumption join billing.account using (account_number) join billing.customer using (customer_id)
     join billing.premises using (account_number) group by 1, 2, 3, 4, 5`,
    `insert into billing.debt_month (account_number, period, amount_kopiykas, due_on, stands_until, overdue_kopiykas,
       oldest_period, oldest_due_on)
     select ${account}, m, ${charge}, ${dueOf('n')}, case when n = 1 then 'infinity' else ${dueOf('n - 1')} end,
       ${charge} * (1 + ${unpaid} - n), to_char('${period}-01'::date - ${unpaid} * interval '1 month', 'YYYY-MM'),
       ${dueOf(unpaid)}
     from ${ofMonths} where n <= ${unpaid}`,
    `insert into billing.debt_count (due_on, earlier_due_on, accounts, amount_kopiykas)
     select ${dueOf('n')}, case when n = ${unpaid} then '-infinity' else ${dueOf('n + 1')} end, count(*), sum(${charge})
     from ${ofMonths} where n <= ${unpaid} group by 1, 2`,
    `insert into portal.conversation_clock (account_number, conversation_id, kind, rule, started_on, due_on, met_at)
     select ${account}, gen_random_uuid(), 'legal', 'code' || i % 15, day, day + 30,
       case when i % 50 > 0 then day + i % 33 * interval '1 day' end
     from ${indexes}, lateral (select '${period}-01'::date - i % 720 as day) as began`,
  ];
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    await client.query("set work_mem = '256MB'");
    const { rows: made } = await client.query<{ name: string; statement: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as statement from pg_index
        where indrelid in ('billing.ledger_entry'::regclass, 'billing.payment'::regclass) and not indisprimary`,
    );
    for (const { name } of made) await client.query(`drop index ${name}`);
    for (const statement of statements) await client.query(statement);
    for (const { statement } of made) await client.query(statement);
  } finally {
    client.release(true);
  }
  log(`the supplier's work in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
