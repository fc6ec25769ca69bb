import { formatText } from '#contract/messages/format-text.ts';
import type { TariffTrialData } from '#contract/values/tariff-plan.ts';
import { formatMoney, moneyFromWire, subtractMoney } from '#domain/money.ts';
import { sameGroup, trialGroupEnds } from '#domain/tariffs/trial-summary.ts';
import { Extremes } from '#web/lib/dated-changes/extremes.tsx';
import { showDate, showMoney, showNumber, showPeriod } from '#web/lib/format.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import styles from './plans.module.css';
import { text } from './text.ts';

type Extreme = TariffTrialData['rises'][number];

/** A difference with its sign: "+1 234,56". */
function differenceWords({ before, after }: Pick<Extreme, 'before' | 'after'>): string {
  const difference = subtractMoney(moneyFromWire(after), moneyFromWire(before));
  return `${difference > 0n ? '+' : ''}${formatMoney(difference)}`;
}

const extremeColumns: readonly Column<Extreme>[] = [
  { key: 'account', title: text.account, cell: ({ accountNumber }) => accountNumber },
  {
    key: 'used',
    title: text.used,
    numeric: true,
    cell: ({ energyWh }) => showNumber(Math.round(energyWh / 1000)),
  },
  { key: 'before', title: text.nowColumn, numeric: true, cell: ({ before }) => showMoney(before) },
  { key: 'after', title: text.thenColumn, numeric: true, cell: ({ after }) => showMoney(after) },
  { key: 'difference', title: text.difference, numeric: true, cell: differenceWords },
];

/** The words of a group of differences (`trialGroupEnds`). */
function groupWords(group: number): string {
  if (group === sameGroup) return text.same;
  const [low, high] = [trialGroupEnds[group - 1], trialGroupEnds[group]].map((end) => Math.abs(end ?? 0));
  if (group < sameGroup) {
    if (group === 0) return formatText(text.below, { sum: high ?? 0 });
    if (high === 0) return formatText(text.lowerSmall, { to: low ?? 0 });
    return formatText(text.lower, { from: high ?? 0, to: low ?? 0 });
  }
  if (group === trialGroupEnds.length) return formatText(text.above, { sum: low ?? 0 });
  if (low === 0) return formatText(text.higherSmall, { to: high ?? 0 });
  return formatText(text.higher, { from: low ?? 0, to: high ?? 0 });
}

function monthsWords(months: readonly string[]): string {
  const [first = '', last = ''] = [months[0], months.at(-1)];
  if (first === last) return showPeriod(first);
  return formatText(text.monthsSpan, { first: showPeriod(first), last: showPeriod(last) });
}

/** The trial of a planned version: how far it has come, and what it found. */
export function TrialView({ trial }: { trial: TariffTrialData }) {
  const { state, accountsDone, accountsTotal } = trial;
  if (state === 'running') {
    const done = showNumber(accountsDone);
    return accountsTotal === null ? (
      <Text size="s" tone="quiet">
        {text.counting}
      </Text>
    ) : (
      <ProgressBar
        done={accountsDone}
        total={accountsTotal}
        label={formatText(text.trying, { done, total: showNumber(accountsTotal) })}
      />
    );
  }
  return (
    <Stack gap="2">
      {trial.isStale && <Notice kind="warn">{text.stale}</Notice>}
      {state === 'stopped' && (
        <Notice kind="info">{formatText(text.stopped, { done: showNumber(accountsDone) })}</Notice>
      )}
      {trial.accounts > 0 ? <Found trial={trial} /> : <Text size="s">{text.nobodyCharged}</Text>}
    </Stack>
  );
}

function Found({ trial }: { trial: TariffTrialData }) {
  const most = Math.max(...trial.groups, 1);
  const months = monthsWords(trial.months);
  const figures = [
    { name: text.accounts, value: showNumber(trial.accounts) },
    { name: text.nowSum, value: showMoney(trial.before) },
    { name: text.thenSum, value: showMoney(trial.after) },
    { name: text.difference, value: differenceWords(trial), isMain: true },
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(({ name, value, isMain }) => (
          <div key={name} data-main={isMain ? '' : undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="s" tone="quiet">
        {trial.comparedWith === null
          ? formatText(text.basisOfRecalculation, { months })
          : formatText(text.basisOfTrial, { months, from: showDate(trial.comparedWith) })}
      </Text>
      <table className={styles.groups}>
        <caption>{text.distribution}</caption>
        <tbody>
          {trial.groups.map((count, group) => (
            // The groups never move.
            <tr key={groupWords(group)} data-empty={count === 0 ? '' : undefined}>
              <th scope="row">{groupWords(group)}</th>
              <td>
                <span
                  className={styles.bar}
                  style={{ inlineSize: `${(count / most) * 100}%` }}
                  data-side={group === sameGroup ? 'same' : group < sameGroup ? 'lower' : 'higher'}
                />
              </td>
              <td>{showNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Extremes
        summary={text.extremes}
        lists={[
          { title: text.rises, none: text.nobodyRises, rows: trial.rises },
          { title: text.falls, none: text.nobodyFalls, rows: trial.falls },
        ]}
        rowKey={({ accountNumber }) => accountNumber}
        columns={extremeColumns}
      />
    </>
  );
}
