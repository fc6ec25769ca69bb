import { addDays, type LocalDate } from '../time/local-date.ts';
import { versionOn } from './select-versions.ts';
import type { TariffVersion } from './tariff.ts';

/** Days that follow each other and have one version in force. */
export interface TariffRun {
  readonly version: TariffVersion;
  readonly from: LocalDate;
  /** The last day; absent while no end is known. */
  readonly to?: LocalDate;
}

/**
 * The versions as they were in force one after the other, oldest first: where they overlap the later one counts, and what a
 * short one interrupted goes on after it. Days without a tariff are in no run. Source: product.md 7.
 */
export function tariffRuns(versions: readonly TariffVersion[]): TariffRun[] {
  const turns = new Set<LocalDate>();
  for (const { validFrom, validTo } of versions) {
    turns.add(validFrom);
    if (validTo !== undefined) turns.add(addDays(validTo, 1));
  }
  const runs: TariffRun[] = [];
  for (const turn of [...turns].sort()) {
    const version = versionOn(versions, turn);
    const last = runs.at(-1);
    if (last !== undefined && last.to === undefined) {
      if (last.version === version) continue;
      runs[runs.length - 1] = { ...last, to: addDays(turn, -1) };
    }
    if (version !== undefined) runs.push({ version, from: turn });
  }
  return runs;
}
