import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { consumptionHistory } from '#contract/consumption.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { showKwh, showMoney, showMonthShort, showNumber, showPeriod, showSum } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { partsOf, type Zone, zonesOf } from '#web/lib/zone-parts.ts';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { ChartLegend, ChartReadout } from '#web/ui/chart/chart-parts.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import styles from './consumption-panel.module.css';
import { ConsumptionSkeleton } from './consumption-placeholder.tsx';
import { ContractEnded } from './contract-ended.tsx';
import { text } from './text.ts';

export type Month = OutputOf<typeof consumptionHistory>['months'][number];

/** The month shown first: the last closed one. */
export function lastFinished(months: readonly Month[]): Month | undefined {
  return [...months].reverse().find((month) => !month.isCurrent) ?? months.at(-1);
}

/** A kWh of the axis: many digits would not fit beside the bars. */
export function showTick(kwh: number): string {
  if (kwh < 100_000) return showNumber(kwh);
  const [unit, words] = kwh < 1_000_000 ? [1000, text.thousands] : [1_000_000, text.millions];
  return words.replace('{n}', String(kwh / unit).replace('.', ','));
}

/** The bars with readout and legend, and the table. */
function ConsumptionChart({ months }: { months: readonly Month[] }) {
  const zones = zonesOf(months);
  const byPeriod = new Map(months.map((month) => [month.period, month]));
  return (
    <>
      <BarChart
        label={text.title}
        initialKey={lastFinished(months)?.period ?? ''}
        formatTick={showTick}
        bars={months.map((month) => ({
          key: month.period,
          label: showMonthShort(month.period),
          spoken: spoken(month, zones),
          parts: partsOf(month, zones),
          outline: month.lastYearKwh,
          hatched: month.isCurrent,
        }))}
      >
        {(bar) => <MonthReadout month={byPeriod.get(bar.key)} zones={zones} />}
      </BarChart>
      <ChartLegend
        parts={zones.length > 1 ? zones.map((zone) => text.zones[zone]) : []}
        outline={text.lastYear}
        hatched={text.current}
      />
      <Disclosure summary={text.table}>
        <DataTable
          caption={text.tableCaption}
          columns={columns(zones)}
          rows={[...months].reverse()}
          rowKey={(month) => month.period}
        />
      </Disclosure>
    </>
  );
}

function MonthReadout({ month, zones }: { month: Month | undefined; zones: readonly Zone[] }) {
  if (!month) return null;
  return (
    <ChartReadout
      figure={showNumber(month.totalKwh)}
      unit={text.unit}
      name={showPeriod(month.period)}
      marks={marks(month)}
      details={details(month, zones).join(' · ')}
    />
  );
}

/** "774,00 грн", "день 142", "ніч 73", "торік 228 кВт·год". */
function details(month: Month, zones: readonly Zone[]): string[] {
  const byZone = zones.length > 1 ? zones.filter((zone) => month.zones[zone] !== undefined) : [];
  return [
    showSum(month.sum),
    ...byZone.map((zone) => `${text.zones[zone].toLowerCase()} ${showNumber(month.zones[zone] ?? 0)}`),
    ...(month.lastYearKwh === null ? [] : [text.lastYearWas.replace('{kwh}', showKwh(month.lastYearKwh))]),
  ];
}

function marks(month: Month): string[] {
  return [...(month.isEstimated ? [text.estimated] : []), ...(month.isCurrent ? [text.unfinished] : [])];
}

function spoken(month: Month, zones: readonly Zone[]): string {
  const head = text.spoken
    .replace('{period}', showPeriod(month.period))
    .replace('{kwh}', showKwh(month.totalKwh));
  return [head, ...marks(month), ...details(month, zones)].join(', ');
}

function columns(zones: readonly Zone[]): Column<Month>[] {
  const known = (value: number | null | undefined) => (value == null ? text.notKnown : showNumber(value));
  return [
    {
      key: 'month',
      title: text.month,
      cell: (month) => [showPeriod(month.period), ...marks(month)].join(', '),
    },
    ...(zones.length > 1
      ? zones.map((zone) => ({
          key: zone,
          title: text.zones[zone],
          numeric: true,
          cell: (month: Month) => known(month.zones[zone]),
        }))
      : []),
    { key: 'total', title: text.total, numeric: true, cell: (month) => showNumber(month.totalKwh) },
    { key: 'sum', title: text.sum, numeric: true, cell: (month) => showMoney(month.sum) },
    { key: 'lastYear', title: text.lastYear, numeric: true, cell: (month) => known(month.lastYearKwh) },
  ];
}

/** What a home shows of its consumption; first of all that the contract has ended. */
export function ConsumptionPanel({ account }: { account: string }) {
  return (
    <>
      <ContractEnded account={account} />
      <ConsumptionHistory account={account} />
    </>
  );
}

/** Thirteen months of consumption as bars and as a table. */
function ConsumptionHistory({ account }: { account: string }) {
  const title = useId();
  const query = useQuery(accountQuery(consumptionHistory, account));
  return (
    <Card labelledBy={title} busy={query.isFetching}>
      <div className={styles.panel}>
        <Text as="h2" id={title} size="l">
          {text.title}
        </Text>
        <QueryPart query={query} failed={text.failed} skeleton={<ConsumptionSkeleton />}>
          {({ months }) =>
            months.length > 0 ? (
              <ConsumptionChart months={months} key={account} />
            ) : (
              <p className={styles.empty}>{text.empty}</p>
            )
          }
        </QueryPart>
      </div>
    </Card>
  );
}
