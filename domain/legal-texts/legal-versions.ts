import type { LocalDate } from '../time/local-date.ts';

/** A published version of a legal text; `from` null: it came with the product and counts from the beginning. */
export interface LegalVersion {
  /** Versions are numbered as they are published. */
  readonly number: number;
  readonly from: LocalDate | null;
}

/** A version with the day on which the next one takes its place; null: none is known. */
export type VersionInTime<Version extends LegalVersion> = Version & { readonly until: LocalDate | null };

/**
 * The versions that count at some time, the first one first. What is published later goes before what was planned for the same or
 * a later day: such a version never takes effect.
 */
export function versionsInTime<Version extends LegalVersion>(
  published: readonly Version[],
): VersionInTime<Version>[] {
  const counting: VersionInTime<Version>[] = [];
  for (const version of published.toSorted((one, other) => other.number - one.number)) {
    const [next] = counting;
    const until = next?.from ?? null;
    if (next !== undefined && (until === null || (version.from !== null && version.from >= until))) continue;
    counting.unshift({ ...version, until });
  }
  return counting;
}

/** The version that counts on a day; there is one when a version came with the product. */
export function versionOn<Version extends LegalVersion>(
  inTime: readonly VersionInTime<Version>[],
  day: LocalDate,
): VersionInTime<Version> | undefined {
  return inTime.findLast(({ from }) => from === null || from <= day);
}

/** What a customer has answered to a text: the numbers of the versions agreed to, and of those only taken note of. */
export interface LegalAnswers {
  readonly given: readonly number[];
  readonly informed: readonly number[];
}

/**
 * Versions in force since a customer's last answer, the first one first, and whether the consent has to be asked for anew: when one of
 * those that came after the last consent wants it. Without any new version there is nothing to tell. Who has never answered began
 * before the register: for them every version after the one of the product is new.
 */
export function newVersions<Version extends LegalVersion & { readonly asksConsent: boolean }>(
  inTime: readonly VersionInTime<Version>[],
  { given, informed }: LegalAnswers,
  day: LocalDate,
): { readonly versions: readonly VersionInTime<Version>[]; readonly asksConsent: boolean } {
  const begun = inTime.filter(({ from }) => from !== null && from <= day);
  const lastGiven = Math.max(0, ...given);
  const asksConsent = begun.some(({ number, asksConsent: asks }) => asks && number > lastGiven);
  const answered = asksConsent ? lastGiven : Math.max(lastGiven, ...informed);
  return { versions: begun.filter(({ number }) => number > answered), asksConsent };
}
