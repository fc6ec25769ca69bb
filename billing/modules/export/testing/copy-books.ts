import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importFolder } from '#billing/modules/import/public.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { exportFolder } from '../public.ts';

/**
 * What two databases with the same books answer alike: no ids that an import makes, no moments that it keeps as days.
 */
const questions: Readonly<Record<string, string>> = {
  balances: `select account_number, period,
      sum(sum(case 'receivable' when debit_account then amount_kopiykas when credit_account then -amount_kopiykas else 0 end))
        over months as receivable,
      sum(sum(case 'actReceivable' when debit_account then amount_kopiykas when credit_account then -amount_kopiykas else 0 end))
        over months as acts,
      sum(sum(case 'reactiveReceivable' when debit_account then amount_kopiykas when credit_account then -amount_kopiykas else 0 end))
        over months as reactive,
      sum(sum(case 'inTransit' when debit_account then amount_kopiykas when credit_account then -amount_kopiykas else 0 end))
        over months as in_transit
    from billing.ledger_entry group by 1, 2 window months as (partition by account_number order by period)`,
  ledger: `select account_number, period, kind, debit_account, credit_account, act_number, reason, sum(amount_kopiykas), count(*),
      min(posted_at), max(posted_at)
    from billing.ledger_entry group by 1, 2, 3, 4, 5, 6, 7`,
  bills: 'select * from billing.bill',
  lines: 'select * from billing.charge_line',
  invoices: 'select * from billing.invoice',
  invoiceLines: 'select * from billing.invoice_line',
  quantities: `select * from billing.invoice_quantity`,
  quantityRevisions: `select * from billing.invoice_quantity_revision`,
  advances: 'select * from billing.planned_payment',
  consumption: `select account_number, serial_number, installed_on, c.period, c.zone, from_date, to_date, opening_value, closing_value,
      energy_wh, basis, overestimated_wh, average_ground, is_review_pending
    from billing.consumption c join billing.meter using (account_number, meter_id)`,
  revisions: `select account_number, serial_number, installed_on, c.period, c.zone, booked_period, from_date, to_date, opening_value,
      closing_value, energy_wh, basis
    from billing.consumption_revision c join billing.meter using (account_number, meter_id)`,
  requests: 'select * from billing.recalculation_request',
  readings: `select account_number, serial_number, installed_on, zone, period, effective_date, value, source,
      (submitted_at at time zone 'Europe/Kyiv')::date
    from billing.reading join billing.meter using (account_number, meter_id) where status = 'accepted'`,
  meters: `select account_number, eic_code, serial_number, meter_type, zone_scheme, digit_capacity, coefficient, meter_state,
      installed_on, removed_on, verified_on, zone, installed_value, removed_value
    from billing.meter join billing.register using (account_number, meter_id)`,
  points: `select account_number, eic_code, point_state, contracted_power_watts, verification_requested, ended_on
    from billing.metering_point`,
  pointVersions: 'select * from billing.metering_point_version',
  accounts: `select account_number, customer_code, customer_type, surname, name, middle_name, company_name, tax_code, phone, email,
      object_code, contract_number, contract_date, contract_ended_on, consumer_eic, tariff_code, billing_condition, input_blocked,
      feed_in, opening_kopiykas, opened_on
    from billing.customer left join billing.account using (customer_id)`,
  accountTariffs: 'select * from billing.account_tariff',
  premises: 'select * from billing.premises',
  responsibles: `select account_number, name, phone, role, responsible_until from billing.account_responsible`,
  contracts: 'select * from billing.entity_contract',
  contractPoints: 'select * from billing.contract_point',
  subConsumers: 'select * from billing.sub_consumer',
  channels: `select account_number, serial_number, channel, c.installed_value, c.removed_value, r.period, r.value, r.source
    from billing.meter_channel c join billing.meter using (account_number, meter_id)
    left join billing.channel_reading r using (account_number, meter_id, channel)`,
  hours: 'select * from billing.hourly_value',
  volumes: `select account_number, eic_code, period, document, kwh, applied_at is null from billing.contract_volume`,
  corrections:
    'select account_number, eic_code, period, document, kwh, booked_period from billing.volume_correction',
  payments: `select account_number, order_id, part_number, part_count, order_kopiykas, provider, purpose, act_number, named_period,
      amount_kopiykas, state, landed_on, (started_at at time zone 'Europe/Kyiv')::date
    from billing.payment where state in ('confirmed', 'landed', 'matched', 'reversed', 'refunded')`,
  acts: `select account_number, act_number, drawn_on, state, amount_kopiykas, energy_wh, due_on, protocol_number, clause, served_on,
      hearing_on, protocol_on, period_from, period_to, days, vat_kopiykas, paid_on
    from billing.violation_act`,
  benefits: `select account_number, period, kind, amount_kopiykas, title, posting_period, benefit_id from billing.benefit`,
  feedIn: `select account_number, period, act_number, generated_wh, exported_wh, consumed_wh, price_micro, amount_kopiykas,
      paid_kopiykas, paid_on, iban
    from billing.feed_in_month`,
  tariffs: `select tariff_code, title, offer, valid_from, valid_to, definition -> 'rule', definition -> 'coefficients', act
    from billing.tariff left join billing.tariff_version using (tariff_code)`,
  components: 'select * from billing.price_component',
  rates: 'select * from billing.economic_rate',
  taxInvoices: 'select * from billing.tax_invoice',
  reactivePayments: 'select * from billing.reactive_payment',
  rules: `select saved_number, valid_from, "values", before, reason, author_name, saved_at
    from billing.rule_change where undone_at is null`,
  supplier: `select to_jsonb(supplier) - 'rules' as facts, jsonb_build_object('accountDigits', 10) || rules as rules
    from billing.supplier`,
  periods: 'select period, state, started_at, closed_at from billing.period',
  countedPostings: `select period, kind, debit_account, credit_account, provider, booked_on, sum(entries), sum(amount_kopiykas)
    from billing.ledger_count group by 1, 2, 3, 4, 5, 6`,
  countedConsumption: `select period, customer_type, basis, sum(registers), sum(energy_wh)
    from billing.consumption_count group by 1, 2, 3`,
};

/** How many rows a question has, and a digest of them in any order. */
export async function answersOf(pool: pg.Pool): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {};
  for (const [name, question] of Object.entries(questions)) {
    const { rows } = await pool.query<{ answer: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row::text, E'\\n' order by row::text collate "C")), '') as answer
       from (${question}) row`,
    );
    answers[name] = rows[0]?.answer ?? '';
  }
  return answers;
}

/** The files of a folder by name; of the manifest all but its moment. */
export async function filesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).sort();
  const entries = names.map(async (name) => {
    const content = await readFile(join(folder, name), 'utf8');
    return [name, content.replace(/"exportedAt": "[^"]*"/, '"exportedAt": ""')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Books, what is exported of them, and what is exported of a database into which that was imported. */
export interface CopiedBooks {
  /** Answers of the database and of its copy, by question. */
  readonly answers: Readonly<Record<string, string>>;
  readonly answersOfCopy: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly filesOfCopy: Readonly<Record<string, string>>;
}

/** Exports a database, imports the folder into an empty one, exports that; `use` works on the copy and the folder before they go. */
export async function copyBooks(
  pool: pg.Pool,
  clock: Clock,
  use?: (copy: { db: BillingDatabase; pool: pg.Pool; folder: string }) => Promise<void>,
): Promise<CopiedBooks> {
  const root = await mkdtemp(join(tmpdir(), 'svitlo-export-'));
  const database = await createTestDatabase();
  const connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  const copy = { db: connected.db as BillingDatabase, pool: connected.pool, folder: join(root, 'first') };
  try {
    const exported = await exportFolder({ pool, folder: copy.folder, clock });
    if (exported.kind !== 'exported') throw new Error(exported.kind);
    const imported = await importFolder({ ...copy, clock });
    if (imported.kind !== 'loaded') throw new Error(JSON.stringify(imported).slice(0, 4000));
    const second = join(root, 'second');
    await exportFolder({ pool: copy.pool, folder: second, clock });
    const books = {
      answers: await answersOf(pool),
      answersOfCopy: await answersOf(copy.pool),
      files: await filesOf(copy.folder),
      filesOfCopy: await filesOf(second),
    };
    await use?.(copy);
    return books;
  } finally {
    await connected.close();
    await database.close();
    await rm(root, { recursive: true, force: true });
  }
}
