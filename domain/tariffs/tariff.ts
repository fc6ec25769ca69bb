import type { Coefficient, Price } from '../price.ts';
import type { LocalDate } from '../time/local-date.ts';

/** The part of the day a register counts: the whole of it, or a zone of a two- or three-zone meter. */
export type Zone = 'single' | 'day' | 'night' | 'peak' | 'halfPeak';

/** How a meter divides the day. */
export type ZoneScheme = 'single' | 'two' | 'three';

/** The zones of each scheme, in the order bills and screens list them. Source: facts 1.3. */
export const zonesOf = {
  single: ['single'],
  two: ['day', 'night'],
  three: ['peak', 'halfPeak', 'night'],
} as const satisfies Record<ZoneScheme, readonly Zone[]>;

/** A step of a block tariff; the last step of a rule has no upper end. */
export interface TariffBlock {
  /** The last kWh a month of this step; absent for the rest. */
  readonly upToKwh?: number;
  readonly price: Price;
}

/** How the price depends on the volume of a month. Source: product.md 7, facts 1.1 and 1.2. */
export type TariffRule =
  | { readonly kind: 'flat'; readonly price: Price }
  /** Each kWh at the price of the step it falls in. */
  | { readonly kind: 'marginalBlocks'; readonly blocks: readonly TariffBlock[] }
  /** The whole volume at the price of the step the month ends in: the cliff of 2021–2023. */
  | { readonly kind: 'wholeVolumeBlocks'; readonly blocks: readonly TariffBlock[] }
  /** Electric heating: in the season the first kWh of a month at the reduced price. Both ends ("MM-DD") are in the season. */
  | {
      readonly kind: 'seasonalHeating';
      readonly limitKwh: number;
      readonly reducedPrice: Price;
      readonly price: Price;
      readonly seasonFrom: string;
      readonly seasonTo: string;
    };

/** What each zone of each scheme multiplies the price by; a zone that is not named counts in full. */
export type ZoneCoefficients = {
  readonly [scheme in ZoneScheme]?: { readonly [zone in Zone]?: Coefficient };
};

/** A tariff as it stands between two dates; a change of price or rule is a new version, never an edit. */
export interface TariffVersion {
  readonly validFrom: LocalDate;
  /** The last day in force; absent while no end is known. */
  readonly validTo?: LocalDate;
  readonly rule: TariffRule;
  readonly coefficients: ZoneCoefficients;
  /** Key of the act that set the tariff, for example "NEURC-220-2015-02-26". */
  readonly act: string;
}
