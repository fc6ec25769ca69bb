import type pg from 'pg';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';

/** Monthly kWh of every meter. */
export const monthlyKwh = 100;
const monthsOfHistory = 24;
const firstNumber = 2_300_000_000;

/** The account with this index, from 0. */
export function accountOf(index: number): string {
  return String(firstNumber + index);
}

/** Id of an account's meter, customer, identity or session. */
export function idOf(kind: 'meter' | 'customer' | 'identity' | 'session', index: number): string {
  const family = { meter: '7001', customer: '7002', identity: '7003', session: '7004' }[kind];
  return `00000000-0000-${family}-8000-${(index + 1).toString(16).padStart(12, '0')}`;
}

/** SQL of the same ids; `i` is the index. */
const idSql = (family: string) => `('00000000-0000-${family}-8000-' || lpad(to_hex(i + 1), 12, '0'))::uuid`;

/** Value of every meter at the start of the period. */
export const openingValue = 1000 + monthsOfHistory * monthlyKwh;

/**
 * Fills a migrated, empty database with accounts with one meter and 24 months of readings each, the last month (before
 * `period`) submitted by the customers, and a signed-in person for each. Foreign keys are not checked: the inserted
 * rows are consistent.
 */
export async function seedReadings(
  pool: pg.Pool,
  accountCount: number,
  period: BillingPeriod,
): Promise<void> {
  const months = Array.from({ length: monthsOfHistory }, (_, index) =>
    addMonths(period, index - monthsOfHistory),
  );
  const account = `(${firstNumber} + i)::text`;
  const indexes = `generate_series(0, ${accountCount - 1}) as i`;
  const client = await pool.connect();
  try {
    const statements = [
      `set session_replication_role = replica`,
      `set synchronous_commit = off`,
      `insert into billing.supplier (name, short_name, edrpou, iban, bank_name, address, email, readings_email, main_url)
       values ('Bench', 'Bench', '14360570', 'UA213223130000026007233566001', 'Bank', 'Kyiv', 'a@b.test', 'a@b.test', '')`,
      `insert into billing.tariff (tariff_code, title) values ('household', 'Household')`,
      `insert into billing.tariff_version (tariff_code, valid_from, act, definition) values ('household', '2000-01-01', 'bench',
       '{"validFrom": "2000-01-01", "rule": {"kind": "flat", "price": "4.32"}, "coefficients": {}, "act": "bench"}')`,
      `insert into billing.period (period, state)
       select p, case p when '${period}' then 'open' else 'closed' end
       from unnest('{${[...months, period].join(',')}}'::text[]) as p`,
      `insert into billing.customer (customer_id, customer_code, customer_type)
       select ${idSql('7002')}, i::text, 'person' from ${indexes}`,
      `insert into billing.account (account_number, customer_id, object_code, contract_number, contract_date,
         consumer_eic, tariff_code, opened_on)
       select ${account}, ${idSql('7002')}, 'A1', i::text, '2015-01-01', '62Z0000000000000', 'household', '2015-01-01'
       from ${indexes}`,
      `insert into billing.premises (account_number, settlement) select ${account}, 'Kyiv' from ${indexes}`,
      `insert into billing.metering_point (account_number, eic_code, contracted_power_watts)
       select ${account}, '62Z' || lpad(i::text, 13, '0'), 5000 from ${indexes}`,
      `insert into billing.meter (account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme,
         digit_capacity, installed_on)
       select ${account}, ${idSql('7001')}, '62Z' || lpad(i::text, 13, '0'), 'S' || i, 'M', 'single', 6, '2015-01-01'
       from ${indexes}`,
      `insert into billing.register (account_number, meter_id, zone, installed_value)
       select ${account}, ${idSql('7001')}, 'single', 0 from ${indexes}`,
      `insert into billing.consumption (account_number, period, meter_id, zone, from_date, to_date, opening_value,
         closing_value, energy_wh, basis)
       select ${account}, m, ${idSql('7001')}, 'single', (m || '-01')::date, ((m || '-01')::date + interval '1 month')::date,
         1000 + ${monthlyKwh} * (n - 1), 1000 + ${monthlyKwh} * n, ${monthlyKwh * 1000}, 'actual'
       from ${indexes}, unnest('{${months.join(',')}}'::text[]) with ordinality as month(m, n)`,
      `insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date,
         submitted_at, source, status)
       select ${account}, ${idSql('7001')}, 'single', gen_random_uuid(), m, 1000 + ${monthlyKwh} * n,
         ((m || '-01')::date + interval '1 month')::date, (m || '-28')::timestamptz, 'import', 'accepted'
       from ${indexes}, unnest('{${months.join(',')}}'::text[]) with ordinality as month(m, n)`,
      `insert into billing.reading_submission (account_number, submission_id, request_id, meter_id, period,
         receipt_number, outcome, taken_at, submitted_at)
       select ${account}, gen_random_uuid(), gen_random_uuid(), ${idSql('7001')}, '${months.at(-1)}',
         nextval('billing.receipt_number'), '{}', now(), now() from ${indexes}`,
      `insert into portal.identity (identity_id, identity_type, password_hash, created_at)
       select ${idSql('7003')}, 'person', '', now() from ${indexes}`,
      `insert into portal.identity_account (identity_id, account_number, added_at)
       select ${idSql('7003')}, ${account}, now() from ${indexes}`,
      `insert into portal.session (session_id, identity_id, started_at, expires_at)
       select ${idSql('7004')}, ${idSql('7003')}, now(), now() + interval '1 day' from ${indexes}`,
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
