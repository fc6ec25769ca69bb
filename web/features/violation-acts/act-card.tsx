import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { ViolationActData } from '#contract/values/violation-act.ts';
import { actPdf } from '#contract/violation-acts.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showDate, showKwh, showMoney, showSum } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { PaymentCode } from '#web/lib/payment-code/payment-code.tsx';
import { text as names } from '#web/lib/text.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { check, close } from '#web/ui/icons.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './act-card.module.css';
import actCodeStyles from './act-code.module.css';
import actFactsStyles from './act-facts.module.css';
import actStepsLineStyles from './act-steps-line.module.css';
import { type Act, isSome } from './act-types.ts';
import { text } from './text.ts';

type StepName = 'drawn' | 'served' | 'hearing' | 'decision' | 'bill' | 'paid' | 'disputed' | 'cancelled';

interface ActStep {
  readonly name: StepName;
  /** 'now': the current step; 'ahead': a future one. */
  readonly place: 'done' | 'now' | 'ahead';
  readonly date: string | null;
  /** The date is a deadline, not the day of the step. */
  readonly isUntil: boolean;
}

const way = ['drawn', 'served', 'hearing', 'decision', 'bill', 'paid'] as const;

/** The number of steps that each state has reached. */
const stepsByState: Partial<Record<Act['state'], number>> = {
  drawn: 0,
  served: 1,
  hearingSet: 2,
  decided: 3,
  billed: 4,
  partPaid: 4,
  instalments: 4,
  overdue: 4,
  paid: 5,
};

/** The steps reached before a dispute or cancellation, by dates and protocol. */
function stepsReached({ protocolNumber, protocolOn, hearingOn, servedOn }: ViolationActData): number {
  if (protocolNumber !== null || protocolOn !== null) return 3;
  if (hearingOn !== null) return 2;
  return servedOn === null ? 0 : 1;
}

/**
 * The steps of an act (facts 2.5): drawn up, handed over, heard, decided, billed, paid. A disputed or cancelled act
 * ends at the step it had reached, with nothing ahead.
 */
export function stepsOf(act: ViolationActData): readonly ActStep[] {
  const { state } = act;
  const dates = [act.drawnOn, act.servedOn, act.hearingOn, act.protocolOn, act.dueOn, act.paidOn];
  const last = stepsByState[state] ?? stepsReached(act);
  const steps = way.map((name, index): ActStep => {
    const isUntil = name === 'bill' && isSome(act.owed);
    return {
      name,
      place: index < last || state === 'paid' ? 'done' : index === last ? 'now' : 'ahead',
      // A paid bill has no day of its own in the record.
      date: (name !== 'bill' || isUntil ? dates[index] : null) ?? null,
      isUntil,
    };
  });
  if (state !== 'disputed' && state !== 'cancelled') return steps;
  const done = steps.slice(0, last + 1).map((step): ActStep => ({ ...step, place: 'done' }));
  return [...done, { name: state, place: 'now', date: null, isUntil: false }];
}

/** The next action on an act and its deadline: only days named in the record (facts 2.5). */
export function nextOf(act: ViolationActData): string {
  const { state, owed, hearingOn } = act;
  if (isSome(owed)) return untilWhen(act);
  switch (state) {
    case 'drawn':
    case 'served':
    case 'decided':
    case 'cancelled':
    case 'disputed':
      return text.next[state];
    case 'hearingSet':
      return hearingOn === null
        ? text.next.hearingSoon
        : formatText(text.next.hearingSet, { date: showDate(hearingOn) });
    default:
      return text.next.paid;
  }
}

function untilWhen({ isOverdue, dueOn, nextPart }: ViolationActData): string {
  if (nextPart !== undefined && !isOverdue) {
    const part = { sum: showSum(nextPart.left), date: showDate(nextPart.dueOn) };
    return formatText(text.next.part, part);
  }
  if (dueOn === null) return isOverdue ? text.next.overdue : text.next.due;
  return formatText(isOverdue ? text.next.overdueOn : text.next.dueOn, { date: showDate(dueOn) });
}

/** The facts of an act: sums, violation, days and energy charged. */
export function ActFacts({ act }: { act: ViolationActData }) {
  const facts = factsOf(act);
  if (facts.length === 0) return null;
  return (
    <dl className={actFactsStyles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Fact = readonly [name: string, value: string];

function factsOf(act: ViolationActData): readonly Fact[] {
  const { clause, periodFrom, periodTo, days, kwh, protocolNumber, protocolOn } = act;
  const facts: Fact[] = [];
  if (clause !== '') facts.push([text.clause, clause]);
  if (periodFrom !== null && periodTo !== null) {
    const period = { from: showDate(periodFrom), to: showDate(periodTo) };
    facts.push([
      text.period,
      days === null
        ? formatText(text.periodValue, period)
        : formatText(text.periodWithDays, { ...period, days: formatText(text.days, { count: days }) }),
    ]);
  }
  if (kwh > 0) facts.push([text.kwh, showKwh(kwh)]);
  if (protocolNumber !== null) {
    const words = protocolOn === null ? text.protocolNumber : text.protocolOn;
    facts.push([
      text.protocol,
      formatText(words, { number: protocolNumber, date: protocolOn === null ? '' : showDate(protocolOn) }),
    ]);
  }
  return [...facts, ...sumsOf(act)];
}

/** The sums next to the main one: the original sum, its payments, and what is left with the parts that are not due yet. */
function sumsOf({ sum, vat, paid, inTransit, owed, unpaid }: ViolationActData): readonly Fact[] {
  const sums: Fact[] = [];
  if (isSome(owed) && owed !== sum) sums.push([text.sum, showSum(sum)]);
  if (isSome(unpaid) && unpaid !== owed) sums.push([text.unpaidInAll, showSum(unpaid)]);
  if (isSome(vat)) sums.push([text.vat, showSum(vat)]);
  if (isSome(paid) && isSome(owed)) sums.push([text.paid, showSum(paid)]);
  if (isSome(inTransit)) sums.push([text.inTransit, showSum(inTransit)]);
  return sums;
}

/** The steps of an act as a line: side by side, or stacked where there is no room. */
export function ActStepsLine({ act }: { act: ViolationActData }) {
  return (
    <div className={actStepsLineStyles.frame}>
      <ol className={actStepsLineStyles.steps} aria-label={formatText(text.way, { number: act.actNumber })}>
        {stepsOf(act).map((step) => (
          <li
            key={step.name}
            className={actStepsLineStyles.step}
            data-place={step.place}
            data-end={styleOf(step, act)}
            aria-current={step.place === 'now' ? 'step' : undefined}
          >
            <span className={actStepsLineStyles.dot}>
              {step.place === 'done' && <Icon drawing={check} size={16} />}
              {step.name === 'cancelled' && <Icon drawing={close} size={16} />}
            </span>
            <span className={actStepsLineStyles.name}>{text.steps[step.name]}</span>
            <span className={actStepsLineStyles.date}>{dateOf(step)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function dateOf({ date, isUntil }: ActStep): string {
  if (date === null) return '';
  return isUntil ? formatText(text.until, { date: showDate(date) }) : showDate(date);
}

/** The style of a step that is overdue, abandoned or final. */
function styleOf({ name, place }: ActStep, { isOverdue }: ViolationActData): string | undefined {
  if (name === 'disputed' || name === 'cancelled') return name;
  return name === 'bill' && place === 'now' && isOverdue ? 'overdue' : undefined;
}

/** The days and sums by which an act is paid in parts; nothing when it is paid at once. */
export function Schedule({ act: { actNumber, instalments = [] } }: { act: ViolationActData }) {
  if (instalments.length === 0) return null;
  return (
    <Stack as="section" gap="1" aria-label={formatText(text.scheduleOf, { number: actNumber })}>
      <Text isStrong>{text.schedule}</Text>
      <ol className={actFactsStyles.parts}>
        {instalments.map(({ dueOn, sum, left }) => (
          <li key={dueOn}>
            <span>{formatText(text.partOf, { date: showDate(dueOn), sum: showSum(sum) })}</span>
            <StateMark tone={isSome(left) ? 'wait' : 'good'}>
              {left === sum
                ? text.partAhead
                : isSome(left)
                  ? formatText(text.partLeft, { sum: showSum(left) })
                  : text.states.paid}
            </StateMark>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

/** The QR code for the debt of an act, with the payment purpose that names the act; collapsed at first. */
function ActCode({ act, qr }: { act: Act; qr: string }) {
  return (
    <Disclosure summary={text.code}>
      <div className={actCodeStyles.code}>
        <PaymentCode
          payload={qr}
          label={formatText(text.codeLabel, { number: act.actNumber, sum: showMoney(act.owed) })}
        />
        <div>
          <p>{text.codeHint}</p>
          <Text size="s" tone="quiet">
            {text.purpose}
          </Text>
          <p>{act.paymentPurpose}</p>
          <CopyButton
            value={act.paymentPurpose}
            label={text.copyPurpose}
            copied={text.copied}
            failed={text.copyFailed}
          />
        </div>
      </div>
    </Disclosure>
  );
}

/** Downloads of the documents of an act. */
function ActDocuments({ account, act }: { account: string; act: Act }) {
  const { actNumber, files } = act;
  return (
    <DownloadButtons
      label={formatText(text.files, { number: actNumber })}
      labels={Object.fromEntries(files.map((kind) => [kind, text.papers[kind]])) as typeof text.papers}
      busyLabel={text.fileBusy}
      download={(kind) => downloadFile(actPdf, { account, actNumber, kind })}
    />
  );
}

interface ActCardProps {
  account: string;
  act: Act;
  /** The act to pay first: its button is the primary one of the page. */
  isFirstDue: boolean;
  onPay: (act: Act) => void;
}

/** One act: its sum, state, next action and buttons. */
export function ActCard({ account, act, isFirstDue, onPay }: ActCardProps) {
  const heading = useId();
  const isOnline = useOnline();
  const isDue = isSome(act.owed);
  return (
    <li>
      <Card labelledBy={heading}>
        <article className={styles.card}>
          <header className={styles.head}>
            <h2 id={heading} className={styles.number}>
              {formatText(text.act, { number: act.actNumber })}{' '}
              <span className={styles.date}>{formatText(text.drawnOn, { date: showDate(act.drawnOn) })}</span>
            </h2>
            <Text size="s">
              <StateMark tone={toneOf(act)}>{text.states[act.isOverdue ? 'overdue' : act.state]}</StateMark>
            </Text>
          </header>
          <div className={styles.main}>
            <div className={styles.figure}>
              {(isDue || isSome(act.sum)) && (
                <>
                  <Text size="s" tone="quiet">
                    {isDue ? text.owed : text.sum}
                  </Text>
                  <p className={styles.money}>
                    <MoneyFigure
                      sum={showMoney(isDue ? act.owed : act.sum)}
                      unit={names.hryvnia}
                      size={isDue ? 'l' : 'm'}
                    />
                  </p>
                </>
              )}
              <p className={styles.next}>{nextOf(act)}</p>
              {isSome(act.inTransit) && (
                <Text size="s" tone="quiet">
                  {formatText(text.next.inTransit, { sum: showSum(act.inTransit) })}
                </Text>
              )}
            </div>
            {isDue && (
              <div className={styles.pay}>
                <Button kind={isFirstDue ? 'lamp' : 'quiet'} disabled={!isOnline} onClick={() => onPay(act)}>
                  {text.pay}
                  <VisuallyHidden> № {act.actNumber}</VisuallyHidden>
                </Button>
                {!isOnline && (
                  <Text size="s" tone="quiet">
                    {text.payWaits}
                  </Text>
                )}
              </div>
            )}
          </div>
          {isDue && act.qr && <ActCode act={act} qr={act.qr} />}
          <ActStepsLine act={act} />
          <Schedule act={act} />
          <ActFacts act={act} />
          <div className={styles.papers}>
            <ActDocuments account={account} act={act} />
            {!isOnline && (
              <Text size="s" tone="quiet">
                {text.filesWait}
              </Text>
            )}
          </div>
        </article>
      </Card>
    </li>
  );
}

function toneOf({ state, owed, isOverdue }: Act): StateTone {
  if (isOverdue) return 'bad';
  if (isSome(owed)) return 'wait';
  if (state === 'paid') return 'good';
  return state === 'cancelled' ? 'void' : 'note';
}
