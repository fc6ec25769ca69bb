/** Of the corrected volume: from here on a month is near its limit. Source: facts of entities 3. */
const nearPercent = 90;

/** How an actual or foreseen energy compares with a contract volume. */
export interface VolumeComparison {
  /** Above zero: more than agreed. */
  readonly deltaKwh: number;
  /** Hundredths of a percent of the volume; null: nothing was agreed, or 0 kWh. */
  readonly deltaHundredths: number | null;
  /** What of the difference is outside the tolerance, with its sign; null: no tolerance is agreed. */
  readonly outsideKwh: number | null;
}

/**
 * Compares whole kWh with the volume that counts. The tolerance, hundredths of a percent, is rounded down to whole kWh.
 * Source: facts of entities 3: 33360 for 30000 is +3360, +11.20 %, and 360 above a tolerance of 10 %.
 */
export function compareVolume(
  usedKwh: number,
  volumeKwh: number,
  toleranceHundredths: number | null,
): VolumeComparison {
  const deltaKwh = usedKwh - volumeKwh;
  const sign = deltaKwh < 0 ? -1 : 1;
  const deltaHundredths =
    volumeKwh === 0 ? null : sign * roundHalfUp(Math.abs(deltaKwh) * 10_000, volumeKwh) || 0;
  if (toleranceHundredths === null) return { deltaKwh, deltaHundredths, outsideKwh: null };
  const allowed = Math.floor((volumeKwh * toleranceHundredths) / 10_000);
  const outsideKwh = sign * Math.max(Math.abs(deltaKwh) - allowed, 0) || 0;
  return { deltaKwh, deltaHundredths, outsideKwh };
}

/** Whether energy has reached 90 % of a volume; of a volume of 0 kWh any energy has. */
export function isNearVolume(usedKwh: number, volumeKwh: number): boolean {
  return usedKwh > 0 && usedKwh * 100 >= volumeKwh * nearPercent;
}

/** Percent of a volume, rounded down; null: the volume is 0 kWh. */
export function usedPercent(usedKwh: number, volumeKwh: number): number | null {
  return volumeKwh === 0 ? null : Math.floor((usedKwh * 100) / volumeKwh);
}

/** What a month comes to by the average of its days known so far, whole kWh; undefined: no day is known. */
export function forecastByDays(knownKwh: number, knownDays: number, daysOfMonth: number): number | undefined {
  return knownDays === 0 ? undefined : roundHalfUp(knownKwh * daysOfMonth, knownDays);
}

function roundHalfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}
