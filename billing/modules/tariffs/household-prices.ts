import type { BillingDatabase } from '#billing/billing-database.ts';
import { fullCoefficient, priceToText, zonePrice } from '#domain/price.ts';
import { versionOn } from '#domain/tariffs/select-versions.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { cachedTariffs } from './cached-tariffs.ts';

/** What a kWh costs an ordinary household, tax included, decimal texts of hryvnias. */
export interface HouseholdPrices {
  readonly day: string;
  /** At night with a two-zone meter. */
  readonly night: string;
}

/** So many accounts tell which tariff is the ordinary one. */
const SAMPLE_OF_ACCOUNTS = 1000;
/** The ordinary tariff changes once in years. */
const KEPT_MS = 60_000;

const kept = new WeakMap<BillingDatabase, { readAt: number; code: Promise<string | undefined> }>();

/**
 * The prices of a day of the tariff that most households have; null without households, without a version in force, or
 * when the price depends on the volume, so that one figure would be untrue.
 */
export async function findHouseholdPrices(
  db: BillingDatabase,
  day: LocalDate,
): Promise<HouseholdPrices | null> {
  const [tariffs, code] = await Promise.all([cachedTariffs(db), cachedOrdinaryTariff(db)]);
  const version = code === undefined ? undefined : versionOn(tariffs.get(code)?.versions ?? [], day);
  if (version?.rule.kind !== 'flat') return null;
  const { price } = version.rule;
  const night = version.coefficients.two?.night ?? fullCoefficient;
  return { day: priceToText(price), night: priceToText(zonePrice(price, night)) };
}

function cachedOrdinaryTariff(db: BillingDatabase): Promise<string | undefined> {
  const known = kept.get(db);
  const now = performance.now();
  if (known !== undefined && now - known.readAt < KEPT_MS) return known.code;
  const code = findOrdinaryTariff(db);
  kept.set(db, { readAt: now, code });
  // One that is not there yet is looked for again at once.
  code.then(
    (found) => found === undefined && kept.delete(db),
    () => kept.delete(db),
  );
  return code;
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
