const WATT_HOURS_IN_KWH = 1000;

/**
 * Hourly values in thousandths of a kWh as whole kWh. The running sum is rounded half-up, so that each value and the
 * sum of the series differ by at most 1 kWh and none is negative. Source: facts of entities 1.3.
 * @throws RangeError when a value is negative or not whole, or the sum exceeds exact arithmetic.
 */
export function roundHours(values: readonly number[]): number[] {
  let exact = 0;
  let rounded = 0;
  return values.map((value) => {
    exact += value;
    if (!(value >= 0) || !Number.isInteger(value) || !Number.isSafeInteger(exact))
      throw new RangeError(`Not an hourly value in thousandths of a kWh: ${value}`);
    const before = rounded;
    rounded = Math.floor((exact + WATT_HOURS_IN_KWH / 2) / WATT_HOURS_IN_KWH);
    return rounded - before;
  });
}
