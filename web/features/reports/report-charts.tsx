import { formatText } from '#contract/messages/format-text.ts';
import type {
  ChartAnswer,
  Report,
  ReportAnswer,
  ReportChart,
  ReportHeatMap,
  ReportInput,
  ReportLines,
  ReportRow,
} from '#contract/reports/define-report.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivTimeOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { showDate, showMoment, showNumber } from '#web/lib/format.ts';
import { showTick } from '#web/lib/numbers/show-decimal.ts';
import { HeatMap } from '#web/ui/chart/heat-map.tsx';
import { type ChartLine, LineChart } from '#web/ui/chart/line-chart.tsx';
import { LinkChart } from '#web/ui/chart/link-chart.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { showCell, showValue } from './report-cells.tsx';
import { ReportSpans } from './report-spans.tsx';
import styles from './reports.module.css';
import { text } from './text.ts';

interface ReportChartsProps {
  report: Report;
  answer: ReportAnswer;
  /** Those that are shown. */
  rows: readonly ReportRow[];
  filter: ReportInput;
  onFilter: (filter: ReportInput) => void;
}

/** The charts of a report, each with its figures as a table. */
export function ReportCharts(props: ReportChartsProps) {
  return (
    <>
      <Figures {...props} />
      <ReportBars {...props} />
      <ReportSpans {...props} />
    </>
  );
}

function Figures({ report, answer, filter, onFilter }: ReportChartsProps) {
  return Object.entries<ReportChart>(report.charts ?? {}).map(([name, chart]) => {
    const figures = answer.charts[name];
    if (!figures || figures.columns.length === 0 || figures.rows.length === 0) return null;
    return (
      <figure key={name} className={chart.kind === 'links' ? styles.picture : styles.chart}>
        <figcaption>
          {chart.title} {chart.kind === 'links' && <span className={styles.name}>{text.chartNote}</span>}
        </figcaption>
        {chart.kind === 'lines' ? (
          <Lines chart={chart} figures={figures} onDays={(from, to) => onFilter({ ...filter, from, to })} />
        ) : chart.kind === 'links' ? (
          <LinkChart
            rows={figures.rows}
            columns={figures.columns}
            values={figures.values.map((row) => row.map(numberOf))}
            format={formatOf(chart.unit)}
            titles={[chart.rows.title, chart.columns.title]}
          />
        ) : (
          <HeatMapFigures chart={chart} figures={figures} />
        )}
      </figure>
    );
  });
}

const numberOf = (value: number | string | null) => (value === null ? null : Number(value));
const formatOf = (unit: ReportChart['unit']) => (value: number) =>
  unit === 'money' ? formatText(text.hryvnias, { n: showNumber(Math.round(value)) }) : showValue(unit, value);

/** Of a tick: no digit of the half of a scale is lost. */
export function tickOf(unit: ReportChart['unit']): (value: number) => string {
  switch (unit) {
    case 'number':
      return showTick;
    case 'money':
      return (value) => formatText(text.hryvnias, { n: showTick(value) });
    case 'share':
      return (value) => formatText(text.percent, { percent: showTick(value * 100) });
    case 'duration':
      return (value) => formatText(text.ms, { ms: showTick(value) });
  }
}

/** Length of a date without its year. */
const dayAndMonth = 5;

/** Words for a point: its day where one begins, so that the days can be told apart; of one or two days, every third hour. */
function marksOf(times: readonly string[]): readonly (string | undefined)[] {
  const places = times.map((time) => kyivTimeOf(Date.parse(time) as Instant));
  const days = new Set(places.map(({ date }) => date)).size;
  // The steps of a chart need not meet midnight, or a full hour: the first point after it has the word.
  const marked = places.flatMap(({ date, hour, minute }, index) => {
    const before = places[index - 1];
    const block = Math.floor(hour / 3);
    const isNewDay = before ? before.date !== date : hour === 0 && minute === 0;
    if (days > 2) return isNewDay ? [{ index, mark: formatDate(date).slice(0, dayAndMonth) }] : [];
    const isNew = before ? isNewDay || Math.floor(before.hour / 3) !== block : hour % 3 === 0 && minute === 0;
    return isNew ? [{ index, mark: `${block * 3}:00` }] : [];
  });
  const every = Math.ceil(marked.length / 8);
  const marks = new Map(
    marked.filter((_, place) => place % every === 0).map(({ index, mark }) => [index, mark]),
  );
  return times.map((_, index) => marks.get(index));
}

interface LinesProps {
  chart: ReportLines;
  figures: ChartAnswer;
  onDays: (from: string, to: string) => void;
}

function Lines({ chart, figures, onDays }: LinesProps) {
  const { columns: times, values } = figures;
  const format = formatOf(chart.unit);
  const isByDays = times.every((time) => {
    const { hour, minute } = kyivTimeOf(Date.parse(time) as Instant);
    return hour === 0 && minute === 0;
  });
  const nameOf = (time: string) => (isByDays ? showDate(dayOf(time)) : showMoment(time));
  const marks = marksOf(times);
  const lines = Object.entries(chart.series).map(
    ([key, name]): ChartLine => ({
      key,
      name,
      values: (values[figures.rows.indexOf(key)] ?? []).map(numberOf),
    }),
  );
  const rows = times.map((time, index) => ({ time, index }));
  type Row = (typeof rows)[number];
  const columns: Column<Row>[] = [
    { key: 'time', title: isByDays ? text.day : text.time, cell: ({ time }) => nameOf(time) },
    ...lines.map(
      (line): Column<Row> => ({
        key: line.key,
        title: line.name,
        numeric: true,
        cell: ({ index }) => showNullable(line.values[index] ?? null, format),
      }),
    ),
  ];
  return (
    <>
      <LineChart
        label={chart.title}
        points={times.map((time, index) => ({ label: nameOf(time), mark: marks[index] }))}
        lines={lines}
        format={format}
        formatTick={tickOf(chart.unit)}
        none={text.noValue}
        onRange={(from, to) => onDays(dayOf(times[from] ?? ''), dayOf(times[to] ?? ''))}
      />
      <Disclosure summary={text.showAsTable}>
        <DataTable
          caption={chart.title}
          captionHidden
          columns={columns}
          rows={rows}
          rowKey={({ time }) => time}
        />
      </Disclosure>
    </>
  );
}

const dayOf = (time: string) => kyivDateOf(Date.parse(time) as Instant);

function showNullable(value: number | null, format: (value: number) => string): string {
  return value === null ? text.noValue : format(value);
}

function HeatMapFigures({ chart, figures }: { chart: ReportHeatMap; figures: ChartAnswer }) {
  const words = ({ values, kind }: ReportHeatMap['rows'], keys: readonly string[]) =>
    keys.map((key) => values?.[key] ?? (kind === 'date' ? showDate(key).slice(0, dayAndMonth) : key));
  return (
    <HeatMap
      caption={chart.title}
      fromEnd={chart.columns.kind === 'date'}
      corner={`${chart.rows.title} \\ ${chart.columns.title}`}
      rows={words(chart.rows, figures.rows)}
      columns={words(chart.columns, figures.columns)}
      values={figures.values.map((row) => row.map(numberOf))}
      format={formatOf(chart.unit)}
    />
  );
}

/** Bars of the first rows; the table below has the same figures for screen readers. */
function ReportBars({ report: { chart, columns }, rows }: ReportChartsProps) {
  if (!chart || rows.length === 0) return null;
  const [column, label] = [columns[chart.value], columns[chart.label]];
  const bars = rows.slice(0, chart.maxBars).filter((row) => Number(row[chart.value]) > 0);
  const longest = Math.max(...bars.map((row) => Number(row[chart.value])));
  if (!column || !label || bars.length === 0) return null;
  return (
    <figure className={styles.chart}>
      <figcaption>
        {chart.title} <span className={styles.name}>{text.chartNote}</span>
      </figcaption>
      <div className={styles.bars} aria-hidden="true">
        {bars.map((row) => (
          <div key={String(row[chart.label])} className={styles.bar}>
            <span>{showCell(label, row[chart.label])}</span>
            <meter min={0} max={longest} value={Number(row[chart.value])} />
            <span className={styles.value}>{showCell(column, row[chart.value])}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
