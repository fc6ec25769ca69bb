interface Consumed {
  readonly kwh: number;
  readonly days: number;
}

const DECIMALS = [1, 2];

/**
 * Two daily consumptions with as few decimals as distinguish them: "4,8" and "4". undefined when two decimals are not
 * enough, or a period has no days. `change`: positive for growth.
 */
export function showDailyKwh(
  from: Consumed,
  to: Consumed,
): { from: string; to: string; change: number } | undefined {
  if (from.days === 0 || to.days === 0) return undefined;
  const before = from.kwh / from.days;
  const after = to.kwh / to.days;
  for (const decimals of DECIMALS) {
    const shown = { from: show(before, decimals), to: show(after, decimals), change: after - before };
    if (shown.from !== shown.to) return shown;
  }
  return undefined;
}

function show(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals))).replace('.', ',');
}
