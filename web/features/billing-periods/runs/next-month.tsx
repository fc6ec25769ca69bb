import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { actOnRun, startRun } from '#contract/billing-periods.ts';
import type { InputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { ClosingPlanData, ClosingRunData } from '#contract/values/billing-period.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import { showDate, showMoment, showNumber, showPeriod } from '#web/lib/format.ts';
import { useLiveTopic } from '#web/lib/query/live.ts';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type MonthStates, monthsKey, monthsQuery, underWay } from './api.ts';
import { RunDialog } from './run-dialogs.tsx';
import { RunResult } from './run-result.tsx';
import styles from './runs.module.css';
import { text } from './text.ts';
import { Undecided } from './undecided.tsx';

interface NextMonthProps {
  plan: ClosingPlanData;
  /** Of the month. */
  dryRun: ClosingRunData | undefined;
  closing: ClosingRunData | undefined;
  /** Others only look. */
  mayRun: boolean;
  /** To where readings under review are decided. */
  reviewLink: ReactNode;
}

/** The month that is closed next: what it has, its dry run, what may be done about it now. */
export function NextMonth({ plan, dryRun, closing, mayRun, reviewLink }: NextMonthProps) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'close' | 'pause'>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [acts, setActs] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const { period } = plan;
  const active = [closing, dryRun].find((run) => run !== undefined && underWay.has(run.state));

  // Each act has other buttons after it: the one that was pressed is gone, and the focus with it.
  useEffect(() => {
    if (acts > 0) heading.current?.focus();
  }, [acts]);

  /** Shows what came of it; a refusal is shown with the state that another administrator has made meanwhile. */
  async function apply(call: Promise<ApiResult<MonthStates>>, words: string) {
    setFailure(undefined);
    setBusy(true);
    const result = await withMinimumDelay(call);
    setBusy(false);
    if (!result.ok) {
      await client.invalidateQueries({ queryKey: monthsKey });
      return result.failure;
    }
    client.setQueryData(monthsQuery.queryKey, result.data);
    setDialog(undefined);
    setActs((count) => count + 1);
    showTip('good', words);
    return undefined;
  }
  type Start = Omit<InputOf<typeof startRun>, 'token' | 'period'>;
  const start = (asked: Start) => apply(callApi(startRun, { period, ...asked }), text.started[asked.kind]);
  const act = (run: ClosingRunData, one: InputOf<typeof actOnRun>['act'], reason?: string) =>
    apply(callApi(actOnRun, { run: run.runNumber, act: one, ...(reason && { reason }) }), text.acted[one]);
  const press = async (acted: ReturnType<typeof act>) => setFailure((await acted)?.message);
  const goOn = () =>
    closing && closing.state !== 'done'
      ? act(closing, 'resume')
      : start({ kind: 'closing', reason: text.goOn });

  const { readings } = plan.undecided;
  const isReady =
    dryRun?.state === 'done' && dryRun.totals?.stopping === 0 && dryRun.stale.length === 0 && plan.isOver;
  const whyRefused =
    closing?.code &&
    (plan.state === 'closing' || (dryRun?.runNumber ?? 0) < closing.runNumber) &&
    formatText(text.whys[closing.code], { subject: closing.subject ?? '' });
  const buttons = active ? (
    <ActiveButtons
      run={active}
      busy={busy}
      onPause={() => setDialog('pause')}
      onStop={() => void press(act(active, 'stop'))}
    />
  ) : plan.state === 'closing' ? (
    <>
      <Button kind="lamp" busy={busy} onClick={() => void press(goOn())}>
        {text.goOn}
      </Button>
      <Button busy={busy} onClick={() => void press(start({ kind: 'dryRun' }))}>
        {text.checkRest}
      </Button>
    </>
  ) : (
    <>
      {isReady && (
        <Button kind={readings > 0 ? 'quiet' : 'lamp'} busy={busy} onClick={() => setDialog('close')}>
          {text.close}
        </Button>
      )}
      <Button
        kind={isReady ? 'quiet' : 'lamp'}
        busy={busy}
        onClick={() => void press(start({ kind: 'dryRun' }))}
      >
        {dryRun === undefined ? text.run : text.runAgain}
      </Button>
    </>
  );

  return (
    <Card labelledBy="next-month">
      <Stack gap="3">
        <Stack gap="1">
          <Row gap="2" align="center">
            <Text as="h2" id="next-month" size="l" ref={heading} tabIndex={-1}>
              <span className={styles.month}>{showPeriod(period)}</span>
            </Text>
            <StateMark tone={plan.state === 'open' ? 'note' : 'wait'}>
              {closing?.state === 'paused' ? text.closingPaused : text.states[plan.state]}
            </StateMark>
          </Row>
          <Text tone="quiet">{whenWords(plan)}</Text>
        </Stack>
        <Plan plan={plan} />
        {active && <Progress run={active} />}
        {plan.isClosedElsewhere && <Notice kind="info">{text.elsewhere}</Notice>}
        {plan.state === 'open' && readings > 0 && (
          <Undecided
            undecided={plan.undecided}
            instead={dryRun?.state === 'done' ? (dryRun.totals?.undecided ?? null) : null}
            link={reviewLink}
          />
        )}
        {!active && closing && whyRefused && (
          <Notice kind="bad" title={text.runStates[closing.state]}>
            {whyRefused}
          </Notice>
        )}
        {failure && (
          <Notice kind="bad" live="alert">
            {failure}
          </Notice>
        )}
        {mayRun ? (
          !plan.isClosedElsewhere && <Row gap="1">{buttons}</Row>
        ) : (
          <Text tone="quiet">{text.readOnly}</Text>
        )}
        {dryRun && !underWay.has(dryRun.state) && (
          <RunResult run={dryRun} title={text.resultTitle} isOver={plan.isOver} undecided={readings} />
        )}
      </Stack>
      {dialog === 'close' && dryRun && (
        <RunDialog
          of={{ kind: 'close', plan, dryRun }}
          onClose={() => setDialog(undefined)}
          send={(reason, early) =>
            start({
              kind: 'closing',
              dryRun: dryRun.runNumber,
              early,
              reason,
              ...(readings > 0 && { undecided: readings }),
            })
          }
        />
      )}
      {dialog === 'pause' && active && (
        <RunDialog
          of={{ kind: 'pause' }}
          onClose={() => setDialog(undefined)}
          send={(reason) => act(active, 'pause', reason)}
        />
      )}
    </Card>
  );
}

/** Until when its readings come, and when it may be closed. */
function whenWords({ period, state, isOver, areReadingsTaken, readingsUntil }: ClosingPlanData): string {
  if (state === 'closing') return text.inClosing;
  const moment = showMoment(readingsUntil);
  const readings = formatText(areReadingsTaken ? text.readingsUntil : text.readingsOver, { moment });
  if (isOver) return readings;
  return `${formatText(text.notOver, { date: showDate(firstDayAfter(billingPeriod(period))) })} ${readings}`;
}

/** How many accounts the month has, and of how many of them and of their meters a reading is known. */
function Plan({ plan: { accounts, withReading, metersWithReading } }: { plan: ClosingPlanData }) {
  const shareOf = (part: number) =>
    accounts === 0 ? '' : formatText(text.percent, { share: Math.round((part / accounts) * 100) });
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{text.accounts}</dt>
        <dd>{showNumber(accounts)}</dd>
      </div>
      <div>
        <dt>{text.withReading}</dt>
        <dd>
          {showNumber(withReading)} <small>{shareOf(withReading)}</small>
        </dd>
      </div>
      <div>
        <dt>
          {text.withoutReading}; {text.withoutNote}
        </dt>
        <dd>
          {showNumber(accounts - withReading)} <small>{shareOf(accounts - withReading)}</small>
        </dd>
      </div>
      <div>
        <dt>{text.metersWithReading}</dt>
        <dd>{showNumber(metersWithReading)}</dd>
      </div>
    </dl>
  );
}

/** How far the run is, as it moves. */
function Progress({ run }: { run: ClosingRunData }) {
  const live = useLiveTopic('billing-progress')?.runs.find(
    ({ kind, subject }) => kind === run.kind && subject === run.period,
  );
  const done = Math.max(live?.done ?? 0, run.done);
  const total = live?.total || run.total || 0;
  const state = formatText(text.progress[run.kind], { state: text.runStates[run.state] });
  const label =
    total === 0 ? state : `${state}, ${formatText(text.ofAccounts, { done: showNumber(done), total })}`;
  return <ProgressBar done={done} total={total} label={label} />;
}

interface ActiveButtonsProps {
  run: ClosingRunData;
  busy: boolean;
  onPause: () => void;
  onStop: () => void;
}

function ActiveButtons({ run, busy, onPause, onStop }: ActiveButtonsProps) {
  if (run.kind === 'dryRun')
    return (
      <Button busy={busy} onClick={onStop}>
        {text.stop}
      </Button>
    );
  return (
    <Button busy={busy || run.state === 'pausing'} onClick={onPause}>
      {text.pause}
    </Button>
  );
}
