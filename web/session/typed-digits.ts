import { loadOfTab, saveOfTab, savePointsText } from './persisted-state.ts';

/**
 * What is typed and not sent: digits of readings by account and meter, { "2390001111/17": { "day": "12425" } }, and the fields of a
 * ticket, { "ticket/2390001111": { "text": "…" } }.
 */
type TypedDigits = Record<string, Readonly<Record<string, string>>>;

const listeners = new Set<() => void>();

/** What was typed for a meter before the page was loaded anew in this tab; {} without any. */
export function loadDigits(meterKey: string): Record<string, string> {
  const digits = Object.entries(loadAll()[meterKey] ?? {});
  return Object.fromEntries(digits.filter(([, value]) => typeof value === 'string'));
}

/** Keeps what is typed for a meter until the tab is closed; nothing typed removes what was kept. */
export function saveDigits(meterKey: string, digits: Readonly<Record<string, string>>): void {
  const { [meterKey]: _, ...others } = loadAll();
  saveAll(Object.keys(digits).length > 0 ? { ...others, [meterKey]: digits } : others);
}

/** Removes the digits of all meters: who signs out leaves none behind. */
export function deleteDigits(): void {
  saveAll({});
  savePointsText(null);
  for (const listener of listeners) listener();
}

/** Tells when the digits of all meters were removed. */
export function onDigitsForgotten(listener: () => void): void {
  listeners.add(listener);
}

// What another version wrote is passed over.
function loadAll(): TypedDigits {
  try {
    const all: unknown = JSON.parse(loadOfTab('typedDigits') ?? '{}');
    return all && typeof all === 'object' ? (all as TypedDigits) : {};
  } catch {
    return {};
  }
}

function saveAll(all: TypedDigits): void {
  saveOfTab('typedDigits', Object.keys(all).length === 0 ? null : JSON.stringify(all));
}
