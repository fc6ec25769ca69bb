import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showKwh, showMonthShort, showNumber, showPeriod } from '#web/lib/format.ts';
import { BarChart } from '#web/ui/bar-chart.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChartLegend } from '#web/ui/chart-legend.tsx';
import { ChartReadout } from '#web/ui/chart-readout.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import styles from './feed-in.module.css';
import { type FeedInMonth, monthsOfYear, usedAtHome } from './feed-in-months.ts';
import { text } from './text.ts';

interface FeedInChartProps {
  year: number;
  /** Newest first. */
  months: readonly FeedInMonth[];
}

/** The energy generated per month: used at home and exported; the imported energy as an outline. */
export function FeedInChart({ year, months }: FeedInChartProps) {
  const title = useId();
  const ofYear = monthsOfYear(year, months);
  const byPeriod = new Map(ofYear.map(({ period, act }) => [period, act]));
  return (
    <Card labelledBy={title}>
      <div className={styles.chart}>
        <h2 id={title} className={styles.title}>
          {text.chart}
        </h2>
        <BarChart
          label={text.chartName}
          initialKey={months[0]?.period ?? ''}
          formatTick={showNumber}
          bars={ofYear.map(({ period, act }) => ({
            key: period,
            label: showMonthShort(period),
            spoken: spoken(period, act),
            parts: act ? [usedAtHome(act), act.exportedKwh] : [],
            outline: act?.consumedKwh ?? null,
            hatched: false,
          }))}
        >
          {(bar) => <MonthReadout period={bar.key} act={byPeriod.get(bar.key)} />}
        </BarChart>
        <ChartLegend parts={[text.usedAtHome, text.exported]} outline={text.fromGrid} />
        <Disclosure summary={text.table}>
          <DataTable
            caption={text.tableCaption}
            columns={columns}
            rows={months}
            rowKey={(month) => month.period}
          />
        </Disclosure>
      </div>
    </Card>
  );
}

function MonthReadout({ period, act }: { period: string; act: FeedInMonth | undefined }) {
  return (
    <ChartReadout
      figure={act && showNumber(act.exportedKwh)}
      unit={text.unit}
      name={showPeriod(period)}
      marks={act ? [] : [text.noAct]}
      details={act && details(act)}
    />
  );
}

function details(act: FeedInMonth): string {
  return formatText(text.details, {
    generated: showNumber(act.generatedKwh),
    home: showNumber(usedAtHome(act)),
    fromGrid: showNumber(act.consumedKwh),
  });
}

function spoken(period: string, act: FeedInMonth | undefined): string {
  if (!act) return `${showPeriod(period)}: ${text.noAct}`;
  return formatText(text.spoken, {
    period: showPeriod(period),
    exported: showKwh(act.exportedKwh),
    details: details(act),
  });
}

const columns: readonly Column<FeedInMonth>[] = [
  { key: 'month', title: text.month, cell: ({ period }) => showPeriod(period) },
  {
    key: 'generated',
    title: text.generated,
    numeric: true,
    cell: ({ generatedKwh }) => showNumber(generatedKwh),
  },
  { key: 'home', title: text.usedAtHome, numeric: true, cell: (month) => showNumber(usedAtHome(month)) },
  {
    key: 'exported',
    title: text.exported,
    numeric: true,
    cell: ({ exportedKwh }) => showNumber(exportedKwh),
  },
  {
    key: 'fromGrid',
    title: text.fromGrid,
    numeric: true,
    cell: ({ consumedKwh }) => showNumber(consumedKwh),
  },
];
