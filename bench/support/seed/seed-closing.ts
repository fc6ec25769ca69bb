import type pg from 'pg';
import { addMonths, type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';

const ACCOUNT = `(2300000000 + i)::text`;
const METER = `('00000000-0000-7001-8000-' || lpad(to_hex(i + 1), 12, '0'))::uuid`;
const CUSTOMER = `('00000000-0000-7002-8000-' || lpad(to_hex(i + 1), 12, '0'))::uuid`;

/** Every fifth meter has two zones, every twenty-fifth three. */
const SCHEME = `case when i % 5 = 0 then 'two' when i % 25 = 3 then 'three' else 'single' end`;
const ZONES = `lateral unnest(case when i % 5 = 0 then array['day', 'night']
  when i % 25 = 3 then array['peak', 'halfPeak', 'night'] else array['single'] end) as zone`;
/** Monthly kWh of a register; a house with electric heating uses eight times as much. */
const KWH = `(case zone when 'single' then 150 when 'day' then 90 when 'halfPeak' then 60 else 45 end
  * case i % 10 when 7 then 8 else 1 end + i % 17)`;

/** Mostly flat; a tenth each: marginal blocks, one price by the final step, seasonal heating. */
const TARIFF = `case i % 10 when 4 then 'blocks' when 7 then 'heating' when 9 then 'cliff' else 'household' end`;
const COEFFICIENTS = `"coefficients": {"two": {"night": "0.5"}, "three": {"peak": "1.5", "night": "0.4"}}`;
const rules: Readonly<Record<string, string>> = {
  household: '{"kind": "flat", "price": "4.32"}',
  blocks:
    '{"kind": "marginalBlocks", "blocks": [{"upToKwh": 100, "price": "0.90"}, {"upToKwh": 600, "price": "1.68"}, {"price": "2.50"}]}',
  cliff: '{"kind": "wholeVolumeBlocks", "blocks": [{"upToKwh": 160, "price": "1.44"}, {"price": "1.68"}]}',
  heating:
    '{"kind": "seasonalHeating", "price": "4.32", "limitKwh": 1000, "reducedPrice": "2.64", "seasonFrom": "10-01", "seasonTo": "04-30"}',
};

/** Every tariff changes its price in the middle of its second month, so that some months have two parts. */
function tariffStatements(changesOn: LocalDate): string[] {
  return Object.entries(rules).flatMap(([code, rule]) => [
    `insert into billing.tariff (tariff_code, title) values ('${code}', '${code}')`,
    `insert into billing.tariff_version (tariff_code, valid_from, valid_to, act, definition) values
       ('${code}', '2000-01-01', '${addDays(changesOn, -1)}', 'bench', '{"rule": ${rule}, ${COEFFICIENTS}}'),
       ('${code}', '${changesOn}', null, 'bench', '{"rule": ${rule.replaceAll('4.32', '4.40')}, ${COEFFICIENTS}}')`,
  ]);
}

export interface ClosingSeed {
  readonly accounts: number;
  /** Periods to close, one after another. */
  readonly periods: readonly BillingPeriod[];
  /** Every tenth account is a legal entity's with a contract. */
  readonly withContracts: boolean;
  /** Whole months before the first of them; below thirteen: only those that a closing reads. */
  readonly historyMonths?: number;
}

/**
 * Fills a migrated, empty database with accounts ready for closing `periods`, with all tariff rules, meters of one, two
 * and three zones, and a benefit for every eighth. In each month 70 % are read on the last day, 10 % within the month,
 * 20 % not at all: those not read in the previous month are recalculated. Every fiftieth starts from an estimate that
 * was too high.
 */
export async function seedClosing(pool: pg.Pool, seed: ClosingSeed): Promise<void> {
  const { accounts, periods, withContracts, historyMonths = 13 } = seed;
  const [first] = periods;
  if (first === undefined) throw new Error('no periods');
  const indexes = `generate_series(0, ${accounts - 1}) as i`;
  const all = Array.from({ length: 13 }, (_, n) => ({ month: addMonths(first, n - 13), count: n }));
  const looksAt = new Set([...periods.map((month) => addMonths(month, -12)), addMonths(first, -1)]);
  const measured = all.filter(({ month }) => historyMonths >= 13 || looksAt.has(month));
  const read = historyMonths >= 13 ? all : all.slice(-2);
  const last = addMonths(first, -1);
  const isTooHigh = (month: string) => `(i % 50 = 0 and '${month}' = '${last}')`;
  const statements = [
    'set session_replication_role = replica',
    'set synchronous_commit = off',
    `insert into billing.supplier (name, short_name, edrpou, iban, bank_name, address, email, readings_email, main_url)
     values ('Bench', 'Bench', '14360570', 'UA213223130000026007233566001', 'Bank', 'Kyiv', 'a@b.test', 'a@b.test', '')`,
    ...tariffStatements(addDays(firstDay(addMonths(first, 1)), 14)),
    `insert into billing.period (period, state) values ('${first}', 'open')`,
    `insert into billing.customer (customer_id, customer_code, customer_type)
     select ${CUSTOMER}, i::text, 'person' from ${indexes}`,
    `insert into billing.account (account_number, customer_id, object_code, contract_number, contract_date,
       consumer_eic, tariff_code, opened_on)
     select ${ACCOUNT}, ${CUSTOMER}, 'A1', i::text, '2015-01-01', '62Z0000000000000', ${TARIFF}, '2015-01-01'
     from ${indexes}`,
    `insert into billing.metering_point (account_number, eic_code, contracted_power_watts)
     select ${ACCOUNT}, '62Z' || lpad(i::text, 13, '0'), 15000 from ${indexes}`,
    `insert into billing.meter (account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme,
       digit_capacity, installed_on)
     select ${ACCOUNT}, ${METER}, '62Z' || lpad(i::text, 13, '0'), 'S' || i, 'M', ${SCHEME}, 6, '2015-01-01'
     from ${indexes}`,
    `insert into billing.register (account_number, meter_id, zone, installed_value)
     select ${ACCOUNT}, ${METER}, zone, 0 from ${indexes}, ${ZONES}`,
    ...measured.map(
      ({
        month,
        count,
      }) => `insert into billing.consumption (account_number, period, meter_id, zone, from_date,
         to_date, opening_value, closing_value, energy_wh, basis)
       select ${ACCOUNT}, '${month}', ${METER}, zone, '${firstDay(month)}', '${firstDayAfter(month)}',
         1000 + ${KWH} * ${count}, 1000 + ${KWH} * ${count + 1} + too_high, (${KWH} + too_high) * 1000,
         case too_high when 0 then 'actual' else 'estimated' end
       from ${indexes}, ${ZONES}, lateral (select case when ${isTooHigh(month)} then 400 else 0 end as too_high) over_it`,
    ),
    ...read.map(({ month, count }) =>
      insertReadings(indexes, month, firstDayAfter(month), count + 1, `not ${isTooHigh(month)}`),
    ),
    ...periods.flatMap((month, n) => {
      const inside = `(i + ${n}) % 10 = 1`;
      const none = `(i + ${n}) % 5 = 2`;
      return [
        insertReadings(indexes, month, firstDayAfter(month), 14 + n, `not (${inside}) and not (${none})`),
        insertReadings(indexes, month, addDays(firstDay(month), 19), 13.6 + n, inside),
        `insert into billing.benefit (account_number, period, kind, posting_period, benefit_id, amount_kopiykas)
         select ${ACCOUNT}, '${month}', 'subsidy', '${month}', md5('${month} ' || i)::uuid, 5000 + i % 1000
         from ${indexes} where i % 8 = 1`,
        `insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
           amount_kopiykas, posted_at)
         select ${ACCOUNT}, '${month}', gen_random_uuid(), 'payment', 'inTransit', 'receivable', 50000, now()
         from ${indexes} where i % 3 > 0`,
      ];
    }),
    `insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas,
       recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
     select ${ACCOUNT}, '${last}', i::text, '${firstDayAfter(last)}', '${firstDayAfter(last)}', 50000, 0, 0, 0, 50000,
       0, false from ${indexes}`,
    `insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
       amount_kopiykas, posted_at)
     select ${ACCOUNT}, '${last}', gen_random_uuid(), 'opening', 'receivable', 'opening', 50000, now() from ${indexes}`,
    ...(withContracts ? contractStatements(indexes, periods) : []),
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

/** Points are of the operator and the offer BENCH. */
const HAS_CONTRACT = 'i % 10 = 5';

/**
 * Contracts by the day-ahead price: four lines an invoice, losses, reactive energy of every second, planned payments of every
 * third, a correction of the operator for the month before of every tenth.
 */
function contractStatements(indexes: string, periods: readonly BillingPeriod[]): string[] {
  const [first] = periods;
  const begins = firstDay(first as BillingPeriod);
  const own = `from ${indexes} where ${HAS_CONTRACT}`;
  const reactive = `from ${indexes} where ${HAS_CONTRACT} and i % 20 = 5`;
  return [
    `update billing.customer set customer_type = 'entity', company_name = 'Bench'
     where customer_code in (select i::text ${own})`,
    `insert into billing.price_component (kind, subject, valid_from, price_micro, source) values
       ('transmission', '', '${begins}', 742910, 'bench'), ('margin', 'BENCH', '${begins}', 150000, 'bench'),
       ('distribution', 'BENCH', '${begins}', 2752180, 'bench')`,
    ...periods.map(
      (month) => `insert into billing.price_component (kind, valid_from, price_micro, source)
       values ('dayAhead', '${firstDay(month)}', 5980370, 'bench')`,
    ),
    `insert into billing.entity_contract (account_number, valid_from, contract_number, signed_on, price_kind, operator_code,
       offer_code, payment_form, planned_parts)
     select ${ACCOUNT}, '2015-01-01', i::text, '2015-01-01', 'spot', 'BENCH', 'BENCH',
       case when i % 3 = 0 then 'planned' else 'byFact' end,
       case when i % 3 = 0 then '[{"day": 5, "percent": 30}, {"day": 25, "percent": 70}]' else '[]' end::jsonb ${own}`,
    `insert into billing.contract_point (account_number, eic_code, valid_from, voltage_class, loss_mode,
       loss_percent_thousandths, reactive_equivalent_micro)
     select ${ACCOUNT}, '62Z' || lpad(i::text, 13, '0'), '2015-01-01', 2, 'percent', 1500,
       case when i % 20 = 5 then 80000 end ${own}`,
    `insert into billing.meter_channel (account_number, meter_id, channel, installed_value)
     select ${ACCOUNT}, ${METER}, 'reactiveImport', 0 ${reactive}`,
    ...periods.map(
      (
        month,
        n,
      ) => `insert into billing.channel_reading (account_number, meter_id, channel, period, value, source, submitted_at)
       select ${ACCOUNT}, ${METER}, 'reactiveImport', '${month}', ${70 * (n + 1)} + i % 13, 'import', now() ${reactive}`,
    ),
    `insert into billing.volume_correction (account_number, eic_code, period, document, kwh, recorded_at)
     select ${ACCOUNT}, '62Z' || lpad(i::text, 13, '0'), '${addMonths(first as BillingPeriod, -1)}', 'bench', i % 7 - 10, now()
     from ${indexes} where ${HAS_CONTRACT} and i % 100 = 5`,
  ];
}

/** Inserts readings of a period as of a day, for this many months of consumption. */
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
