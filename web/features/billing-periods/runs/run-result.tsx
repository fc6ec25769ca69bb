import { formatText } from '#contract/messages/format-text.ts';
import type { ClosingRunData } from '#contract/values/billing-period.ts';
import { showKwh, showMoment, showMoney, showNumber } from '#web/lib/format.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { DataTable } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './runs.module.css';
import { text } from './text.ts';

type Totals = NonNullable<ClosingRunData['totals']>;

interface RunResultProps {
  run: ClosingRunData;
  title: string;
  /** Whether the month has ended: one that goes on is not closed, whatever was found. */
  isOver: boolean;
  /** Readings of the month that are under review now. */
  undecided: number;
}

/** What a run has come to: sums, what they stand on, and whether anything stops the closing. */
export function RunResult({ run, title, isOver, undecided }: RunResultProps) {
  const { totals, state, askedBy, endedAt, askedAt, wasInterrupted, code, subject } = run;
  const note = [
    formatText(text.by, { moment: showMoment(endedAt ?? askedAt), who: askedBy }),
    state !== 'done' && text.runStates[state],
    wasInterrupted && text.wasInterrupted,
  ];
  return (
    <Stack as="section" gap="2" aria-labelledby="result">
      <div>
        <Text as="h3" id="result">
          {title}
        </Text>
        <Text size="s" tone="quiet" isNumeric>
          {note.filter(Boolean).join(' · ')}
        </Text>
      </div>
      {code && <Notice kind="bad">{formatText(text.whys[code], { subject: subject ?? '' })}</Notice>}
      {state === 'done' && totals && (
        <>
          <Verdict totals={totals} stale={run.stale} isOver={isOver} undecided={undecided} />
          <Sums totals={totals} />
          <Shares totals={totals} />
        </>
      )}
    </Stack>
  );
}

interface VerdictProps {
  totals: Totals;
  stale: ClosingRunData['stale'];
  isOver: boolean;
  undecided: number;
}

function Verdict({ totals: { stopping, exceptions }, stale, isOver, undecided }: VerdictProps) {
  if (stopping > 0)
    return (
      <Notice kind="bad" title={formatText(text.stoppingTitle, { n: stopping })}>
        {text.stopping}
      </Notice>
    );
  if (!isOver)
    return (
      <Notice kind="good" title={text.countedTitle}>
        {text.notYet}
      </Notice>
    );
  if (stale.length > 0)
    return (
      <Notice kind="warn" title={text.staleTitle}>
        {staleText(stale)}
      </Notice>
    );
  if (undecided > 0)
    return (
      <Notice kind="info" title={text.countedTitle}>
        {text.countedUndecided}
      </Notice>
    );
  return (
    <Notice kind="good" title={text.readyTitle}>
      {text.ready} {exceptions.length > 0 && text.toCheck}
    </Notice>
  );
}

function staleText(stale: ClosingRunData['stale']): string {
  const what = stale.flatMap(({ cause, count }) =>
    cause === 'monthNotOver' ? [] : [formatText(text.staleWords[cause], { n: count })],
  );
  const isEarly = stale.some(({ cause }) => cause === 'monthNotOver');
  return [isEarly && text.staleEarly, what.length > 0 && formatText(text.stale, { what: what.join(', ') })]
    .filter(Boolean)
    .join(' ');
}

function Sums({ totals: { accounts, charged, recalculated, kwh, meters, metersRead } }: { totals: Totals }) {
  const figures = [
    [text.charged, showMoney(charged)],
    [text.recalculated, showMoney(recalculated)],
    [text.energy, showKwh(kwh)],
    [text.counted, showNumber(accounts)],
    [text.metersRead, formatText(text.ofMeters, { read: showNumber(metersRead), all: showNumber(meters) })],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** By what the accounts were charged, the surest first. */
function Shares({ totals }: { totals: Totals }) {
  const percent = (part: number) =>
    totals.accounts === 0
      ? ''
      : formatText(text.percent, { share: Math.round((part / totals.accounts) * 100) });
  return (
    <DataTable
      caption={text.sharesCaption}
      phoneLayout={styles.shares}
      rows={totals.shares}
      rowKey={({ ground }) => ground}
      columns={[
        { key: 'ground', title: text.ground, cell: ({ ground }) => text.grounds[ground] },
        {
          key: 'accounts',
          title: text.shareAccounts,
          numeric: true,
          cell: ({ accounts }) => showNumber(accounts),
        },
        { key: 'share', title: text.share, numeric: true, cell: ({ accounts }) => percent(accounts) },
        { key: 'kwh', title: text.shareKwh, numeric: true, cell: ({ kwh }) => showNumber(Math.round(kwh)) },
        {
          key: 'charged',
          title: text.shareCharged,
          numeric: true,
          cell: ({ charged }) => showMoney(charged),
        },
      ]}
      total={{
        ground: text.total,
        accounts: showNumber(totals.accounts),
        share: percent(totals.accounts),
        kwh: showNumber(Math.round(totals.kwh)),
        charged: showMoney(totals.charged),
      }}
    />
  );
}
