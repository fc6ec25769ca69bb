import type { Price } from '../price.ts';

/** How the contract forms the price of a kWh. Source: facts of entities 1.1. */
export type PriceKind = 'universal' | 'spot' | 'fixedNet' | 'fixedGross';

/** By the voltage at the point of sale: 1 from 27.5 kV, 2 below. */
export type VoltageClass = 1 | 2;

/** To the nearest kopiyka with halves away from zero, or toward zero. */
export type RoundingMode = 'halfUp' | 'truncate';

export type PaymentForm = 'byFact' | 'prepayment' | 'planned';

export type DocumentExchange = 'paper' | 'cabinet' | 'signature';

/** A part of a planned payment: the day of the billing period it is due on and its share of the planned sum. */
export interface PlannedPart {
  readonly day: number;
  readonly percent: number;
}

/** The terms of an entity's contract that billing depends on. */
export interface ContractTerms {
  readonly priceKind: PriceKind;
  /** The network operator, whose distribution tariff applies. */
  readonly operatorCode: string;
  /** The supplier's offer, whose margin, purchase price and universal tariff apply. */
  readonly offerCode: string;
  /** Of the fixed kinds; null for the others. */
  readonly fixedPrice: Price | null;
  /** Transmission is paid through the supplier; part of every universal price. */
  readonly withTransmission: boolean;
  /** Distribution is paid through the supplier; part of every universal price. */
  readonly withDistribution: boolean;
  /** The invoice has one line per point, priced with the sum of the components. */
  readonly isOnePrice: boolean;
  readonly paymentForm: PaymentForm;
  /** Of planned payments; empty for the other forms. */
  readonly plannedParts: readonly PlannedPart[];
  /** Day of the month after the period; null when only working days count. */
  readonly dueDay: number | null;
  readonly dueWorkingDays: number;
  readonly rounding: RoundingMode;
  readonly documentExchange: DocumentExchange;
}

const maxPlannedParts = 3;

/** Every month has it. */
const lastPlannedDay = 28;

/** Whether the parts make a plan: 1 to 3, ascending days 1–28, whole percents above 0 that add up to 100. */
export function isPlan(parts: readonly PlannedPart[]): boolean {
  if (parts.length > maxPlannedParts) return false;
  const arePartsValid = parts.every(({ day, percent }, index) => {
    const previousDay = parts[index - 1]?.day ?? 0;
    const isDay = Number.isInteger(day) && day > previousDay && day <= lastPlannedDay;
    return isDay && Number.isInteger(percent) && percent > 0;
  });
  return arePartsValid && parts.reduce((sum, { percent }) => sum + percent, 0) === 100;
}
