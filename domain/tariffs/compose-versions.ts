import { addDays, type LocalDate, laterOf } from '../time/local-date.ts';
import type { TariffVersion } from './tariff.ts';

/** From a day on, to the day before the next span, an account is charged by these versions. */
export interface TariffSpan {
  readonly from: LocalDate;
  readonly versions: readonly TariffVersion[];
}

/**
 * One list of versions for an account whose tariff changed: the versions of each tariff, cut to the days on which the account
 * had it. A change of tariff inside a month is then split as a change of version is. Spans in the order of their days; the last
 * has no end. Source: product.md 7.
 */
export function composeVersions(spans: readonly TariffSpan[]): TariffVersion[] {
  return spans.flatMap(({ from, versions }, index) => {
    const next = spans[index + 1]?.from;
    const last = next === undefined ? undefined : addDays(next, -1);
    return versions.flatMap((version) => cutVersion(version, from, last));
  });
}

/** The version within these days, both included; none when it has no day of them. */
function cutVersion(version: TariffVersion, first: LocalDate, last: LocalDate | undefined): TariffVersion[] {
  const { validTo, ...rest } = version;
  const from = laterOf(version.validFrom, first);
  // No end sorts after every day.
  const [to] = [validTo, last].toSorted();
  if (to !== undefined && to < from) return [];
  return [{ ...rest, validFrom: from, ...(to !== undefined && { validTo: to }) }];
}
