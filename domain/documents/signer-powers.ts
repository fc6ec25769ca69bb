import type { LocalDate } from '../time/local-date.ts';

/** Days in which a person may sign for a company, both included. */
interface PowerDays {
  readonly validFrom: LocalDate;
  /** null: until they are ended. */
  readonly validTo: LocalDate | null;
}

/** The powers of a person to sign for a company. */
interface SignerPower<Kind> extends PowerDays {
  /** Tax number of the person, or series and number of a passport instead of it. */
  readonly drfo: string;
  /** Kinds of documents; null: all. */
  readonly kinds: readonly Kind[] | null;
}

/** State of powers on a day. */
export function powerState(
  { validFrom, validTo }: PowerDays,
  today: LocalDate,
): 'active' | 'future' | 'ended' {
  if (validTo !== null && validTo < today) return 'ended';
  return validFrom > today ? 'future' : 'active';
}

/**
 * Whether a person may sign a document of a kind on a day: without a list every employee may, with one whose powers are active and
 * cover the kind. A list of ended powers is a list: then nobody may. Source: facts of entities 6.3.
 */
export function maySign<Kind>(
  powers: readonly SignerPower<Kind>[],
  { drfo, kind }: { readonly drfo: string; readonly kind: Kind },
  today: LocalDate,
): boolean {
  const code = drfo.toUpperCase();
  return (
    powers.length === 0 ||
    powers.some(
      (power) =>
        power.drfo.toUpperCase() === code &&
        powerState(power, today) === 'active' &&
        (power.kinds === null || power.kinds.includes(kind)),
    )
  );
}

/** Whether two spans of days have a day in common. */
export function daysOverlap(one: PowerDays, other: PowerDays): boolean {
  const isAfter = ({ validFrom }: PowerDays, { validTo }: PowerDays) =>
    validTo !== null && validFrom > validTo;
  return !isAfter(one, other) && !isAfter(other, one);
}
