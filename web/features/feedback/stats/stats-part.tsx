import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { feedbackStats } from '#contract/feedback/given-feedback.ts';
import { marks } from '#contract/feedback.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { showTick } from '#web/lib/numbers/show-decimal.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { ChartLegend, ChartReadout } from '#web/ui/chart/chart-parts.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import type { FeedbackFilter } from './feedback-filter.ts';
import styles from './stats.module.css';
import { text } from './text.ts';

type Stats = OutputOf<typeof feedbackStats>;
type Group = Stats['pages'][number];

const allOf = ({ counts }: Pick<Group, 'counts'>) => counts.reduce((sum, count) => sum + count, 0);
const percent = (share: number) => Math.round(share * 100);

/** "84 % · 67–93", or nothing below 30 answers. */
function showShare({ satisfaction }: Pick<Group, 'satisfaction'>): ReactNode {
  if (satisfaction === null) return '—';
  const { share, low, high } = satisfaction;
  return (
    <>
      {formatText(text.share, { percent: percent(share) })}{' '}
      <span className={styles.quiet}>
        {formatText(text.intervalShort, { low: percent(low), high: percent(high) })}
      </span>
    </>
  );
}

interface StatsPartProps {
  filter: FeedbackFilter;
  nameOf: (page: string) => string;
  /** Wraps the words for a filter in a link to it. */
  linkTo: (filter: FeedbackFilter, words: ReactNode) => ReactNode;
  onFilter: (filter: FeedbackFilter) => void;
}

/** The marks of the filter: share of the satisfied, how many of each, by page, topic, operator and time. */
export function StatsPart(props: StatsPartProps) {
  const { from, to, source, page, by } = props.filter;
  const query = useQuery(
    queryOptions({
      queryKey: ['feedbackStats', { from, to, source, page, by }],
      queryFn: ({ signal }) =>
        queryApi(
          feedbackStats,
          {
            ...(from && { from }),
            ...(to && { to }),
            ...(source && { source }),
            ...(page && { page }),
            ...(by && { by }),
          },
          { signal },
        ),
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <QueryPart
      query={query}
      failed={text.statsFailed}
      skeleton={<RowsSkeleton label={text.statsLoading} rows={6} />}
      refused={({ code, message }) =>
        code === 'reports.badPeriod' && (
          <Notice kind="warn" live="status" title={text.badPeriodTitle}>
            {message}
          </Notice>
        )
      }
    >
      {(stats) =>
        allOf(stats) === 0 ? (
          <Notice kind="info" live="status" title={text.noStatsTitle}>
            {text.noStats}
          </Notice>
        ) : (
          <Shown {...props} stats={stats} />
        )
      }
    </QueryPart>
  );
}

type ShownProps = StatsPartProps & { stats: Stats };

function Shown(props: ShownProps) {
  const { stats, nameOf, linkTo, filter } = props;
  return (
    <Stack gap="4">
      <div className={styles.summary}>
        <Headline stats={stats} />
        <Distribution {...props} />
      </div>
      <Times {...props} />
      <div className={styles.tables}>
        <Groups
          kind="page"
          title={text.byPage}
          groups={stats.pages}
          show={(key) => (key === '' ? text.noName.page : linkTo({ ...filter, page: key }, nameOf(key)))}
        />
        <Groups kind="topic" title={text.byTopic} groups={stats.topics} show={(key) => key} />
        <Groups kind="operator" title={text.byOperator} groups={stats.operators} show={(key) => key} />
      </div>
    </Stack>
  );
}

function Headline({ stats }: { stats: Stats }) {
  const { satisfaction, solved } = stats;
  const n = allOf(stats);
  return (
    <div>
      <Text tone="quiet">{text.satisfied}</Text>
      <p className={styles.figure}>
        {satisfaction === null
          ? formatText(text.few, { n })
          : formatText(text.share, { percent: percent(satisfaction.share) })}
      </p>
      <Text tone="quiet">
        {satisfaction === null
          ? text.fewNote
          : formatText(text.interval, {
              low: percent(satisfaction.low),
              high: percent(satisfaction.high),
              n,
            })}
      </Text>
      {solved.all > 0 && <p>{formatText(text.solved, solved)}</p>}
    </div>
  );
}

function Distribution({ stats: { counts }, filter, linkTo }: ShownProps) {
  const longest = Math.max(...counts);
  return (
    <ul className={styles.distribution} aria-label={text.distribution}>
      {marks.toReversed().map((mark) => {
        const count = counts[mark - 1] ?? 0;
        return (
          <li key={mark}>
            <span>{linkTo({ ...filter, mark: String(mark) as '1' }, text.marks[mark])}</span>
            <meter min={0} max={longest} value={count} aria-hidden="true" />
            <span className={styles.count}>{showNumber(count)}</span>
          </li>
        );
      })}
    </ul>
  );
}

const badOf = ({ counts }: Group) => counts[0] + counts[1];

/** The columns of figures of a group. */
const figures: readonly Column<Group>[] = [
  { key: 'answers', title: text.answers, numeric: true, cell: (group) => showNumber(allOf(group)) },
  { key: 'share', title: text.satisfiedShort, numeric: true, cell: showShare },
  { key: 'bad', title: text.bad, numeric: true, cell: (group) => showNumber(badOf(group)) },
];

interface GroupsProps {
  kind: 'page' | 'topic' | 'operator';
  title: string;
  groups: readonly Group[];
  show: (key: string) => ReactNode;
}

function Groups({ kind, title, groups, show }: GroupsProps) {
  if (groups.length === 0) return null;
  return (
    <DataTable
      caption={title}
      columns={[
        {
          key: 'name',
          title: text.name[kind],
          cell: ({ key }: Group) => (key === '' ? text.noName[kind] : show(key)),
        },
        ...figures,
      ]}
      rows={groups}
      rowKey={({ key }) => key}
    />
  );
}

/** Parts of the bar from the bottom up. */
const partsOf = (group: Group) => [group.counts[3] + group.counts[4], group.counts[2], badOf(group)];

function Times({ stats: { times }, filter, onFilter }: ShownProps) {
  const nameOf = (key: string) =>
    filter.by === 'week' ? formatText(text.weekOf, { date: showDate(key) }) : showDate(key);
  const every = Math.ceil(times.length / 8);
  return (
    <Stack as="section" gap="1" aria-labelledby="feedback-times">
      <Row gap="2" align="center">
        <Text as="h2" size="l" id="feedback-times">
          {text.byTime}
        </Text>
        <ChoiceButtons
          label={text.step}
          choices={[
            { value: 'day', label: text.day },
            { value: 'week', label: text.week },
          ]}
          chosen={filter.by ?? 'day'}
          onChoose={(choice) => {
            const { by: _, ...rest } = filter;
            onFilter(choice === 'week' ? { ...rest, by: 'week' } : rest);
          }}
        />
      </Row>
      <BarChart
        label={text.chart}
        initialKey={times.at(-1)?.key ?? ''}
        formatTick={showTick}
        bars={times.map((group, place) => ({
          key: group.key,
          label: place % every === 0 ? showDate(group.key).slice(0, 5) : '',
          spoken: formatText(text.spoken, { date: nameOf(group.key), n: allOf(group) }),
          parts: partsOf(group),
          outline: null,
          hatched: false,
        }))}
      >
        {({ key }) => {
          const group = times.find((one) => one.key === key);
          if (!group) return null;
          return (
            <ChartReadout
              figure={showNumber(allOf(group))}
              unit={formatText(text.unit, { n: allOf(group) })}
              name={nameOf(key)}
              marks={[formatText(text.goodOf, { n: group.counts[3] + group.counts[4] })]}
            />
          );
        }}
      </BarChart>
      <ChartLegend parts={[text.groups.good, text.groups.middle, text.groups.bad]} />
      <Disclosure summary={text.asTable}>
        <DataTable
          caption={text.byTime}
          captionHidden
          columns={[{ key: 'name', title: text.part, cell: ({ key }: Group) => nameOf(key) }, ...figures]}
          rows={times}
          rowKey={({ key }) => key}
        />
      </Disclosure>
    </Stack>
  );
}
