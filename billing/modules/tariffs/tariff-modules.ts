import { answer, refuse } from '#billing/api/define-module.ts';
import { TARIFF_HISTORY } from '#billing/api/tariffs.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { fullCoefficient, priceToText, zonePrice } from '#domain/price.ts';
import { versionOn } from '#domain/tariffs/select-versions.ts';
import type { ZoneScheme } from '#domain/tariffs/tariff.ts';
import { tariffRuns } from '#domain/tariffs/tariff-runs.ts';
import { tariffVersionToJson } from '#domain/tariffs/tariff-version-json.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { cached } from '#platform/cached.ts';
import { json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { cachedTariffs } from './tariff-store.ts';
import { type AccountTariffs, tariffHistoryColumn, versionsOf } from './versions-of.ts';

/** What a kWh costs an ordinary household, tax included, decimal texts of hryvnias. */
interface HouseholdPrices {
  readonly day: string;
  /** At night with a two-zone meter. */
  readonly night: string;
}

/** So many accounts tell which tariff is the ordinary one. */
const SAMPLE_OF_ACCOUNTS = 1000;
/** The ordinary tariff changes once in years. */
const CACHE_TTL_MS = 60_000;

/** Undefined, which is not kept, until there are accounts. */
const ordinaryTariffs = cached(CACHE_TTL_MS, findOrdinaryTariff);

/**
 * The prices of a day of the tariff that most households have; null without households, without a version in force, or
 * when the price depends on the volume, so that one figure would be untrue.
 */
export async function findHouseholdPrices(
  db: BillingDatabase,
  day: LocalDate,
): Promise<HouseholdPrices | null> {
  const [tariffs, code] = await Promise.all([cachedTariffs(db), ordinaryTariffs.get(db)]);
  const version = code === undefined ? undefined : versionOn(tariffs.get(code)?.versions ?? [], day);
  if (version?.rule.kind !== 'flat') return null;
  const { price } = version.rule;
  const night = version.coefficients.two?.night ?? fullCoefficient;
  return { day: priceToText(price), night: priceToText(zonePrice(price, night)) };
}

async function findOrdinaryTariff(db: BillingDatabase): Promise<string | undefined> {
  const { rows } = await typedSql({ code: text() })`
    select tariff_code as code from (
      select a.tariff_code from billing.account a join billing.customer c using (customer_id)
      where c.customer_type = 'person' limit ${SAMPLE_OF_ACCOUNTS}
    ) household
    group by tariff_code order by count(*) desc, tariff_code limit 1`.execute(db);
  return rows[0]?.code;
}

interface AccountTariff extends AccountTariffs {
  /** Of the meter that works, the newest of several; 'single' without one. */
  readonly zoneScheme: ZoneScheme;
}

/** By what an account is charged; undefined: no such account. */
async function findAccountTariff(
  db: BillingDatabase,
  accountNumber: string,
): Promise<AccountTariff | undefined> {
  const { rows } = await typedSql<AccountTariff>({
    zoneScheme: text(),
    tariffCode: text(),
    tariffHistory: nullable(json()),
  })`
    select a.tariff_code as "tariffCode", ${tariffHistoryColumn('a')} as "tariffHistory",
      coalesce((select m.zone_scheme from billing.meter m
        where m.account_number = a.account_number and m.removed_on is null
        order by m.installed_on desc, m.meter_id limit 1), 'single') as "zoneScheme"
    from billing.account a where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** TARIFF_HISTORY: what a kWh has cost the account under the tariffs that it had, by days in force (product.md §5, §7). */
export const handleTariffHistory = handleModule(TARIFF_HISTORY, ({ db }) => async ({ accountNumber }) => {
  const [account, tariffs] = await Promise.all([findAccountTariff(db, accountNumber), cachedTariffs(db)]);
  if (account === undefined) return refuse('common.notFound');
  const { tariffCode, zoneScheme } = account;
  return answer({
    tariffCode,
    zoneScheme,
    tariffTitle: tariffs.get(tariffCode)?.title ?? tariffCode,
    versions: tariffRuns(versionsOf(tariffs, account))
      .reverse()
      .map(({ version, from, to }) => {
        const { rule, coefficients, act } = tariffVersionToJson(version);
        return { from, to: to ?? null, rule, zones: coefficients, act };
      }),
  });
});
