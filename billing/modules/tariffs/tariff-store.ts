import type { BillingDatabase } from '#billing/billing-database.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { tariffVersionFromJson } from '#domain/tariffs/tariff-version-json.ts';
import { cached } from '#platform/cached.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { date, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';

/** A version that an operator adds is charged by at the latest after this time. */
const CACHE_TTL_MS = 5_000;

const tariffs = cached<ReadonlyMap<string, StoredTariff>, BillingDatabase>(CACHE_TTL_MS, listTariffs);

/** Every tariff by its code, read at most every five seconds per database: they change once in months. */
export const cachedTariffs = (db: BillingDatabase) => tariffs.get(db);

/** A tariff of the supplier with all its versions, in the order of their dates. */
export interface StoredTariff {
  readonly tariffCode: string;
  readonly title: string;
  readonly versions: readonly TariffVersion[];
}

/** SQL that adds the tariffs of a relation; those that are there stay. */
export const tariffsFrom = insertFrom(
  'billing.tariff',
  'tariff_code, title, offer',
  'on conflict do nothing',
);

/**
 * SQL that adds the versions of tariffs of a relation. The last day of a version is known when the next one is: that alone may
 * still be told of one that is there.
 */
export const tariffVersionsFrom = insertFrom(
  'billing.tariff_version',
  'tariff_code, valid_from, valid_to, definition, act',
  `on conflict (tariff_code, valid_from) do update set valid_to = excluded.valid_to
    where tariff_version.valid_to is null and excluded.valid_to is not null`,
);

/** SQL that adds the versions of parts of prices of a relation. The last day may still be told of one that is there. */
export const priceComponentsFrom = insertFrom(
  'billing.price_component',
  'kind, subject, voltage_class, valid_from, valid_to, price_micro, source',
  `on conflict (kind, subject, voltage_class, valid_from) do update set valid_to = excluded.valid_to
    where price_component.valid_to is null and excluded.valid_to is not null`,
);

/** SQL that adds the rates of a relation by which late payments are shown; those that are there stay. */
export const economicRatesFrom = insertFrom(
  'billing.economic_rate',
  'kind, valid_from, value, source',
  'on conflict do nothing',
);

/** Every tariff by its code. There are some dozens of versions at most. */
export async function listTariffs(db: BillingDatabase): Promise<Map<string, StoredTariff>> {
  const { rows } = await typedSql({
    tariff_code: text(),
    title: text(),
    valid_from: nullable(date()),
    valid_to: nullable(date()),
    definition: nullable(json<Record<string, unknown>>()),
    act: nullable(text()),
  })`
    select t.tariff_code, t.title, v.valid_from, v.valid_to, v.definition, v.act
    from billing.tariff t left join billing.tariff_version v using (tariff_code)
    order by t.tariff_code, v.valid_from`.execute(db);
  const tariffs = new Map<string, StoredTariff & { versions: TariffVersion[] }>();
  for (const row of rows) {
    let tariff = tariffs.get(row.tariff_code);
    if (tariff === undefined) {
      tariff = { tariffCode: row.tariff_code, title: row.title, versions: [] };
      tariffs.set(row.tariff_code, tariff);
    }
    if (row.valid_from === null) continue;
    tariff.versions.push(
      tariffVersionFromJson({
        ...row.definition,
        validFrom: row.valid_from,
        validTo: row.valid_to ?? undefined,
        act: row.act,
      }),
    );
  }
  return tariffs;
}
