import type { LocalDate } from '#domain/time/local-date.ts';
import type { RandomMeter } from '../random-histories.ts';

/** Months of a history of entities: with the March and the October in which the clock changes. */
export const entityMonths = 12;

export type PriceKind = 'universal' | 'spot' | 'fixedNet' | 'fixedGross';
export type Channel = 'reactiveImport' | 'reactiveExport';
export type Rounding = 'halfUp' | 'truncate';

/** Terms of a contract from a day on. */
export interface ContractVersion {
  readonly from: LocalDate;
  readonly priceKind: PriceKind;
  readonly operator: string;
  readonly offer: string;
  /** Millionths of a hryvnia; with VAT for `fixedGross`. */
  readonly fixedMicro: bigint;
  readonly withTransmission: boolean;
  readonly withDistribution: boolean;
  readonly isOnePrice: boolean;
  readonly rounding: Rounding;
  readonly form: 'byFact' | 'prepayment' | 'planned';
  readonly parts: readonly { readonly day: number; readonly percent: number }[];
}

/** Thousandths of the units of facts 1.3: kVA, kW, Ω, kV and the form factor. */
export interface LossFormula {
  readonly transformer?: {
    readonly ratedKva: bigint;
    readonly noLoadKw: bigint;
    readonly loadKw: bigint;
    readonly formFactor: bigint;
  };
  readonly line?: {
    readonly resistanceOhm: bigint;
    readonly voltageKv: bigint;
    readonly formFactor: bigint;
  };
}

export type Loss =
  | { readonly mode: 'none' }
  /** Thousandths of a percent. */
  | { readonly mode: 'percent'; readonly thousandths: bigint }
  | { readonly mode: 'fixed'; readonly kwh: bigint }
  | { readonly mode: 'formula'; readonly formula: LossFormula };

/** What a point of a contract is from a day on. */
export interface PointVersion {
  readonly from: LocalDate;
  readonly voltageClass: 1 | 2;
  readonly loss: Loss;
  /** D, millionths of a kWh for a kvarh; undefined: reactive energy is not charged. */
  readonly equivalentMicro: bigint | undefined;
}

export interface ChannelReading {
  /** The month at whose end the dial showed it. */
  readonly month: number;
  readonly value: number;
  readonly knownIn: number;
}

export interface EntityMeter extends RandomMeter {
  readonly channels: readonly {
    readonly channel: Channel;
    readonly installedValue: number;
    readonly removedValue: number | undefined;
    readonly readings: readonly ChannelReading[];
  }[];
}

export interface EntityPoint {
  /** The address; '' where the contract has none. */
  readonly site: string;
  readonly contractedPowerWatts: number;
  readonly versions: readonly PointVersion[];
  readonly meters: readonly EntityMeter[];
  /** Behind the first point, with the first and the last day. */
  readonly sub:
    | { readonly from: LocalDate; readonly to: LocalDate | undefined; readonly isBilled: boolean }
    | undefined;
}

/** A legal entity with what happens to it, by months from 0 on. */
export interface EntityHistory {
  readonly seed: number;
  readonly openedOn: LocalDate;
  /** A change of holder, known in its month: the first day of the next one. */
  readonly end: { readonly on: LocalDate; readonly month: number } | undefined;
  readonly contracts: readonly ContractVersion[];
  readonly points: readonly EntityPoint[];
  /** Of the operator of the network. */
  readonly corrections: readonly {
    readonly point: number;
    readonly month: number;
    readonly kwh: number;
    readonly recordedOn: LocalDate;
    readonly knownIn: number;
  }[];
  /** What the contract expects; with a day: a correction. */
  readonly volumes: readonly {
    readonly point: number;
    readonly month: number;
    readonly kwh: number;
    readonly appliedOn: LocalDate | undefined;
    readonly knownIn: number;
  }[];
}
