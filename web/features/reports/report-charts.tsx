import { formatText } from '#contract/messages/format-text.ts';
import type {
  ChartAnswer,
  Report,
  ReportAnswer,
  ReportChart,
  ReportHeatMap,
  ReportInput,
  ReportLines,
} from '#contract/reports/define-report.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivTimeOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { showDate, showMoment, showNumber } from '#web/lib/format.ts';
import { HeatMap } from '#web/ui/chart/heat-map.tsx';
import { type ChartLine, LineChart } from '#web/ui/chart/line-chart.tsx';
import { LinkChart } from '#web/ui/chart/link-chart.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { showValue } from './report-cells.tsx';
import styles from './reports.module.css';
import { text } from './text.ts';

interface ReportChartsProps {
  report: Report;
  answer: ReportAnswer;
  filter: ReportInput;
  onFilter: (filter: ReportInput) => void;
}

/** The charts of a report, each with its figures as a table. */
export function ReportCharts({ report, answer, filter, onFilter }: ReportChartsProps) {
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

/** Length of a date without its year. */
const dayAndMonth = 5;

/** Words for a point: its day at midnights of a chart by hours, so that the days can be told apart; of one day, hours. */
function marksOf(times: readonly string[]): readonly (string | undefined)[] {
  const places = times.map((time) => kyivTimeOf(Date.parse(time) as Instant));
  const days = new Set(places.map(({ date }) => date)).size;
  const [first] = places;
  const marked = places.flatMap(({ date, hour, minute }, index) => {
    if (days <= 2) return minute === 0 && hour % 3 === 0 ? [{ index, mark: `${hour}:00` }] : [];
    const isStart = hour === first?.hour && minute === first.minute;
    return isStart ? [{ index, mark: formatDate(date).slice(0, dayAndMonth) }] : [];
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
      corner={`${chart.rows.title} \\ ${chart.columns.title}`}
      rows={words(chart.rows, figures.rows)}
      columns={words(chart.columns, figures.columns)}
      values={figures.values.map((row) => row.map(numberOf))}
      format={formatOf(chart.unit)}
    />
  );
}
