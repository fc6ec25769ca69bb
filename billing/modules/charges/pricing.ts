import type { TariffVersion, ZoneScheme } from '#domain/tariffs/tariff.ts';

/** What prices the energy of an account. */
export interface Pricing {
  readonly tariffCode: string;
  /** Every version of the account's tariffs, within the days that it had them. */
  readonly versions: readonly TariffVersion[];
  /** How each meter of the account divides the day, by meter id. */
  readonly schemes: ReadonlyMap<string, ZoneScheme>;
}
