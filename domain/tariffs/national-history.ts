import { coefficientFromText, priceFromText } from '../price.ts';
import { localDate } from '../time/local-date.ts';
import type { TariffBlock, TariffRule, TariffVersion, ZoneCoefficients } from './tariff.ts';

/** Tariffs the state sets for households; the supplier keeps them as records and adds later versions. */
export type NationalTariffCode = 'household' | 'householdHeating';

/** Source: facts 1.3. */
export const nationalZoneCoefficients: ZoneCoefficients = {
  two: { day: coefficientFromText('1'), night: coefficientFromText('0.5') },
  three: {
    peak: coefficientFromText('1.5'),
    halfPeak: coefficientFromText('1'),
    night: coefficientFromText('0.4'),
  },
};

const BLOCKS_ACT = 'NEURC-220-2015-02-26';
const PUBLIC_SERVICE_ACT = 'CMU-483-2019-06-05';

/**
 * The household tariff since 2015 and the one of electric heating since 2023. No act was found for the time after
 * 30.04.2026, so the price that stood then goes on under the act of public service obligations until the supplier
 * records another. Source: facts 1.1 and 1.2.
 */
export const nationalTariffHistory: Readonly<Record<NationalTariffCode, readonly TariffVersion[]>> = {
  household: [
    version('2015-04-01', '2015-08-31', threeBlocks('0.366', '0.63', '1.407'), BLOCKS_ACT),
    version('2015-09-01', '2016-02-29', threeBlocks('0.456', '0.789', '1.479'), BLOCKS_ACT),
    version('2016-03-01', '2016-08-31', threeBlocks('0.57', '0.99', '1.56'), BLOCKS_ACT),
    version('2016-09-01', '2017-02-28', threeBlocks('0.714', '1.29', '1.638'), BLOCKS_ACT),
    version(
      '2017-03-01',
      '2020-12-31',
      { kind: 'marginalBlocks', blocks: [block('0.9', 100), block('1.68')] },
      BLOCKS_ACT,
    ),
    version('2021-01-01', '2021-09-30', flat('1.68'), 'CMU-1325-2020-12-28'),
    version(
      '2021-10-01',
      '2023-05-31',
      { kind: 'wholeVolumeBlocks', blocks: [block('1.44', 250), block('1.68')] },
      'CMU-859-2021-08-11',
    ),
    version('2023-06-01', '2024-05-31', flat('2.64'), PUBLIC_SERVICE_ACT),
    version('2024-06-01', '2026-04-30', flat('4.32'), 'CMU-632-2024-05-31'),
    version('2026-05-01', undefined, flat('4.32'), PUBLIC_SERVICE_ACT),
  ],
  householdHeating: [
    version('2023-06-01', '2024-05-31', flat('2.64'), PUBLIC_SERVICE_ACT),
    version('2024-06-01', '2026-04-30', heating('2.64', '4.32'), 'CMU-632-2024-05-31'),
    version('2026-05-01', undefined, heating('2.64', '4.32'), PUBLIC_SERVICE_ACT),
  ],
};

function version(from: string, to: string | undefined, rule: TariffRule, act: string): TariffVersion {
  return {
    validFrom: localDate(from),
    ...(to === undefined ? {} : { validTo: localDate(to) }),
    rule,
    coefficients: nationalZoneCoefficients,
    act,
  };
}

function flat(price: string): TariffRule {
  return { kind: 'flat', price: priceFromText(price) };
}

function threeBlocks(first: string, second: string, third: string): TariffRule {
  return { kind: 'marginalBlocks', blocks: [block(first, 100), block(second, 600), block(third)] };
}

function heating(reducedPrice: string, price: string): TariffRule {
  return {
    kind: 'seasonalHeating',
    limitKwh: 2000,
    reducedPrice: priceFromText(reducedPrice),
    price: priceFromText(price),
    seasonFrom: '10-01',
    seasonTo: '04-30',
  };
}

function block(price: string, upToKwh?: number): TariffBlock {
  return upToKwh === undefined ? { price: priceFromText(price) } : { upToKwh, price: priceFromText(price) };
}
