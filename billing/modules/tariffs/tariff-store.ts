import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { tariffVersionFromJson } from '#domain/tariffs/tariff-version-json.ts';

/** A tariff of the supplier with all its versions, in the order of their dates. */
export interface StoredTariff {
  readonly tariffCode: string;
  readonly title: string;
  readonly versions: readonly TariffVersion[];
}

/** Every tariff by its code. There are some dozens of versions at most. */
export async function listTariffs(db: BillingDatabase): Promise<Map<string, StoredTariff>> {
  const { rows } = await sql<{
    tariff_code: string;
    title: string;
    valid_from: string | null;
    valid_to: string | null;
    definition: Record<string, unknown> | null;
    act: string | null;
  }>`
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
