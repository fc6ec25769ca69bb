import { type WattHours, wattHours } from '#domain/energy.ts';
import { isBlank, tidyNumber } from '#domain/input/tidy-text.ts';
import { findWrongSign } from '#domain/input/wrong-sign.ts';
import type { ReadingParams } from './reading-code.ts';

const HOURS_IN_DAY = 24;

/**
 * The most energy that can pass in that many days at the contracted power (messages.md, readings.valueTooLarge). A day has
 * 24 hours here, also on the two days of the year when clocks change. Two readings of one day have a day between them.
 */
export function physicalLimit(contractedPowerWatts: number, days: number): WattHours {
  return wattHours(contractedPowerWatts * HOURS_IN_DAY * Math.max(days, 1));
}

const ONLY_DIGITS = /^[0-9]+$/;

/** Beyond 15 digits a number is no longer exact; no meter has so many. */
const MAX_DIGITS = 15;

/**
 * A value typed from the register's window: whole kWh digits, leading zeros allowed, not more digits than the meter has
 * before the comma (facts §2.2, §8.2); spaces between thousands and a fraction of zeros are read as a spreadsheet
 * writes them. Undefined means readings.digitCapacity.
 */
export function parseReadingValue(typed: string | number, digitCapacity: number): number | undefined {
  const text = tidyNumber(String(typed));
  if (!ONLY_DIGITS.test(text) || text.length > Math.min(digitCapacity, MAX_DIGITS)) return undefined;
  return Number(text);
}

/** Values for the text of `readings.digitCapacity`; of a value with another character than digits also that one and its place. */
export function digitCapacityParams(typed: string | number, digitCapacity: number): ReadingParams {
  const { n, sign } = findWrongSign(tidyNumber(String(typed)), /\d/) ?? {};
  return { digits: digitCapacity, ...(n !== undefined && sign !== undefined && { n, sign }) };
}

/** Whether a register was left untouched: no error when a meter has several (product.md §7). */
export function isUntouched(typed: string | number | null | undefined): boolean {
  return typed === undefined || typed === null || isBlank(String(typed));
}
