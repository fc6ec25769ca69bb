import { type RawBuilder, sql } from 'kysely';
import { composeVersions } from '#domain/tariffs/compose-versions.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { StoredTariff } from './tariff-store.ts';

/** By which tariffs an account is charged. */
export interface AccountTariffs {
  /** The newest. */
  readonly tariffCode: string;
  /** Each tariff with its first day, the oldest first; null: there was never another one. */
  readonly tariffHistory: readonly { readonly from: LocalDate; readonly tariffCode: string }[] | null;
}

/** The history of tariffs of an account as a column; `account` is the alias of billing.account. */
export function tariffHistorySql(account: string): string {
  return `(select jsonb_agg(jsonb_build_object('from', t.valid_from, 'tariffCode', t.tariff_code) order by t.valid_from)
    from billing.account_tariff t where t.account_number = ${account}.account_number)`;
}

/** `tariffHistorySql` as a part of a statement. */
export function tariffHistoryColumn(account: string): RawBuilder<unknown> {
  return sql.raw(tariffHistorySql(account));
}

/** Composed lists by history: whoever has the same one shares the list, and what is remembered of it. */
const composed = new WeakMap<ReadonlyMap<string, StoredTariff>, Map<string, readonly TariffVersion[]>>();

/** Every version that an account is charged by, each within the days of its tariff. */
export function versionsOf(
  tariffs: ReadonlyMap<string, StoredTariff>,
  { tariffCode, tariffHistory }: AccountTariffs,
): readonly TariffVersion[] {
  const ofTariff = (code: string) => tariffs.get(code)?.versions ?? noVersions;
  if (tariffHistory === null) return ofTariff(tariffCode);
  let known = composed.get(tariffs);
  if (known === undefined) {
    known = new Map();
    composed.set(tariffs, known);
  }
  const key = JSON.stringify(tariffHistory);
  let versions = known.get(key);
  if (versions === undefined) {
    versions = composeVersions(
      tariffHistory.map((span) => ({ from: span.from, versions: ofTariff(span.tariffCode) })),
    );
    known.set(key, versions);
  }
  return versions;
}

const noVersions: readonly TariffVersion[] = [];
