import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  type PerformanceSpan,
  type performanceHistory,
  performanceSpans,
} from '#contract/performance/performance-history.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { showMoment, showNumber, showPeriod } from '#web/lib/format.ts';
import { showDecimal, showRounded, showTick } from '#web/lib/numbers/show-decimal.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { LineChart } from '#web/ui/chart/line-chart.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './performance.module.css';
import { historyQuery, readingsQuery } from './performance-queries.ts';
import { showMinute, showShare } from './performance-words.ts';
import { text } from './text.ts';

type Point = OutputOf<typeof performanceHistory>['points'][number];
type Series = keyof typeof text.series;

interface TimeChartProps {
  title: string;
  times: readonly string[];
  series: readonly {
    readonly key: string;
    readonly name: string;
    readonly values: readonly (number | null)[];
  }[];
  format: (value: number) => string;
  timeOf: (at: string) => string;
  /** The word of a moment under the chart; undefined: it has none. */
  markOf: (at: string) => string | undefined;
}

/** Lines over time, with their figures as a table. */
function TimeChart({ title, times, series, format, timeOf, markOf }: TimeChartProps) {
  const rows = times.map((at, index) => ({ at, index }));
  type Row = (typeof rows)[number];
  const show = (value: number | null | undefined) =>
    value === null || value === undefined ? text.none : format(value);
  const columns: Column<Row>[] = [
    { key: 'time', title: text.time, cell: ({ at }) => timeOf(at) },
    ...series.map(
      ({ key, name, values }): Column<Row> => ({
        key,
        title: name,
        numeric: true,
        cell: ({ index }) => show(values[index]),
      }),
    ),
  ];
  return (
    <figure className={styles.chart}>
      <figcaption>{title}</figcaption>
      <LineChart
        label={title}
        points={times.map((at) => ({ label: timeOf(at), mark: markOf(at) }))}
        lines={series}
        format={format}
        formatTick={showTick}
        none={text.none}
      />
      <Disclosure summary={text.asTable}>
        <DataTable caption={title} captionHidden columns={columns} rows={rows} rowKey={({ at }) => at} />
      </Disclosure>
    </figure>
  );
}

/** One question each. */
const charts: readonly {
  readonly title: string;
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}[] = [
  { title: text.charts.calls, series: ['calls', 'failed'], format: showDecimal },
  { title: text.charts.durations, series: ['p50Ms', 'p95Ms', 'p99Ms'], format: showRounded },
  { title: text.charts.lag, series: ['lagMs'], format: showRounded },
  { title: text.charts.inFlight, series: ['inFlight'], format: showDecimal },
  { title: text.charts.waiting, series: ['poolWaiting'], format: showDecimal },
  { title: text.charts.queue, series: ['jobsWaiting'], format: showDecimal },
  { title: text.charts.users, series: ['usersPerMinute'], format: showDecimal },
  { title: text.charts.signIns, series: ['signedIn', 'signInsRefused'], format: showDecimal },
];

/** Minutes of an hour and hours of a day have a word under the charts. */
const marksOf = (span: PerformanceSpan) => (at: string) => {
  const { hour, minute } = kyivTimeOf(Date.parse(at) as Instant);
  const isMarked = span === 'hour' ? minute % 15 === 0 : minute === 0 && hour % 6 === 0;
  return isMarked ? showMinute(at) : undefined;
};

/** Days have one: "01.11". */
function markOfDay(at: string): string | undefined {
  const { date, hour } = kyivTimeOf(Date.parse(at) as Instant);
  return hour === 0 ? formatDate(date).slice(0, 5) : undefined;
}

const sumOf = (points: readonly Point[], key: 'signedIn' | 'signInsRefused') =>
  points.reduce((sum, point) => sum + point[key], 0);

interface HistoryProps {
  span: PerformanceSpan;
  onSpan: (span: PerformanceSpan) => void;
}

/** The last hour or day as lines. */
export function History({ span, onSpan }: HistoryProps) {
  const query = useQuery(historyQuery(span));
  return (
    <section className={styles.part} aria-labelledby="performance-history">
      <h2 id="performance-history">{text.history}</h2>
      <ChoiceButtons
        label={text.span}
        choices={performanceSpans.map((value) => ({ value, label: text.spans[value] }))}
        chosen={span}
        onChoose={onSpan}
      />
      <QueryPart
        query={query}
        failed={text.historyFailed}
        skeleton={
          <div className={styles.charts} aria-busy="true">
            <VisuallyHidden>{text.historyLoading}</VisuallyHidden>
            <Skeleton shape="chart" />
            <Skeleton shape="chart" />
          </div>
        }
      >
        {({ points }) =>
          points.every(({ calls, lagMs }) => calls === 0 && lagMs === null) ? (
            <Notice kind="info" live="status" title={text.historyEmptyTitle}>
              {text.historyEmpty}
            </Notice>
          ) : (
            <>
              <p>
                {formatText(text.signInsSum, {
                  n: sumOf(points, 'signedIn'),
                  more: sumOf(points, 'signInsRefused'),
                })}
              </p>
              <div className={styles.charts}>
                {charts.map(({ title, series, format }) => (
                  <TimeChart
                    key={title}
                    title={title}
                    times={points.map(({ at }) => at)}
                    series={series.map((key) => ({
                      key,
                      name: text.series[key],
                      values: points.map((point) => point[key]),
                    }))}
                    format={format}
                    timeOf={showMinute}
                    markOf={marksOf(span)}
                  />
                ))}
              </div>
            </>
          )
        }
      </QueryPart>
    </section>
  );
}

/** Readings of the window against the month before. */
export function WindowReadings() {
  const query = useQuery(readingsQuery());
  return (
    <QueryPart
      query={query}
      failed={text.readingsFailed}
      skeleton={
        <div className={styles.part} aria-busy="true">
          <VisuallyHidden>{text.readingsLoading}</VisuallyHidden>
          <Skeleton shape="title" />
          <Skeleton shape="chart" />
        </div>
      }
    >
      {({ period, readings, before, isOpen, closesAt, hours }) => (
        <section className={styles.part} aria-labelledby="performance-readings">
          <h2 id="performance-readings">{formatText(text.readings, { period: showPeriod(period) })}</h2>
          <p>
            <b>{formatText(text.readingsGiven, { n: readings, shown: showNumber(readings) })}</b>.{' '}
            {formatText(text.readingsBefore, { n: showNumber(before) })}{' '}
            {before > 0 && formatText(text.readingsShare, { share: showShare(readings / before) })}{' '}
            {formatText(isOpen ? text.windowOpen : text.windowClosed, { time: showMoment(closesAt) })}
          </p>
          <TimeChart
            title={text.readingsChart}
            times={hours.map(({ at }) => at)}
            series={[
              { key: 'readings', name: text.thisWindow, values: hours.map((hour) => hour.readings) },
              { key: 'before', name: text.windowBefore, values: hours.map((hour) => hour.before) },
            ]}
            format={showDecimal}
            timeOf={showMoment}
            markOf={markOfDay}
          />
        </section>
      )}
    </QueryPart>
  );
}
