import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  type AccountTariffs,
  cachedTariffs,
  tariffHistoryColumn,
  versionsOf,
} from '#billing/modules/tariffs/public.ts';
import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import { type ChargeLine, totalOf } from '#domain/charges/charge-line.ts';
import { type WattHours, wattHours } from '#domain/energy.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { TariffVersion, Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { json, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';

/** What prices the energy of an account. */
interface Pricing {
  readonly tariffCode: string;
  /** Every version of the account's tariffs, within the days that it had them. */
  readonly versions: readonly TariffVersion[];
  /** How each meter of the account divides the day, by meter id. */
  readonly schemes: ReadonlyMap<string, ZoneScheme>;
}

/**
 * What prices the energy of these accounts, in one statement (none for the tariffs while they are remembered). An account
 * that does not exist is absent; one without a meter has no schemes; a tariff without a version has no versions.
 */
export async function loadPricings(
  db: BillingDatabase,
  accountNumbers: readonly string[],
): Promise<Map<string, Pricing>> {
  const [tariffs, { rows }] = await Promise.all([
    cachedTariffs(db),
    typedSql({
      account_number: text(),
      tariffCode: text(),
      tariffHistory: nullable(json<AccountTariffs['tariffHistory']>()),
      meter_id: nullable(uuid()),
      zone_scheme: nullable(text<ZoneScheme>()),
    })`
      select a.account_number, a.tariff_code as "tariffCode", ${tariffHistoryColumn('a')} as "tariffHistory",
        m.meter_id, m.zone_scheme
      from billing.account a left join billing.meter m using (account_number)
      where a.account_number = any(${accountNumbers}::text[])`.execute(db),
  ]);
  const pricings = new Map<string, Pricing & { schemes: Map<string, ZoneScheme> }>();
  for (const row of rows) {
    let pricing = pricings.get(row.account_number);
    if (pricing === undefined) {
      pricing = { tariffCode: row.tariffCode, versions: versionsOf(tariffs, row), schemes: new Map() };
      pricings.set(row.account_number, pricing);
    }
    if (row.meter_id !== null && row.zone_scheme !== null) pricing.schemes.set(row.meter_id, row.zone_scheme);
  }
  return pricings;
}

/** What a register counted in a period. */
interface RegisterConsumption {
  readonly meterId: string;
  readonly zone: Zone;
  /** Whole kWh, never negative. */
  readonly energy: WattHours;
  readonly isEstimated: boolean;
}

/** What a consumption costs, tax included. `lines` in the order of the bill, numbered from 1. */
export interface Cost {
  readonly energy: WattHours;
  readonly amount: Kopiykas;
  readonly lines: readonly ChargeLine[];
}

/**
 * The energy charge of an account for a period: all its registers together, so that they share the blocks of the tariff.
 * Source: product.md 7.
 * @throws RangeError when a meter is not the account's, or a day of the period has no tariff.
 */
export function costOf(
  pricing: Pricing,
  {
    period,
    consumptions,
  }: { readonly period: BillingPeriod; readonly consumptions: readonly RegisterConsumption[] },
): Cost {
  const ofSchemes = consumptions.map((consumption) => {
    const scheme = pricing.schemes.get(consumption.meterId);
    if (scheme === undefined) throw new RangeError(`The account has no meter ${consumption.meterId}`);
    return { ...consumption, scheme };
  });
  const lines = chargeConsumption({ period, consumptions: ofSchemes, versions: pricing.versions });
  const energy = wattHours(consumptions.reduce((sum, consumption) => sum + consumption.energy, 0));
  return { energy, amount: totalOf(lines), lines };
}
