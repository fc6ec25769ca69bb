import { randomInt } from 'node:crypto';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { newUniqueCodeAlphabet, newUniqueCodeLength } from '#domain/identifiers/account-codes.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { int4, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';

/** SQL that adds the customers of a relation; those that are there stay. */
export const customersFrom = insertFrom(
  'billing.customer',
  'customer_id, customer_code, customer_type, surname, name, middle_name, company_name, tax_code, phone, email',
  'on conflict do nothing',
);

/** SQL that adds the accounts of a relation, as they were before any change; those that are there stay. */
export const accountsFrom = insertFrom(
  'billing.account',
  `account_number, customer_id, object_code, contract_number, contract_date, contract_ended_on, consumer_eic, tariff_code,
    billing_condition, input_blocked, feed_in, opening_kopiykas, opened_on, object_code_set_at`,
  'on conflict do nothing',
);

/** SQL that adds the premises of a relation; those that are there stay. */
export const premisesFrom = insertFrom(
  'billing.premises',
  'account_number, postcode, region, settlement, street, building, apartment, heating, resident_count',
  'on conflict do nothing',
);

/** SQL that adds the metering points of a relation; those that are there stay. */
export const meteringPointsFrom = insertFrom(
  'billing.metering_point',
  'account_number, eic_code, point_state, contracted_power_watts, verification_requested, ended_on',
  'on conflict do nothing',
);

/**
 * SQL that sets whether the next reading is verified, for the points of a relation (`account_number, eic_code,
 * verification_requested`): asked for again after it was not, it is a new request.
 */
export const verificationsFrom = (relation: string, now: string): string => `
  update billing.metering_point m
  set verification_requested = asked.verification_requested, verification_asked_at = ${now}
  from ${relation} asked
  where m.account_number = asked.account_number and m.eic_code = asked.eic_code
    and m.verification_requested <> asked.verification_requested`;

/** SQL that ends the points of a relation (`account_number, eic_code, ended_on`) at their accounts. */
export const endPointsFrom = (relation: string): string => `
  update billing.metering_point m set ended_on = former.ended_on from ${relation} former
  where m.account_number = former.account_number and m.eic_code = former.eic_code and m.ended_on is null`;

/** SQL that adds the meters of a relation; one that is there is a fault, unless the caller adds what comes of it. */
export const metersFrom = insertFrom(
  'billing.meter',
  `account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme, digit_capacity, coefficient, meter_state,
    installed_on, removed_on, verified_on`,
);

/** The same for the registers of meters. */
export const registersFrom = insertFrom(
  'billing.register',
  'account_number, meter_id, zone, installed_value, removed_value',
);

/** SQL that adds the dated tariffs of accounts of a relation; one that is there is a fault, unless the caller adds what comes of it. */
export const accountTariffsFrom = insertFrom(
  'billing.account_tariff',
  'account_number, valid_from, tariff_code',
);

/** The same for the dated values of metering points. */
export const pointVersionsFrom = insertFrom(
  'billing.metering_point_version',
  'account_number, eic_code, valid_from, point_state, contracted_power_watts',
);

/** A random code that adds an account to a cabinet. */
export function newObjectCode(): string {
  const sign = () => newUniqueCodeAlphabet.charAt(randomInt(newUniqueCodeAlphabet.length));
  return Array.from({ length: newUniqueCodeLength }, sign).join('');
}

/** Current code of a household account. */
export interface ObjectCode {
  readonly accountNumber: string;
  readonly code: string;
  readonly changedAt: Instant;
}

/** Replaces codes of household accounts and returns the replaced ones; skips accounts of entities. */
export async function replaceObjectCodes(
  db: BillingDatabase,
  codes: readonly Pick<ObjectCode, 'accountNumber' | 'code'>[],
  now: Instant,
): Promise<readonly ObjectCode[]> {
  const rows = codes.map(({ accountNumber, code }) => ({ accountNumber, code }));
  const { rows: replaced } = await typedSql<ObjectCode>({
    accountNumber: text(),
    code: text(),
    changedAt: timestamptz(),
  })`
    update billing.account a
       set object_code = renewal.code, object_code_changed_at = ${instantToIso(now)}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as renewal ("accountNumber" text, code text),
           billing.customer c
     where a.account_number = renewal."accountNumber" and c.customer_id = a.customer_id
       and c.customer_type = 'person'
    returning a.account_number as "accountNumber", a.object_code as code, a.object_code_changed_at as "changedAt"`.execute(
    db,
  );
  return replaced;
}

/** Adds the rows of the same count of accounts up to one; returns by how many there are fewer. */
export async function addUpAccountCounts(db: BillingDatabase): Promise<number> {
  const { rows } = await typedSql({ removed: int4() })`
    with gone as (
      delete from billing.account_count where count_id in (
        select count_id from (
          select count_id, count(*) over (partition by day, customer_type) as same from billing.account_count) counted
        where same > 1)
      returning day, customer_type, opened, ended),
    kept as (
      insert into billing.account_count (day, customer_type, opened, ended)
      select day, customer_type, sum(opened), sum(ended) from gone group by 1, 2
      having sum(opened) <> 0 or sum(ended) <> 0
      returning 1)
    select ((select count(*) from gone) - (select count(*) from kept))::integer as removed`.execute(db);
  return rows[0]?.removed ?? 0;
}
