import { priceFromText } from '#domain/price.ts';
import { nationalTariffHistory } from '#domain/tariffs/national-history.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { localDate } from '#domain/time/local-date.ts';
import type { SampleTariffCode } from './household-plan.ts';

/** Invented prices of the supplier for entities. */
const businessHistory: readonly TariffVersion[] = [
  {
    validFrom: localDate('2020-01-01'),
    validTo: localDate('2025-06-30'),
    rule: { kind: 'flat', price: priceFromText('7.92') },
    coefficients: {},
    act: 'SUPPLIER-OFFER-2020-01-01',
  },
  {
    validFrom: localDate('2025-07-01'),
    rule: { kind: 'flat', price: priceFromText('9.36') },
    coefficients: {},
    act: 'SUPPLIER-OFFER-2025-07-01',
  },
];

/** All tariffs of the sample with their versions. */
export const sampleTariffHistory: Readonly<Record<SampleTariffCode, readonly TariffVersion[]>> = {
  ...nationalTariffHistory,
  business: businessHistory,
};
