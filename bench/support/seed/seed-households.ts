import type pg from 'pg';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';

/** Number of each household's act. */
export const ACT_NUMBER = '46-1';

/** Placeholder of all documents, of realistic size. */
const paper = Buffer.alloc(60_000);
const FILE_ID = '00000000-0000-4000-8000-000000000001';

/** Last billed month of each household with a single-register meter. */
const lastMonth = `select a.account_number, m.meter_id, b.period, (substr(b.period, 1, 4) || '-' || substr(b.period, 6) || '-01')::date as first_day
  from billing.account a
  join billing.customer c on c.customer_id = a.customer_id and c.customer_type = 'person'
  join billing.meter m on m.account_number = a.account_number and m.zone_scheme = 'single' and m.removed_on is null
  cross join lateral (select period from billing.bill where account_number = a.account_number order by period desc limit 1) b`;

const statements = [
  // A session on another device, to be ended there.
  `insert into portal.session (session_id, identity_id, started_at, expires_at)
     select gen_random_uuid(), identity_id, now() - interval '1 hour', now() + interval '1 day' from portal.session`,
  `insert into billing.violation_act (account_number, act_number, drawn_on, state, amount_kopiykas, energy_wh, clause,
     period_from, period_to, days, protocol_number, protocol_on)
     select account_number, '${ACT_NUMBER}', first_day + 20, 'billed', 300000, 500000, '1', first_day, first_day + 9, 10, 'P-1', first_day + 25
     from (${lastMonth}) of_household`,
  `insert into billing.feed_in_month (account_number, period, act_number, drawn_on, meter_id, opening_value, closing_value,
     generated_wh, exported_wh, consumed_wh, price_micro, amount_kopiykas, income_tax_permille, military_levy_permille,
     income_tax_kopiykas, military_levy_kopiykas, paid_kopiykas)
     select account_number, period, 'A-1', first_day + 31, meter_id, 1000, 1100, 300000, 100000, 80000, 6824500, 68245, 180, 50,
       12284, 3412, 52549
     from (${lastMonth}) of_household`,
  // The reading of that month was submitted in the cabinet and has a receipt.
  `insert into billing.reading_submission (account_number, submission_id, request_id, meter_id, period, receipt_number, outcome,
     taken_at, submitted_at)
     select account_number, gen_random_uuid(), gen_random_uuid(), meter_id, period, number,
       jsonb_build_object(
         'outcome', jsonb_build_object('kind', 'accepted', 'code', 'readings.accepted', 'registers',
           jsonb_build_array(jsonb_build_object('zone', 'single', 'previousValue', 1000, 'value', 1120, 'kwh', 120, 'code', null, 'params', '{}'::jsonb))),
         'receipt', jsonb_build_object('number', number::text, 'submittedAt', moment, 'takenAt', moment,
           'effectiveDate', first_day::text, 'period', period, 'values', jsonb_build_object('single', 1120), 'totalKwh', 120, 'sum', '518.40')),
       first_day, first_day
     from (select *, nextval('billing.receipt_number') as number, to_char(first_day, 'YYYY-MM-DD"T"00:00:00.000"Z"') as moment
       from (${lastMonth}) of_household) given`,
];

/**
 * Gives each household with one meter an act, a feed-in month, a receipt, a finished document and a session on another
 * device, so that calls for them return data.
 */
export async function seedHouseholds(client: pg.ClientBase, dataFolder: string): Promise<void> {
  await openFileStore({ dataFolder }).put(FILE_ID, paper);
  for (const statement of statements) await client.query(statement);
  await client.query(
    `insert into portal.stored_file (file_id, account_number, content_type, byte_count, stored_at)
       select $1, min(account_number), 'application/pdf', $2, now() from billing.account`,
    [FILE_ID, paper.byteLength],
  );
  await client.query(
    `insert into portal.document_request (account_number, document_id, kind, period_from, period_to, state, progress, request_id,
       requested_by, requested_at, ready_at, file_id, file_name)
       select h.account_number, gen_random_uuid(), 'reconciliation', h.period, h.period, 'ready', 100, gen_random_uuid(),
         own.identity_id, now() - interval '1 day', now() - interval '1 day', $1, 'reconciliation.pdf'
       from (${lastMonth}) h join portal.identity_account own using (account_number)`,
    [FILE_ID],
  );
}
