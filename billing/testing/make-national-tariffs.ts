import type { BillingDatabase } from '#billing/billing-database.ts';
import { nationalTariffHistory } from '#domain/tariffs/national-history.ts';
import { tariffVersionToJson } from '#domain/tariffs/tariff-version-json.ts';

/** Codes of the state tariffs, besides the flat one of `makeSupplier`. */
export const nationalTariffCodes = {
  household: 'nationalHousehold',
  householdHeating: 'nationalHeating',
} as const;

/** Loads all versions of both state tariffs. */
export async function makeNationalTariffs(db: BillingDatabase): Promise<void> {
  for (const code of ['household', 'householdHeating'] as const) {
    const tariffCode = nationalTariffCodes[code];
    await db.insertInto('billing.tariff').values({ tariff_code: tariffCode, title: tariffCode }).execute();
    await db
      .insertInto('billing.tariff_version')
      .values(
        nationalTariffHistory[code].map((version) => {
          const { validFrom, validTo, rule, coefficients, act } = tariffVersionToJson(version);
          return {
            tariff_code: tariffCode,
            valid_from: validFrom,
            valid_to: validTo ?? null,
            definition: JSON.stringify({ rule, coefficients }),
            act,
          };
        }),
      )
      .execute();
  }
}
