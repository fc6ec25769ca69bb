import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import { tariffSearch } from '#contract/pages.ts';
import { exportTariffs, tariffHistory } from '#contract/tariffs.ts';
import { formatPrice } from '#domain/price.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { tariffSteps } from '#domain/tariffs/tariff-steps.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showDate } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { ListFilter } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { selectWithAny } from '#web/ui/form/select-with-any.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ActLink, type History, type Version } from './act-link.tsx';
import { TariffChart } from './tariff-chart.tsx';
import tariffNowStyles from './tariff-now.module.css';
import styles from './tariff-panel.module.css';
import { isOfYear, priceIn, ruleOf, runOn, tariffRunsOf, yearsOf, zonesOfMeter } from './tariff-runs-of.ts';
import tariffTableStyles from './tariff-table.module.css';
import { text } from './text.ts';
import { volumeInRun, volumeText } from './volume-text.ts';

interface TariffTableProps {
  history: History;
  year: string | undefined;
  /** Absent: every zone of the meter has a column. */
  zone: Zone | undefined;
  files: ReactNode;
}

/** Every version with its prices; on a phone each is a card of the same table. */
function TariffTable({ history, year, zone, files }: TariffTableProps) {
  const title = useId();
  const zones = zone ? [zone] : zonesOfMeter(history);
  const titleOf = (each: Zone) => (each === 'single' ? text.price : text.zones[each]);
  const versions = history.versions.filter((version) => year === undefined || isOfYear(version, year));
  return (
    <Stack as="section" gap="2" aria-labelledby={title}>
      <div className={tariffTableStyles.head}>
        <h2 id={title}>{year ? formatText(text.tableOfYear, { year }) : text.table}</h2>
        {files}
      </div>
      {versions.length === 0 ? (
        <p>{formatText(text.noneInYear, { year: year ?? '' })}</p>
      ) : (
        <table className={tariffTableStyles.table} aria-labelledby={title}>
          <thead>
            <tr>
              <th scope="col">{text.dates}</th>
              <th scope="col">{text.volume}</th>
              {zones.map((each) => (
                <th key={each} scope="col" className={tariffTableStyles.numeric}>
                  {titleOf(each)}
                </th>
              ))}
            </tr>
          </thead>
          {versions.map((version) => {
            const rule = ruleOf(version);
            const steps = tariffSteps(rule);
            return (
              <tbody key={version.from}>
                {steps.map((step, index) => (
                  <tr key={step.aboveKwh}>
                    {index === 0 && (
                      <th scope="rowgroup" rowSpan={steps.length}>
                        <VersionHead version={version} today={history.today} />
                      </th>
                    )}
                    <td>{volumeText(rule, step)}</td>
                    {zones.map((each) => (
                      <td
                        key={each}
                        className={tariffTableStyles.numeric}
                        data-title={each === 'single' ? undefined : titleOf(each)}
                      >
                        {formatPrice(priceIn(history, version, step.price, each))}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            );
          })}
        </table>
      )}
    </Stack>
  );
}

function VersionHead({ version, today }: { version: Version; today: string }) {
  const { from, to, act, actUrl } = version;
  const isFuture = from > today;
  const isCurrent = !isFuture && (to === null || to >= today);
  return (
    <>
      <span className={tariffTableStyles.dates}>
        {to === null
          ? formatText(text.fromOn, { from: showDate(from) })
          : formatText(text.fromTo, { from: showDate(from), to: showDate(to) })}
        {isCurrent && <StateMark tone="good">{text.current}</StateMark>}
        {isFuture && <StateMark tone="wait">{text.future}</StateMark>}
      </span>
      <span className={tariffTableStyles.act}>
        <ActLink act={act} url={actUrl} />
      </span>
    </>
  );
}

/** Today's prices as large figures, with their legal basis. */
function TariffNow({ history }: { history: History }) {
  const title = useId();
  const run = runOn(tariffRunsOf(history), history.today);
  const zones = zonesOfMeter(history);
  return (
    <Card kind="sunken" labelledBy={title}>
      <h2 id={title} className={tariffNowStyles.title}>
        {run ? text.now : text.nowNone}
      </h2>
      {run && (
        <div className={tariffNowStyles.now}>
          <ul className={tariffNowStyles.prices}>
            {run.steps.map((step) => (
              <Stack as="li" key={step.aboveKwh} gap="05">
                {run.steps.length > 1 && (
                  <span className={tariffNowStyles.volume}>{volumeInRun(run, step)}</span>
                )}
                <span className={tariffNowStyles.zones}>
                  {zones.map((zone: Zone, index) => (
                    <Stack as="span" key={zone} gap="05">
                      <MoneyFigure
                        sum={formatPrice(priceIn(history, run.version, step.price, zone))}
                        unit={text.unit}
                        size={index === 0 && run.steps.length === 1 ? 'xl' : 'l'}
                      />
                      {zones.length > 1 && (
                        <span className={tariffNowStyles.hours}>
                          <b>{text.zones[zone]}</b> {text.hours[zone]}
                        </span>
                      )}
                    </Stack>
                  ))}
                </span>
              </Stack>
            ))}
          </ul>
          <dl className={tariffNowStyles.facts}>
            <div>
              <dt>{text.tariff}</dt>
              <dd>{history.tariffTitle}</dd>
            </div>
            <div>
              <dt>{text.validity}</dt>
              <dd>
                {run.isSeason === undefined || run.to === undefined
                  ? formatText(text.fromOn, { from: showDate(run.version.from) })
                  : formatText(text.fromTo, { from: showDate(run.from), to: showDate(run.to) })}
              </dd>
            </div>
            <div>
              <dt>{text.basis}</dt>
              <dd>
                <ActLink act={run.version.act} url={run.version.actUrl} />
              </dd>
            </div>
          </dl>
        </div>
      )}
    </Card>
  );
}

const labels = { xlsx: text.xlsx, csv: text.csv };

/** Exports the whole history as a file. */
function TariffFiles({ account }: { account: string }) {
  const isOnline = useOnline();
  return (
    <Stack gap="05">
      <DownloadButtons
        label={text.files}
        labels={labels}
        busyLabel={text.fileBusy}
        download={(format) => downloadFile(exportTariffs, { account, format })}
      />
      {!isOnline && (
        <Text size="s" tone="quiet">
          {text.offline}
        </Text>
      )}
    </Stack>
  );
}

/** The filter in the URL. */
type TariffFilter = SearchOf<typeof tariffSearch>;

interface TariffPanelProps {
  account: string;
  filter: TariffFilter;
  onFilter: (filter: TariffFilter) => void;
}

/** The price per kWh of the account, today and since its tariff began. */
export function TariffPanel({ account, filter, onFilter }: TariffPanelProps) {
  return (
    <QueryPart
      query={useQuery(accountQuery(tariffHistory, account))}
      failed={text.failed}
      skeleton={<TariffSkeleton />}
    >
      {(history) =>
        history.versions.length === 0 ? (
          <p className={styles.empty}>{text.empty}</p>
        ) : (
          <TariffFacts
            key={account}
            account={account}
            history={history}
            filter={filter}
            onFilter={onFilter}
          />
        )
      }
    </QueryPart>
  );
}

function TariffSkeleton() {
  return (
    <Stack gap="4" aria-busy="true">
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
    </Stack>
  );
}

function TariffFacts({
  account,
  history,
  filter,
  onFilter,
}: Omit<TariffPanelProps, 'account'> & { account: string; history: History }) {
  const years = yearsOf(history);
  const zones = zonesOfMeter(history);
  // The URL may name a year or zone that this account does not have.
  const year = years.find((each) => each === String(filter.year));
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
    <Stack gap="4">
      <TariffNow history={history} />
      <ListFilter
        definition={{
          label: text.filter,
          clearLabel: text.clear,
          fields: () => (zones.length > 1 ? [yearField, zoneField] : [yearField]),
          read: (values) => readSearch(tariffSearch, values),
        }}
        filter={filter}
        onFilter={onFilter}
      />
      <TariffChart key={`${year} ${zone}`} history={history} year={year} zone={zone} />
      <TariffTable history={history} year={year} zone={zone} files={<TariffFiles account={account} />} />
    </Stack>
  );
}
