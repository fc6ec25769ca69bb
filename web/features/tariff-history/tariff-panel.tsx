import { useQuery } from '@tanstack/react-query';
import { tariffHistory } from '#contract/tariffs.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { selectWithAny } from '#web/ui/select-with-any.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { TariffChart } from './tariff-chart.tsx';
import { TariffFiles } from './tariff-files.tsx';
import { TariffNow } from './tariff-now.tsx';
import styles from './tariff-panel.module.css';
import { yearsOf, zonesOfMeter } from './tariff-runs-of.ts';
import { TariffTable } from './tariff-table.tsx';
import type { History } from './tariff-types.ts';
import { text } from './text.ts';

/** What the address filters by. */
export interface TariffFilter {
  year?: string;
  zone?: string;
}

interface TariffPanelProps {
  account: string;
  filter: TariffFilter;
  onFilter: (filter: TariffFilter) => void;
}

/** What a kWh costs the account, and what it has cost since its tariff began. */
export function TariffPanel({ account, filter, onFilter }: TariffPanelProps) {
  const { data, error, isFetching, refetch } = useQuery(accountQuery(tariffHistory, account));
  if (!data) {
    return error ? (
      <FailedPart
        title={text.failed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <div className={styles.panel} aria-busy="true">
        <VisuallyHidden>{text.loading}</VisuallyHidden>
        <div className={styles.nowWaiting}>
          <Skeleton />
          <Skeleton shape="figure" />
        </div>
        <Skeleton shape="tile" />
        <div className={styles.chartWaiting}>
          <Skeleton shape="title" />
          <Skeleton shape="chart" />
        </div>
      </div>
    );
  }
  if (data.versions.length === 0) return <p className={styles.empty}>{text.empty}</p>;
  return <TariffFacts key={account} account={account} history={data} filter={filter} onFilter={onFilter} />;
}

function TariffFacts({
  account,
  history,
  filter,
  onFilter,
}: Omit<TariffPanelProps, 'account'> & { account: string; history: History }) {
  const years = yearsOf(history);
  const zones = zonesOfMeter(history);
  // An address may name what this account does not have.
  const year = years.find((each) => each === filter.year);
  const zone = zones.length > 1 ? zones.find((each) => each === filter.zone) : undefined;
  const yearField = selectWithAny<'year' | 'zone', string>({
    name: 'year',
    label: text.year,
    value: year,
    anyLabel: text.allYears,
    choices: years,
  });
  const zoneField = selectWithAny<'year' | 'zone', Zone>({
    name: 'zone',
    label: text.zone,
    value: zone,
    anyLabel: text.allZones,
    choices: zones,
    labels: text.zones,
  });
  return (
    <div className={styles.panel}>
      <TariffNow history={history} />
      <FilterBar<'year' | 'zone'>
        label={text.filter}
        fields={zones.length > 1 ? [yearField, zoneField] : [yearField]}
        applyLabel={text.apply}
        clearLabel={text.clear}
        onApply={(values) =>
          onFilter({
            ...(values.year ? { year: values.year } : {}),
            ...(values.zone ? { zone: values.zone } : {}),
          })
        }
      />
      <TariffChart key={`${year} ${zone}`} history={history} year={year} zone={zone} />
      <TariffTable history={history} year={year} zone={zone} files={<TariffFiles account={account} />} />
    </div>
  );
}
