import type { Price } from '../price.ts';
import type { TariffRule } from './tariff.ts';

/** A price of a rule with the kWh of a month that it is for. */
export interface TariffStep {
  /** It begins above this many kWh; 0: with the first. */
  readonly aboveKwh: number;
  /** The last kWh of it; absent: no end. */
  readonly upToKwh?: number;
  readonly price: Price;
  /** Only on these days of a year, "MM-DD", both of them too; on the others the next step counts from the first kWh. */
  readonly season?: { readonly from: string; readonly to: string };
}

/** The prices of a rule from the first kWh on. Source: product.md 7, facts 1.1 and 1.2. */
export function tariffSteps(rule: TariffRule): TariffStep[] {
  switch (rule.kind) {
    case 'flat':
      return [{ aboveKwh: 0, price: rule.price }];
    case 'marginalBlocks':
    case 'wholeVolumeBlocks':
      return rule.blocks.map((block, index) => ({
        aboveKwh: rule.blocks[index - 1]?.upToKwh ?? 0,
        ...block,
      }));
    case 'seasonalHeating':
      return [
        {
          aboveKwh: 0,
          upToKwh: rule.limitKwh,
          price: rule.reducedPrice,
          season: { from: rule.seasonFrom, to: rule.seasonTo },
        },
        { aboveKwh: rule.limitKwh, price: rule.price },
      ];
  }
}
