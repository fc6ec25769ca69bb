import type { BillingDatabase } from '#billing/billing-database.ts';
import { addressText, customerNameText } from '#billing/modules/accounts/public.ts';
import { pointOrder } from '#billing/modules/contracts/public.ts';
import type { ReadingChannel } from '#contract/values/reading-points.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { bool, int4, json, nullable, type RowOf, text, typedSql } from '#platform/database/typed-sql.ts';

/** A channel of an installed meter with its values, in units of the channel. */
export interface ChannelFacts {
  readonly meterId: string;
  readonly channel: ReadingChannel;
  /** The last value before the period, or that of the installation. */
  readonly previousValue: number;
  /** The period whose end the previous value is of; null: it is of the installation. */
  readonly previousPeriod: BillingPeriod | null;
  /** The value of the period; null: none. */
  readonly currentValue: number | null;
  /** The value of the period was not given by the customer, who can't replace it. */
  readonly isForeign: boolean;
}

/** The day of the value before the period. */
export function previousDateOf({ previousPeriod }: ChannelFacts, installedOn: LocalDate): LocalDate {
  return previousPeriod === null ? installedOn : firstDayAfter(previousPeriod);
}

/** Channels of the installed meters of an account, by meter. */
export type ChannelsByMeter = ReadonlyMap<string, readonly ChannelFacts[]>;

/** Loads the channels of all installed meters of an account for a period, in one statement. */
export async function loadChannels(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<ChannelsByMeter> {
  const { rows } = await typedSql({ channels: json<readonly ChannelFacts[]>() })`
    select coalesce(jsonb_agg(jsonb_build_object('meterId', c.meter_id, 'channel', c.channel,
        'previousValue', coalesce(before.value, c.installed_value), 'previousPeriod', before.period,
        'currentValue', r.value, 'isForeign', coalesce(r.source <> 'customer', false))
      order by c.meter_id, array_position(array['export', 'reactiveImport', 'reactiveExport'], c.channel)), '[]') as channels
    from billing.meter_channel c
    join billing.meter m on m.account_number = c.account_number and m.meter_id = c.meter_id and m.meter_state <> 'removed'
    left join billing.channel_reading r on r.account_number = c.account_number and r.meter_id = c.meter_id
      and r.channel = c.channel and r.period = ${period}
    left join lateral (
      select b.value, b.period from billing.channel_reading b
      where b.account_number = c.account_number and b.meter_id = c.meter_id and b.channel = c.channel
        and b.period < ${period}
      order by b.period desc limit 1) before on true
    where c.account_number = ${accountNumber}`.execute(db);
  return Map.groupBy(rows[0]?.channels ?? [], ({ meterId }) => meterId);
}

const placeColumns = {
  eic: text(),
  object: text(),
  address: text(),
  costCentre: text(),
  voltageClass: nullable(int4<1 | 2>()),
  isGroupA: bool(),
  pointState: text<'active' | 'takenByOperator' | 'substation' | 'commercial' | 'disabled'>(),
};
export type PointPlace = RowOf<typeof placeColumns>;

/** The points of an account as its contract names them on a day, by object and address. */
export async function listPointPlaces(
  db: BillingDatabase,
  accountNumber: string,
  day: LocalDate,
): Promise<readonly PointPlace[]> {
  const { rows } = await typedSql(placeColumns)`
    select point.eic_code as eic, coalesce(v.object_name, '') as object,
      coalesce(nullif(v.address, ''), own.address, '') as address, coalesce(v.cost_centre, '') as "costCentre",
      v.voltage_class as "voltageClass", coalesce(v.is_group_a, false) as "isGroupA", point.point_state as "pointState"
    from billing.metering_point point
    left join lateral (
      select * from billing.contract_point c
      where c.account_number = point.account_number and c.eic_code = point.eic_code and c.valid_from <= ${day}::date
      order by c.valid_from desc limit 1) v on true
    left join lateral (
      select ${addressText} as address from billing.premises p where p.account_number = point.account_number) own on true
    where point.account_number = ${accountNumber}
    order by ${pointOrder('v.object_name', 'point.eic_code')}`.execute(db);
  return rows;
}

const headColumns = {
  supplierName: text(),
  customerName: text(),
  contractNumber: text(),
  signerPost: text(),
  signerName: text(),
};

/** Who reports readings to whom, by the contract in force on a day; undefined: no such account. */
export async function findReportHead(
  db: BillingDatabase,
  accountNumber: string,
  day: LocalDate,
): Promise<RowOf<typeof headColumns> | undefined> {
  const { rows } = await typedSql(headColumns)`
    select coalesce((select s.name from billing.supplier s), '') as "supplierName", ${customerNameText} as "customerName",
      coalesce((select k.contract_number from billing.entity_contract k
        where k.account_number = a.account_number and k.valid_from <= ${day}::date
        order by k.valid_from desc limit 1), a.contract_number) as "contractNumber",
      coalesce(i.signer_post, '') as "signerPost", coalesce(i.signer_name, '') as "signerName"
    from billing.account a
    join billing.customer c using (customer_id)
    left join billing.company_information i using (customer_id)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}
