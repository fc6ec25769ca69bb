interface Consumed {
  readonly kwh: number;
  readonly days: number;
}

const DECIMALS = [1, 2];

/**
 * Two consumptions a day with as few decimals as tell them apart: "4,8" and "4". undefined when two decimals do not, or one
 * has no days. `change`: above zero when it has grown.
 */
export function showPaces(
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
