import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { CorrectionTerms } from '#domain/volumes/correction-deadline.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { date, int4, nullable, type RowOf, text, typedSql } from '#platform/database/typed-sql.ts';

/** SQL that adds contracted volumes and applied corrections of a relation; those that are there stay. */
export const contractVolumesFrom = insertFrom(
  'billing.contract_volume',
  'account_number, period, eic_code, document, kwh, applied_at',
  'on conflict do nothing',
);

const termsColumns = {
  accountNumber: text(),
  validFrom: nullable(date<LocalDate>()),
  contractNumber: nullable(text()),
  rule: nullable(text<CorrectionTerms['rule']>()),
  day: nullable(int4()),
  toleranceHundredths: nullable(int4()),
};

/** What a contract says of volumes. */
export interface VolumeTerms {
  readonly contractNumber: string;
  /** null: nothing is agreed about corrections. */
  readonly correction: CorrectionTerms | null;
  readonly toleranceHundredths: number | null;
}

const noTerms: VolumeTerms = { contractNumber: '', correction: null, toleranceHundredths: null };

/** The terms of volumes of these accounts as a function of the month, by account; accounts that don't exist are left out. */
export async function loadVolumeTerms(
  db: BillingDatabase,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, (period: BillingPeriod) => VolumeTerms>> {
  const { rows } = await typedSql(termsColumns)`
    select a.account_number as "accountNumber", k.valid_from as "validFrom", k.contract_number as "contractNumber",
      k.correction_rule as rule, k.correction_day::integer as day, k.volume_tolerance_hundredths as "toleranceHundredths"
    from billing.account a left join billing.entity_contract k on k.account_number = a.account_number
    where a.account_number = any(${[...accountNumbers]}::text[])
    order by k.valid_from`.execute(db);
  const termsIn = (versions: typeof rows) => (period: BillingPeriod) => {
    const end = firstDayAfter(period);
    // A month before the first version is told of by it.
    const version =
      versions.findLast(({ validFrom }) => validFrom !== null && validFrom < end) ?? versions[0];
    if (version?.contractNumber == null) return noTerms;
    const { contractNumber, rule, day, toleranceHundredths } = version;
    return {
      contractNumber,
      correction: rule === null || day === null ? null : { rule, day },
      toleranceHundredths,
    };
  };
  const byAccount = Map.groupBy(rows, ({ accountNumber }) => accountNumber);
  return new Map([...byAccount].map(([accountNumber, versions]) => [accountNumber, termsIn(versions)]));
}

const volumeColumns = {
  accountNumber: text(),
  period: text<BillingPeriod>(),
  eic: text(),
  contractedKwh: nullable(int4()),
  /** The last applied correction, else the contracted volume. */
  correctedKwh: nullable(int4()),
  document: text(),
  /** null: the month is not billed. */
  billedKwh: nullable(int4()),
};
export type VolumeRow = RowOf<typeof volumeColumns>;

/** SQL of the volumes of accounts and months as columns: contracted, what counts, and its document. */
function volumesOf(
  accountNumbers: readonly string[],
  from: BillingPeriod,
  to: BillingPeriod,
): RawBuilder<unknown> {
  return sql`select account_number, period, eic_code, max(kwh) filter (where applied_at is null) as contracted,
      (array_agg(kwh order by applied_at desc nulls last, document desc))[1] as corrected,
      (array_agg(document order by applied_at desc nulls last, document desc))[1] as document
    from billing.contract_volume
    where account_number = any(${[...accountNumbers]}::text[]) and period between ${from} and ${to}
    group by account_number, period, eic_code`;
}

/**
 * Volumes and billed energy of accounts by month and point, in one statement. Energy of sub-consumers that have a contract of
 * their own is left out.
 */
export async function listVolumes(
  db: BillingDatabase,
  accountNumbers: readonly string[],
  { from, to }: { readonly from: BillingPeriod; readonly to: BillingPeriod },
): Promise<readonly VolumeRow[]> {
  const { rows } = await typedSql(volumeColumns)`
    with volume as (${volumesOf(accountNumbers, from, to)}),
    used as (
      select account_number, period, eic_code, coalesce((select r.billed_kwh from billing.invoice_quantity_revision r
          where r.account_number = q.account_number and r.period = q.period and r.eic_code = q.eic_code
          order by r.booked_period desc limit 1), q.billed_kwh) as billed_kwh
      from billing.invoice_quantity q
      where account_number = any(${[...accountNumbers]}::text[]) and period between ${from} and ${to}
        and not exists (select from billing.sub_consumer s where s.account_number = q.account_number
          and s.eic_code = q.eic_code and not s.is_billed and s.valid_from < (q.period || '-01')::date + interval '1 month'
          and coalesce(s.valid_to, 'infinity') >= (q.period || '-01')::date)
    )
    select account_number as "accountNumber", period::text as period, eic_code as eic, contracted::integer as "contractedKwh",
      corrected::integer as "correctedKwh", coalesce(document, '') as document, billed_kwh::integer as "billedKwh"
    from volume full join used using (account_number, period, eic_code)
    order by account_number, period, eic_code`.execute(db);
  return rows;
}

/** Points whose volumes are agreed: they have a meter, and no sub-consumer with a contract of its own takes from them in the month. */
export async function listAgreedPoints(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<ReadonlySet<string>> {
  const { rows } = await typedSql({ eic: text() })`
    select p.eic_code as eic from billing.metering_point p
    where p.account_number = ${accountNumber}
      and exists (select from billing.meter m where m.account_number = p.account_number and m.eic_code = p.eic_code
        and m.meter_state <> 'removed')
      and not exists (select from billing.sub_consumer s where s.account_number = p.account_number
        and s.eic_code = p.eic_code and not s.is_billed and s.valid_from < ${firstDayAfter(period)}::date
        and coalesce(s.valid_to, 'infinity') >= ${firstDay(period)}::date)`.execute(db);
  return new Set(rows.map(({ eic }) => eic));
}

/** Names of the objects of points, by account number and EIC with a space between. */
export async function listPointNames(
  db: BillingDatabase,
  points: readonly { readonly accountNumber: string; readonly eic: string }[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await typedSql({ key: text(), name: text() })`
    select distinct on (account_number, eic_code) account_number || ' ' || eic_code as key, object_name as name
    from billing.contract_point join unnest(${points.map(({ accountNumber }) => accountNumber)}::text[],
      ${points.map(({ eic }) => eic)}::text[]) as asked (account_number, eic_code) using (account_number, eic_code)
    order by account_number, eic_code, valid_from desc`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** Adds the volumes of an applied request, in the transaction that applies it. */
export async function applyVolumes(
  db: BillingDatabase,
  request: { readonly accountNumber: string; readonly requestId: string; readonly document: string },
  appliedAt: string,
): Promise<void> {
  const { accountNumber, requestId, document } = request;
  await sql`
    insert into billing.contract_volume (account_number, period, eic_code, document, kwh, applied_at)
    select account_number, q.period, r.eic_code, ${document}, r.kwh, ${appliedAt}::timestamptz
    from billing.volume_request q join billing.volume_request_row r using (account_number, request_id)
    where q.account_number = ${accountNumber} and q.request_id = ${requestId}::uuid`.execute(db);
}
