import type pg from 'pg';
import { addMonths, type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';

const MONTHS_OF_HISTORY = 13;
const ACCOUNT = `(2300000000 + i)::text`;
const METER = `('00000000-0000-7001-8000-' || lpad(to_hex(i + 1), 12, '0'))::uuid`;
const CUSTOMER = `('00000000-0000-7002-8000-' || lpad(to_hex(i + 1), 12, '0'))::uuid`;

/** Every fifth meter has two zones. */
const ZONES = `lateral unnest(case when i % 5 = 0 then array['day', 'night'] else array['single'] end) as zone`;
const KWH = `(case zone when 'single' then 150 when 'day' then 90 else 60 end)`;

/**
 * Fills a migrated, empty database with accounts that wait for the closing of `periods`: a year of history before the first
 * of them; for each of them 70 % readings of the last day, 10 % of a day inside, 20 % none; every fiftieth account comes from
 * an estimate that its first reading shows to have been too high.
 */
export async function seedClosing(
  pool: pg.Pool,
  accountCount: number,
  periods: readonly BillingPeriod[],
): Promise<void> {
  const [first] = periods;
  if (first === undefined) throw new Error('no periods');
  const indexes = `generate_series(0, ${accountCount - 1}) as i`;
  const history = Array.from({ length: MONTHS_OF_HISTORY }, (_, n) =>
    addMonths(first, n - MONTHS_OF_HISTORY),
  );
  const last = history.at(-1) ?? first;
  const isTooHigh = `(i % 50 = 0 and m = '${last}')`;
  const statements = [
    'set session_replication_role = replica',
    'set synchronous_commit = off',
    `insert into billing.supplier (name, short_name, edrpou, iban, bank_name, address, email, readings_email, main_url)
     values ('Bench', 'Bench', '14360570', 'UA213223130000026007233566001', 'Bank', 'Kyiv', 'a@b.test', 'a@b.test', '')`,
    `insert into billing.tariff (tariff_code, title) values ('household', 'Household')`,
    `insert into billing.tariff_version (tariff_code, valid_from, act, definition) values ('household', '2000-01-01', 'bench',
     '{"rule": {"kind": "flat", "price": "4.32"}, "coefficients": {"two": {"day": "1", "night": "0.5"}}}')`,
    `insert into billing.period (period, state) values ('${first}', 'open')`,
    `insert into billing.customer (customer_id, customer_code, customer_type)
     select ${CUSTOMER}, i::text, 'person' from ${indexes}`,
    `insert into billing.account (account_number, customer_id, object_code, contract_number, contract_date,
       consumer_eic, tariff_code, opened_on)
     select ${ACCOUNT}, ${CUSTOMER}, 'A1', i::text, '2015-01-01', '62Z0000000000000', 'household', '2015-01-01'
     from ${indexes}`,
    `insert into billing.metering_point (account_number, eic_code, contracted_power_watts)
     select ${ACCOUNT}, '62Z' || lpad(i::text, 13, '0'), 5000 from ${indexes}`,
    `insert into billing.meter (account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme,
       digit_capacity, installed_on)
     select ${ACCOUNT}, ${METER}, '62Z' || lpad(i::text, 13, '0'), 'S' || i, 'M',
       case when i % 5 = 0 then 'two' else 'single' end, 6, '2015-01-01'
     from ${indexes}`,
    `insert into billing.register (account_number, meter_id, zone, installed_value)
     select ${ACCOUNT}, ${METER}, zone, 0 from ${indexes}, ${ZONES}`,
    ...history.map(
      (
        m,
        n,
      ) => `insert into billing.consumption (account_number, period, meter_id, zone, from_date, to_date, opening_value,
         closing_value, energy_wh, basis)
       select ${ACCOUNT}, m, ${METER}, zone, '${firstDay(m)}', '${firstDayAfter(m)}', 1000 + ${KWH} * ${n},
         1000 + ${KWH} * ${n + 1} + case when ${isTooHigh} then 400 else 0 end,
         (${KWH} + case when ${isTooHigh} then 400 else 0 end) * 1000,
         case when ${isTooHigh} then 'estimated' else 'actual' end
       from ${indexes}, ${ZONES}, (values ('${m}')) as month (m)`,
    ),
    ...history.slice(0, -1).map((m, n) => insertReadings(indexes, m, firstDayAfter(m), n + 1, 'true')),
    insertReadings(indexes, last, firstDayAfter(last), MONTHS_OF_HISTORY, 'i % 50 <> 0'),
    ...periods.flatMap((m, n) => {
      const inside = `(i + ${n}) % 10 = 1`;
      const none = `(i + ${n}) % 5 = 2`;
      return [
        insertReadings(
          indexes,
          m,
          firstDayAfter(m),
          MONTHS_OF_HISTORY + n + 1,
          `not (${inside}) and not (${none})`,
        ),
        insertReadings(indexes, m, addDays(firstDay(m), 19), MONTHS_OF_HISTORY + n + 0.6, inside),
      ];
    }),
    `insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas,
       recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
     select ${ACCOUNT}, '${last}', i::text, '${firstDayAfter(last)}', '${firstDayAfter(last)}', 0, 50000, 0, 0, 50000,
       150000, false from ${indexes}`,
    `insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
       amount_kopiykas, posted_at)
     select ${ACCOUNT}, '${last}', gen_random_uuid(), 'charge', 'receivable', 'revenue', 50000, now() from ${indexes}`,
    ...periods.map(
      (
        m,
      ) => `insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
         amount_kopiykas, posted_at)
       select ${ACCOUNT}, '${m}', gen_random_uuid(), 'payment', 'inTransit', 'receivable', 50000, now()
       from ${indexes} where i % 3 > 0`,
    ),
    'reset session_replication_role',
    'reset synchronous_commit',
  ];
  const client = await pool.connect();
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
}

/** Readings of a period as of a day: what the registers counted in that many months. */
function insertReadings(
  indexes: string,
  period: string,
  date: string,
  months: number,
  where: string,
): string {
  return `insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date,
      submitted_at, source, status)
    select ${ACCOUNT}, ${METER}, zone, gen_random_uuid(), '${period}', (1000 + ${KWH} * ${months})::bigint, '${date}',
      '${date}'::timestamptz, 'import', 'accepted'
    from ${indexes}, ${ZONES} where ${where}`;
}
