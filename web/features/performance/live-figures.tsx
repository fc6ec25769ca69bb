import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { type FindingCode, performanceLimits } from '#domain/performance/assess-performance.ts';
import { showNumber } from '#web/lib/format.ts';
import { showDecimal, showTick } from '#web/lib/numbers/show-decimal.ts';
import { LineChart } from '#web/ui/chart/line-chart.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { alert, check } from '#web/ui/icons.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import styles from './performance.module.css';
import type { PerformanceState } from './performance-queries.ts';
import { showBytes, showMinute, showMs, showSeconds, showShare } from './performance-words.ts';
import { text } from './text.ts';

type Finding = PerformanceState['findings'][number];

const limits = performanceLimits;
/** Its value in words, and the limit that it is beyond. */
const measures: Readonly<Record<FindingCode, { show: (value: number) => string; limit: number | null }>> = {
  failing: { show: showShare, limit: limits.failedShare },
  slow: { show: showMs, limit: limits.p95Ms },
  nodeSilent: { show: String, limit: null },
  poolWaiting: { show: showNumber, limit: limits.poolWaiting },
  lag: { show: showMs, limit: limits.lagMs },
  jobsLate: { show: showSeconds, limit: limits.jobsLateSeconds },
  lockWaiting: { show: showSeconds, limit: limits.lockSeconds },
  longStatement: { show: showSeconds, limit: limits.statementSeconds },
  connections: { show: showShare, limit: limits.connectionsShare },
};

/** Paths that a finding is about, in words; none of them is what else hits. */
const pathsNamed = 3;

function hitWords(finding: Finding, { hit, paths }: PerformanceState): string[] {
  const of = finding.code === 'failing' ? 'failed' : 'slow';
  if (finding.code !== 'failing' && finding.code !== 'slow') return [];
  const worst = paths
    .filter((path) => path[of] > 0)
    .toSorted((a, b) => b[of] - a[of])
    .slice(0, pathsNamed)
    .map((path) => `${path.path} (${showNumber(path[of])})`);
  const words = worst.length === 0 ? [] : [formatText(text.hitPaths, { paths: worst.join(', ') })];
  if (finding.code === 'failing' && hit !== null)
    words.unshift(formatText(text.hitSessions, { n: hit.sessions, more: hit.withoutSession }));
  return words;
}

function FindingItem({ finding, state }: { finding: Finding; state: PerformanceState }) {
  const { show, limit } = measures[finding.code];
  const words = formatText(text.findingWords[finding.code], {
    value: finding.value === null ? text.none : show(finding.value),
    node: finding.node ?? '',
    job: state.jobs.lateJob ?? '',
  });
  const since = formatText(finding.isSinceKnown ? text.since : text.sinceAtLeast, {
    time: showMinute(finding.since),
  });
  return (
    <li className={styles.finding}>
      <StateMark tone="bad">
        <b>{text.findingNames[finding.code]}</b>
      </StateMark>
      <span>
        {words}
        {limit !== null && ` (${formatText(text.limit, { limit: show(limit) })})`}, {since}
      </span>
      {hitWords(finding, state).map((line) => (
        <Text as="span" key={line} size="s" tone="quiet">
          {line}
        </Text>
      ))}
    </li>
  );
}

/**
 * Whether all is well, in words; what is not, since when and whom it hits. A screen reader is told only when what is not
 * well has changed, not of each figure.
 */
export function Verdict({ state }: { state: PerformanceState }) {
  const { findings, together } = state;
  const isWell = findings.length === 0;
  const title = isWell ? text.well : formatText(text.notWell, { n: findings.length });
  const names = [...new Set(findings.map(({ code }) => text.findingNames[code]))].join('. ');
  return (
    <section className={styles.verdict} data-well={isWell} aria-labelledby="performance-verdict">
      <VisuallyHidden>
        <span role="status">{isWell ? text.well : `${title}: ${names}`}</span>
      </VisuallyHidden>
      <h2 id="performance-verdict">
        <Icon drawing={isWell ? check : alert} size={24} />
        {title}
      </h2>
      {isWell ? (
        <p>{together.calls === 0 ? text.wellQuiet : text.wellWords}</p>
      ) : (
        <ul aria-label={text.findings}>
          {findings.map((finding) => (
            <FindingItem key={`${finding.code} ${finding.node}`} finding={finding} state={state} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Figure({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <b>{children}</b>
        {note !== undefined && <span>{note}</span>}
      </dd>
    </div>
  );
}

/** All nodes together, the queue and the database. */
export function Together({ state: { together, jobs, database } }: { state: PerformanceState }) {
  const { pool } = together;
  const failedShare = together.calls === 0 ? 0 : together.failed / together.calls;
  return (
    <section className={styles.part} aria-labelledby="performance-together">
      <h2 id="performance-together">{text.together}</h2>
      <dl className={styles.figures}>
        <Figure name={text.perSecond} note={formatText(text.perMinute, { n: together.calls })}>
          {formatText(text.perSecondOf, { n: showDecimal(together.perSecond) })}
        </Figure>
        <Figure name={text.failed} note={formatText(text.failedOf, { n: together.failed })}>
          {showShare(failedShare)}
        </Figure>
        <Figure
          name={text.durations}
          note={formatText(text.durationsOf, { p50: showMs(together.p50Ms), p99: showMs(together.p99Ms) })}
        >
          {showMs(together.p95Ms)}
        </Figure>
        <Figure name={text.inFlight} note={text.inFlightOf}>
          {showNumber(together.inFlight)}
        </Figure>
        <Figure name={text.loop} note={formatText(text.loopOf, { share: showShare(together.loopUsed) })}>
          {showMs(together.lagMs)}
        </Figure>
        <Figure name={text.pool} note={formatText(text.poolOf, { idle: pool.idle, waiting: pool.waiting })}>
          {showNumber(pool.used)}
        </Figure>
        <Figure name={text.jobs} note={formatText(text.jobsOf, { waiting: showNumber(jobs.waiting) })}>
          {showNumber(Math.max(together.jobsRunning, jobs.running))}
        </Figure>
        <Figure name={text.memory}>{showBytes(together.rssBytes)}</Figure>
      </dl>
      <h3>{text.database}</h3>
      <dl className={styles.facts}>
        <div>
          <dt>{text.connections}</dt>
          <dd>{formatText(text.connectionsOf, { n: database.connections, max: database.maxConnections })}</dd>
        </div>
        <div>
          <dt>{text.longest}</dt>
          <dd>{database.longestSeconds === 0 ? text.noneNow : showSeconds(database.longestSeconds)}</dd>
        </div>
        <div>
          <dt>{text.cache}</dt>
          <dd>{showShare(database.cacheShare)}</dd>
        </div>
        <div>
          <dt>{text.locks}</dt>
          <dd>{database.lockWaits === 0 ? text.noneNow : showNumber(database.lockWaits)}</dd>
        </div>
        <div>
          <dt>{text.size}</dt>
          <dd>{showBytes(database.sizeBytes)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Calls of each of the last sixty seconds. */
export function LastMinute({ state: { seconds } }: { state: PerformanceState }) {
  const count = seconds.calls.length;
  const points = seconds.calls.map((_, index) => {
    const ago = count - index;
    const label = formatText(text.secondsAgo, { n: ago });
    return { label, mark: ago % 15 === 0 ? showSeconds(ago) : undefined };
  });
  const lines = [
    { key: 'calls', name: text.callsLine, values: seconds.calls },
    { key: 'failed', name: text.failedLine, values: seconds.failed },
  ];
  return (
    <figure className={styles.chart}>
      <figcaption>{text.secondsTitle}</figcaption>
      <LineChart
        label={text.secondsLabel}
        points={points}
        lines={lines}
        format={showDecimal}
        formatTick={showTick}
        none={text.none}
      />
    </figure>
  );
}

/** On a phone, where the table has no header, a value shows the title of its column. */
const named = (title: string, shown: ReactNode) => (
  <>
    <span className={styles.name} aria-hidden="true">
      {title}
    </span>
    <span>{shown}</span>
  </>
);

type NodeRow =
  | { readonly name: string; readonly figures: PerformanceState['nodes'][number] }
  | { readonly name: string; readonly lastAt: string };

/** Each node; of one that is silent when it was last heard of. */
export function Nodes({ state: { nodes, silent } }: { state: PerformanceState }) {
  const column = (
    key: string,
    title: string,
    cell: (figures: PerformanceState['nodes'][number]) => ReactNode,
  ): Column<NodeRow> => ({
    key,
    title,
    numeric: true,
    cell: (row) => named(title, 'figures' in row ? cell(row.figures) : text.none),
  });
  const columns: Column<NodeRow>[] = [
    { key: 'node', title: text.node, cell: ({ name }) => name },
    {
      key: 'state',
      title: text.state,
      cell: (row) =>
        'lastAt' in row ? (
          <StateMark tone="bad">{formatText(text.silent, { time: showMinute(row.lastAt) })}</StateMark>
        ) : (
          <StateMark tone="good">{text.live}</StateMark>
        ),
    },
    column('calls', text.calls, ({ perSecond }) => showDecimal(perSecond)),
    column('failed', text.failedColumn, ({ failed }) => showNumber(failed)),
    column('p50', text.p50, ({ p50Ms }) => showMs(p50Ms)),
    column('p95', text.p95, ({ p95Ms }) => showMs(p95Ms)),
    column('p99', text.p99, ({ p99Ms }) => showMs(p99Ms)),
    column('inFlight', text.inFlight, ({ inFlight }) => showNumber(inFlight)),
    column('lag', text.lag, ({ lagMs }) => showMs(lagMs)),
    column('pool', text.poolColumn, ({ pool: { used, idle, waiting } }) =>
      formatText(text.poolCell, { used, all: used + idle, waiting }),
    ),
    column('jobs', text.jobsColumn, ({ jobsRunning }) => showNumber(jobsRunning)),
    column('memory', text.memory, ({ rssBytes }) => showBytes(rssBytes)),
    column('version', text.version, ({ version }) => version || text.none),
  ];
  const versions = [...new Set(nodes.map(({ version }) => version || text.versionUnknown))];
  const rows: NodeRow[] = [...silent, ...nodes.map((figures) => ({ name: figures.name, figures }))];
  return (
    <div className={styles.part}>
      <h2>{text.nodes}</h2>
      {versions.length > 1 && (
        <StateMark tone="note">
          {formatText(text.versionsDiffer, { versions: versions.toSorted().join(', ') })}
        </StateMark>
      )}
      {rows.length === 0 ? (
        <p>{text.noNodes}</p>
      ) : (
        <DataTable
          caption={text.nodes}
          captionHidden
          columns={columns}
          rows={rows}
          rowKey={({ name }) => name}
          phoneLayout={styles.rows}
        />
      )}
    </div>
  );
}

/** The longest calls under way, and the calls of the last minute, those first that fail or are slow. */
export function Calls({ state: { running, paths } }: { state: PerformanceState }) {
  type Running = (typeof running)[number] & { readonly place: number };
  type Path = (typeof paths)[number];
  const runningColumns: Column<Running>[] = [
    { key: 'path', title: text.path, cell: ({ path }) => <span lang="en">{path}</span> },
    { key: 'node', title: text.node, cell: ({ node }) => named(text.node, node) },
    { key: 'age', title: text.age, numeric: true, cell: ({ ms }) => named(text.age, showMs(ms)) },
  ];
  const count = (key: string, title: string, of: (path: Path) => number): Column<Path> => ({
    key,
    title,
    numeric: true,
    cell: (path) => named(title, showNumber(of(path))),
  });
  const pathColumns: Column<Path>[] = [
    { key: 'path', title: text.path, cell: ({ path }) => <span lang="en">{path}</span> },
    count('calls', text.callsColumn, ({ calls }) => calls),
    count('failed', text.failedOnes, ({ failed }) => failed),
    count('slow', text.slowOnes, ({ slow }) => slow),
  ];
  return (
    <>
      <div className={styles.part}>
        <h2>{text.running}</h2>
        {running.length === 0 ? (
          <Text size="s" tone="quiet">
            {text.runningNone}
          </Text>
        ) : (
          <DataTable
            caption={text.running}
            captionHidden
            columns={runningColumns}
            rows={running.map((call, place) => ({ ...call, place }))}
            rowKey={({ place }) => String(place)}
            phoneLayout={styles.rows}
          />
        )}
      </div>
      <div className={styles.part}>
        <h2>{text.paths}</h2>
        {paths.length === 0 ? (
          <Text size="s" tone="quiet">
            {text.pathsNone}
          </Text>
        ) : (
          <>
            <Text size="s" tone="quiet">
              {formatText(text.pathsAbout, { limit: showMs(limits.p95Ms) })}
            </Text>
            <DataTable
              caption={text.paths}
              captionHidden
              columns={pathColumns}
              rows={paths}
              rowKey={({ path }) => path}
              phoneLayout={styles.rows}
            />
          </>
        )}
      </div>
    </>
  );
}
