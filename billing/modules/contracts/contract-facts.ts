import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { ContractTerms, VoltageClass } from '#domain/invoices/contract-terms.ts';
import type { LossRule } from '#domain/invoices/quantities.ts';
import type { Price } from '#domain/price.ts';
import { addMonths, type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { date, float8, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';

/** The terms of a contract from a day on. */
interface ContractVersion {
  readonly validFrom: LocalDate;
  readonly contractNumber: string;
  readonly signedOn: LocalDate;
  readonly terms: ContractTerms;
}

/** What a metering point is from a day on. */
export interface ContractPoint {
  readonly eicCode: string;
  readonly validFrom: LocalDate;
  readonly voltageClass: VoltageClass;
  readonly isGroupA: boolean;
  readonly loss: LossRule;
  /** Millionths of a kWh per kvarh; null: reactive energy is not charged. */
  readonly reactiveEquivalent: number | null;
  /** Points of one site have the same: the address, without one the object; '' where the contract says neither. */
  readonly site: string;
}

/** A point behind another one of the account. */
interface SubConsumer {
  readonly eicCode: string;
  readonly mainEicCode: string;
  readonly validFrom: LocalDate;
  /** The last day; null: no end is known. */
  readonly validTo: LocalDate | null;
  /** The account bills it as a point of its own. */
  readonly isBilled: boolean;
}

type Channel = 'export' | 'reactiveImport' | 'reactiveExport';

/** What a channel of a meter counted in a month, whole kvarh or kWh. */
export interface ChannelEnergy {
  readonly eicCode: string;
  readonly channel: Channel;
  readonly units: number;
}

/** A correction of the operator for a closed month since the account was opened that no invoice has yet. */
interface VolumeCorrection {
  readonly eicCode: string;
  readonly period: BillingPeriod;
  readonly document: string;
  readonly kwh: number;
}

interface DeclaredVolume {
  readonly eicCode: string;
  readonly kwh: number;
}

/** A point whose contract says nothing else takes its energy below 27.5 kV, without losses. */
export const USUAL_CLASS: VoltageClass = 2;

/** All that charging a period needs to know of the contract of an account. */
export interface ContractFacts {
  readonly openedOn: LocalDate;
  /** The last day; null: no end is known. */
  readonly contractEndedOn: LocalDate | null;
  /** In the order of their days, at least one. */
  readonly versions: readonly ContractVersion[];
  /** Versions of each point with a meter by EIC, in the order of their days. */
  readonly points: ReadonlyMap<string, readonly ContractPoint[]>;
  readonly subConsumers: readonly SubConsumer[];
  readonly channels: readonly ChannelEnergy[];
  readonly corrections: readonly VolumeCorrection[];
  /** Volumes agreed for the month after the period, with the corrections that were applied. */
  readonly declaredNext: readonly DeclaredVolume[];
}

interface VersionRow extends Omit<ContractTerms, 'fixedPrice'> {
  readonly validFrom: LocalDate;
  readonly contractNumber: string;
  readonly signedOn: LocalDate;
  readonly fixedPrice: number | null;
}

interface PointRow extends Omit<ContractPoint, 'loss'> {
  readonly lossMode: LossRule['mode'];
  readonly lossPercent: number | null;
  readonly lossKwh: number | null;
  readonly lossFormula: Omit<Extract<LossRule, { mode: 'formula' }>, 'mode'> | null;
}

/**
 * The contracts of those accounts that have one on a day of the period, by account number, in one statement. `knownUntil`: of a history
 * that is made up, later corrections are not known to it.
 */
export async function loadContractFacts(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
  {
    knownUntil,
    eicCode,
  }: { readonly knownUntil?: Instant | undefined; readonly eicCode?: string | undefined } = {},
): Promise<Map<string, ContractFacts>> {
  if (accountNumbers.length === 0) return new Map();
  const isOfPoint = (column: string) =>
    eicCode === undefined ? sql`true` : sql`${sql.ref(column)} = ${eicCode}`;
  const isKnown = (column: string) =>
    knownUntil === undefined ? sql`true` : sql`${sql.ref(column)} < ${instantToIso(knownUntil)}::timestamptz`;
  const end = firstDayAfter(period);
  const { rows } = await typedSql({
    accountNumber: text(),
    openedOn: date<LocalDate>(),
    contractEndedOn: nullable(date<LocalDate>()),
    versions: json<readonly VersionRow[]>(),
    points: json<readonly PointRow[]>(),
    subConsumers: json<readonly SubConsumer[]>(),
    channels: json<readonly ChannelEnergy[]>(),
    corrections: json<readonly VolumeCorrection[]>(),
    declaredNext: json<readonly DeclaredVolume[]>(),
  })`
    select k.account_number as "accountNumber", a.opened_on as "openedOn", a.contract_ended_on as "contractEndedOn", k.versions,
      coalesce((select jsonb_agg(jsonb_build_object('eicCode', m.eic_code, 'validFrom', coalesce(p.valid_from, '1950-01-01'),
          'voltageClass', coalesce(p.voltage_class, ${USUAL_CLASS}::integer), 'isGroupA', coalesce(p.is_group_a, false),
          'lossMode', coalesce(p.loss_mode, 'none'), 'lossPercent', p.loss_percent_thousandths, 'lossKwh', p.loss_fixed_kwh,
          'lossFormula', p.loss_formula, 'reactiveEquivalent', p.reactive_equivalent_micro,
          'site', lower(regexp_replace(btrim(coalesce(nullif(btrim(p.address), ''), p.object_name, '')), '[[:space:]]+', ' ', 'g')))
          order by m.eic_code, p.valid_from)
        from (select distinct i.eic_code from billing.meter i where i.account_number = k.account_number
          and ${isOfPoint('i.eic_code')}) m
        left join billing.contract_point p
          on p.account_number = k.account_number and p.eic_code = m.eic_code and p.valid_from < ${end}), '[]') as points,
      coalesce((select jsonb_agg(jsonb_build_object('eicCode', s.eic_code, 'mainEicCode', s.main_eic_code,
          'validFrom', s.valid_from, 'validTo', s.valid_to, 'isBilled', s.is_billed) order by s.eic_code, s.valid_from)
        from billing.sub_consumer s where s.account_number = k.account_number and s.valid_from < ${end}
          and ${isOfPoint('s.eic_code')}), '[]') as "subConsumers",
      coalesce((select jsonb_agg(jsonb_build_object('eicCode', counted.eic_code, 'channel', counted.channel,
          'units', counted.units) order by counted.eic_code, counted.channel)
        from (${channelRows(sql`k.account_number`, sql`${period}`)}) counted where ${isOfPoint('counted.eic_code')}), '[]') as channels,
      coalesce((select jsonb_agg(jsonb_build_object('eicCode', v.eic_code, 'period', v.period, 'document', v.document,
          'kwh', v.kwh) order by v.period, v.eic_code, v.document)
        from billing.volume_correction v where v.account_number = k.account_number and v.booked_period is null
          and v.period < ${period} and ${isOfPoint('v.eic_code')} and ${isKnown('v.recorded_at')}
          and v.period >= to_char(a.opened_on, 'YYYY-MM')), '[]') as corrections,
      coalesce((select jsonb_agg(jsonb_build_object('eicCode', d.eic_code, 'kwh', d.kwh) order by d.eic_code)
        from (select distinct on (eic_code) eic_code, kwh from billing.contract_volume v
          where v.account_number = k.account_number and v.period = ${addMonths(period, 1)} and ${isOfPoint('v.eic_code')}
            and (v.applied_at is null or ${isKnown('v.applied_at')})
          order by eic_code, applied_at desc nulls last, document desc) d), '[]') as "declaredNext"
    from (
      select account_number, jsonb_agg(jsonb_build_object('validFrom', valid_from, 'contractNumber', contract_number,
        'signedOn', signed_on, 'priceKind', price_kind, 'operatorCode', operator_code, 'offerCode', offer_code,
        'fixedPrice', fixed_price_micro, 'withTransmission', with_transmission, 'withDistribution', with_distribution,
        'isOnePrice', is_one_price, 'paymentForm', payment_form, 'plannedParts', planned_parts, 'dueDay', due_day,
        'dueWorkingDays', due_working_days, 'rounding', rounding, 'documentExchange', document_exchange)
        order by valid_from) as versions
      from billing.entity_contract
      where account_number = any(${accountNumbers}::text[]) and valid_from < ${end}
      group by account_number
    ) k join billing.account a using (account_number)`.execute(db);
  return new Map(
    rows.map(({ accountNumber, versions, points, ...facts }) => [
      accountNumber,
      {
        ...facts,
        versions: versions.map(toVersion),
        points: Map.groupBy(points.map(toPoint), ({ eicCode }) => eicCode),
      },
    ]),
  );
}

/**
 * What the channels of an account counted in a month: from the last value before it to that of the month, or of the removal of
 * the meter. Without one nothing yet: the next value counts it.
 */
function channelRows(accountNumber: RawBuilder<unknown>, period: RawBuilder<unknown>): RawBuilder<unknown> {
  const first = sql`(${period} || '-01')::date`;
  const end = sql`(${first} + interval '1 month')::date`;
  return sql`
    select m.eic_code, c.channel, (mod(ended.value - coalesce(before.value, c.installed_value)
        + (10 ^ m.digit_capacity)::bigint, (10 ^ m.digit_capacity)::bigint) * m.coefficient)::bigint as units
    from billing.meter_channel c
    join billing.meter m on m.account_number = c.account_number and m.meter_id = c.meter_id
    left join billing.channel_reading r on r.account_number = c.account_number and r.meter_id = c.meter_id
      and r.channel = c.channel and r.period = ${period}
    left join lateral (
      select b.value from billing.channel_reading b
      where b.account_number = c.account_number and b.meter_id = c.meter_id and b.channel = c.channel
        and b.period < ${period}
      order by b.period desc limit 1) before on true
    cross join lateral (select case when m.removed_on <= ${end} then c.removed_value else r.value end as value) ended
    where c.account_number = ${accountNumber} and m.installed_on < ${end} and ended.value is not null
      and (m.removed_on is null or m.removed_on > ${first})`;
}

/** What the channels of accounts counted in each month from a month of the account to the one before the period. */
export async function listChannelsOfMonths(
  db: BillingDatabase,
  period: BillingPeriod,
  accounts: readonly { readonly accountNumber: string; readonly since: BillingPeriod }[],
): Promise<(ChannelEnergy & { readonly accountNumber: string; readonly period: BillingPeriod })[]> {
  const { rows } = await typedSql({
    accountNumber: text(),
    period: text<BillingPeriod>(),
    eicCode: text(),
    channel: text<Channel>(),
    units: float8(),
  })`
    select w.account_number as "accountNumber", month.period, counted.eic_code as "eicCode", counted.channel,
      counted.units::float8 as units
    from unnest(${accounts.map(({ accountNumber }) => accountNumber)}::text[],
      ${accounts.map(({ since }) => since)}::text[]) as w (account_number, since)
    cross join lateral (
      select to_char(day, 'YYYY-MM')::char(7) as period
      from generate_series((w.since || '-01')::date, (${period} || '-01')::date - interval '1 month', interval '1 month') day
    ) month
    cross join lateral (${channelRows(sql`w.account_number`, sql`month.period`)}) counted
    order by w.account_number, month.period, counted.eic_code, counted.channel`.execute(db);
  return rows;
}

function toVersion({
  validFrom,
  contractNumber,
  signedOn,
  fixedPrice,
  ...terms
}: VersionRow): ContractVersion {
  const price = fixedPrice === null ? null : (BigInt(fixedPrice) as Price);
  return { validFrom, contractNumber, signedOn, terms: { ...terms, fixedPrice: price } };
}

function toPoint({ lossMode, lossPercent, lossKwh, lossFormula, ...point }: PointRow): ContractPoint {
  const loss: LossRule =
    lossMode === 'percent'
      ? { mode: lossMode, thousandths: lossPercent ?? 0 }
      : lossMode === 'fixed'
        ? { mode: lossMode, kwh: lossKwh ?? 0 }
        : lossMode === 'formula'
          ? { mode: lossMode, ...lossFormula }
          : { mode: 'none' };
  return { ...point, loss };
}

/** Of dated versions the one in force on a day; of none that had begun the first. */
export function versionOn<Version extends { readonly validFrom: LocalDate }>(
  versions: readonly Version[],
  day: LocalDate,
): Version | undefined {
  return versions.findLast(({ validFrom }) => validFrom <= day) ?? versions[0];
}

/** Names a correction of the operator. */
export type CorrectionKey = Pick<VolumeCorrection, 'eicCode' | 'period' | 'document'> & {
  readonly accountNumber: string;
};

/** Notes, in the client's transaction, that the invoices of a period have these corrections. */
export async function bookCorrections(
  client: pg.ClientBase,
  bookedPeriod: BillingPeriod,
  corrections: readonly CorrectionKey[],
): Promise<void> {
  if (corrections.length === 0) return;
  await client.query(
    `update billing.volume_correction v set booked_period = $1
     from jsonb_to_recordset($2::jsonb) as row ("accountNumber" text, "eicCode" text, period char(7), document text)
     where v.account_number = row."accountNumber" and v.eic_code = row."eicCode" and v.period = row.period
       and v.document = row.document and v.booked_period is null`,
    [bookedPeriod, JSON.stringify(corrections)],
  );
}
