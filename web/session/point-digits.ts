import { loadPointsText, savePointsText } from './persisted-state.ts';

/** Digits of the meters of an account for one period: { "<meter>": { "day": "12425" } }. */
type MeterDigits = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface KeptDigits {
  readonly period: string;
  readonly meters: MeterDigits;
}

/** What was typed for the points of an account on this device; {} without any, and in another period. */
export function loadPointDigits(account: string, period: string): MeterDigits {
  const kept = loadAll()[account];
  if (kept?.period !== period || typeof kept.meters !== 'object' || kept.meters === null) return {};
  return kept.meters;
}

/** Keeps what is typed for the points of an account until it is accepted or the customer signs out. */
export function savePointDigits(account: string, period: string, meters: MeterDigits): void {
  const { [account]: _, ...others } = loadAll();
  const all = Object.keys(meters).length > 0 ? { ...others, [account]: { period, meters } } : others;
  savePointsText(Object.keys(all).length > 0 ? JSON.stringify(all) : null);
}

// What another version wrote is passed over.
function loadAll(): Readonly<Record<string, KeptDigits>> {
  try {
    const all: unknown = JSON.parse(loadPointsText() ?? '{}');
    return all && typeof all === 'object' ? (all as Record<string, KeptDigits>) : {};
  } catch {
    return {};
  }
}
