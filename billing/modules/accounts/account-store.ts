import { type RawBuilder, sql } from 'kysely';
import { ACCOUNT_LIST } from '#billing/api/accounts.ts';
import { answer } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { bool, date, int4, json, text, typedSql } from '#platform/database/typed-sql.ts';
import { flatWord } from './address.template.ts';

/** ACCOUNT_LIST: the objects of a cabinet, sorted by account number (base specification §4). */
export const handleAccountList = handleModule(ACCOUNT_LIST, ({ db, clock }) => async ({ accountNumbers }) => {
  const accounts = await listAccounts(db, accountNumbers, kyivDateOf(clock.now()));
  return answer({ accounts: [...accounts] });
});

/** Billing mode of an account; all but 'normal' are charged manually. */
export type BillingCondition = 'normal' | 'callCentre' | 'contractChanges' | 'specialGroup';

export interface AccountSummaryRow {
  readonly accountNumber: string;
  readonly address: string;
  readonly feedIn: boolean;
  readonly placeId: string;
  readonly hasContract: boolean;
}

/**
 * SQL of the one-line address: non-empty parts in order; a flat that is a bare number gets a prefix. `p` is the
 * premises.
 */
export const addressText = sql`concat_ws(', ', nullif(p.settlement, ''),
  nullif(p.street, ''), nullif(p.building, ''),
  case when p.apartment ~ '^[0-9]' then ${sql.lit(flatWord)} || p.apartment else nullif(p.apartment, '') end)`;

/** SQL of a customer's name: the company, else surname, name and middle name; `c` is the customer. */
export const customerNameText = sql`coalesce(nullif(c.company_name, ''),
  concat_ws(' ', nullif(c.surname, ''), nullif(c.name, ''), nullif(c.middle_name, '')))`;

/**
 * SQL of the id of the customer who held the account `a` on a day, so that documents keep the holder of their time.
 * Without a day: the current holder.
 */
export function holderOn(day: LocalDate | RawBuilder<unknown> | null): RawBuilder<unknown> {
  if (day === null) return sql`a.customer_id`;
  return sql`coalesce((select h.customer_id from billing.account_holder h
    where h.account_number = a.account_number and h.valid_from <= (${day})::date
    order by h.valid_from desc limit 1), a.customer_id)`;
}

/** SQL of the contracted power in watts of all points of the account `a` together, as of a day. */
export function contractedWattsOn(day: LocalDate | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(sum(coalesce((select v.contracted_power_watts from billing.metering_point_version v
      where v.account_number = m.account_number and v.eic_code = m.eic_code and v.valid_from <= ${day}
        and v.contracted_power_watts is not null
      order by v.valid_from desc limit 1), m.contracted_power_watts)), 0)
    from billing.metering_point m where m.account_number = a.account_number)`;
}

/** SQL: the account is of a legal entity; false for an unknown one. */
export function isOfEntity(accountNumber: string): RawBuilder<boolean> {
  return sql`exists (select from billing.account a join billing.customer c on c.customer_id = a.customer_id
    where a.account_number = ${accountNumber} and c.customer_type = 'entity')`;
}

/** The accounts with these numbers, sorted by number. */
async function listAccounts(
  db: BillingDatabase,
  accountNumbers: readonly string[],
  today: LocalDate,
): Promise<readonly AccountSummaryRow[]> {
  const result = await typedSql<AccountSummaryRow>({
    accountNumber: text(),
    address: text(),
    feedIn: bool(),
    placeId: text(),
    hasContract: bool(),
  })`
    select a.account_number as "accountNumber", ${addressText} as address, a.feed_in as "feedIn",
      coalesce(point.eic_code, '') as "placeId",
      (a.contract_ended_on is null or a.contract_ended_on >= ${today}::date) as "hasContract"
    from billing.account a
    left join billing.premises p using (account_number)
    left join lateral (
      select min(eic_code) as eic_code from billing.metering_point m where m.account_number = a.account_number
    ) point on true
    where a.account_number = any(${[...accountNumbers]}::text[])
    order by a.account_number`.execute(db);
  return result.rows;
}

export interface AccountCardRow {
  readonly accountNumber: string;
  readonly customerType: 'person' | 'entity';
  readonly customerName: string;
  readonly phone: string;
  readonly email: string;
  readonly contractNumber: string;
  readonly contractDate: string;
  readonly hasContract: boolean;
  readonly consumerEic: string;
  readonly tariffTitle: string;
  readonly placeId: string;
  readonly address: string;
  readonly contractedPowerWatts: number;
  readonly heating: 'none' | 'electric';
  readonly meterCount: number;
  /** Responsible persons of the object today, by name. */
  readonly responsibles: readonly { readonly name: string; readonly phone: string; readonly role: string }[];
}

/** Customer, contract and place of an account; undefined: no such account. Power is the sum over its points. */
export async function findAccountCard(
  db: BillingDatabase,
  accountNumber: string,
  today: LocalDate,
): Promise<AccountCardRow | undefined> {
  const result = await typedSql<AccountCardRow>({
    accountNumber: text(),
    customerType: text(),
    customerName: text(),
    phone: text(),
    email: text(),
    contractNumber: text(),
    contractDate: date(),
    hasContract: bool(),
    consumerEic: text(),
    tariffTitle: text(),
    placeId: text(),
    address: text(),
    contractedPowerWatts: int4(),
    heating: text(),
    meterCount: int4(),
    responsibles: json(),
  })`
    select a.account_number as "accountNumber", c.customer_type as "customerType",
      ${customerNameText} as "customerName", coalesce(c.phone, '') as phone, coalesce(c.email, '') as email,
      a.contract_number as "contractNumber", a.contract_date as "contractDate",
      (a.contract_ended_on is null or a.contract_ended_on >= ${today}::date) as "hasContract",
      a.consumer_eic as "consumerEic", coalesce(t.title, a.tariff_code) as "tariffTitle",
      coalesce(point.eic_code, '') as "placeId", ${addressText} as address,
      coalesce(point.power, 0)::int as "contractedPowerWatts", coalesce(p.heating, 'none') as heating,
      (select count(*)::int from billing.meter m
        where m.account_number = a.account_number and m.removed_on is null) as "meterCount",
      (select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'phone', r.phone, 'role', r.role) order by r.name), '[]')
        from billing.account_responsible r where r.account_number = a.account_number
          and (r.responsible_until is null or r.responsible_until >= ${today}::date)) as responsibles
    from billing.account a
    join billing.customer c using (customer_id)
    left join billing.premises p using (account_number)
    left join billing.tariff t using (tariff_code)
    left join lateral (
      select min(eic_code) as eic_code, sum(contracted_power_watts) as power
      from billing.metering_point m where m.account_number = a.account_number
    ) point on true
    where a.account_number = ${accountNumber}`.execute(db);
  return result.rows[0];
}
