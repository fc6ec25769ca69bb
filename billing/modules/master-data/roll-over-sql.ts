/**
 * SQL: a value is lower than the one before it and no roll-over explains it, as `consumptionBetween` of the domain judges,
 * without a limit of power. `digits` is the capacity of the dial; `percent` the part of it from which on a roll-over is accepted.
 */
export function isLowerValue(before: string, after: string, digits: string, percent: string): string {
  const capacity = `10 ^ ${digits}`;
  const [previous, value] = [`${before}::numeric`, `${after}::numeric`];
  const back = `(${previous} - ${value})`;
  return `(${back} > 0 and (${previous} * 100 < ${capacity} * ${percent}
    or not (${capacity} - ${back} < ${back} or (${previous} * 10 >= ${capacity} * 9 and ${value} * 10 < ${capacity} * 9))))`;
}
