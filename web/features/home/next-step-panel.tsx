import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { personBalance } from '#contract/balance.ts';
import { listBills } from '#contract/bills.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { getPaymentReminder, remindOfPayment } from '#contract/payments/payment-reminders.ts';
import { listMeters } from '#contract/readings.ts';
import { type ReadingAsk, readingAsk } from '#domain/readings/reading-ask.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { blockedAdvice, blockedMessage } from '#web/lib/form/blocked-advice.ts';
import { isSomeMoney, showDate, showMoment, showSum, showTimeLeft } from '#web/lib/format.ts';
import { MessageText } from '#web/lib/message-text.tsx';
import { accountCallKey, accountQuery } from '#web/lib/query/account-query.ts';
import { joinQueries, QueryPart } from '#web/lib/query/query-part.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { zoneList } from '#web/lib/zone-parts.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight } from '#web/ui/icons.ts';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { dueText } from './due-text.ts';
import styles from './next-step-panel.module.css';
import { text } from './text.ts';

type Balance = OutputOf<typeof personBalance>['balance'];
type UnpaidAct = Balance['debetAct']['items'][number];
type Ask<Kind extends ReadingAsk['kind']> = Extract<ReadingAsk, { kind: Kind }>;

/** The single next action of the customer. */
type NextStep =
  | (Omit<Ask<'give'>, 'kind'> & { kind: 'reading'; owed: string | undefined })
  | (Ask<'sendPhoto'> & { owed: string | undefined })
  | { kind: 'pay'; sum: string }
  | { kind: 'payAct'; act: UnpaidAct }
  /** `blocked`: why no meter takes a reading, other than a closed window; no window is announced then. */
  | {
      kind: 'done';
      readingGiven: boolean;
      opensOn: string | undefined;
      blocked: Ask<'closed'>['reason'];
    };

/**
 * Decides the highlighted action. A reading, or the photo in its place, comes first while the window is open, because
 * it closes; then a debt for energy, then a violation act, then a photo that is not urgent. A debt that comes after
 * the reading is named with it. Source: product.md 5 (home); design: one highlighted action.
 */
export function nextStep(
  balance: Balance,
  { meters, window }: Pick<OutputOf<typeof listMeters>, 'meters' | 'window'>,
): NextStep {
  const ask = readingAsk({ meters, window });
  const owed = isSomeMoney(balance.debet) ? balance.debet : undefined;
  if (ask.kind === 'give') return { ...ask, kind: 'reading', owed };
  if (ask.kind === 'sendPhoto' && window.isOpen) return { ...ask, owed };
  if (owed !== undefined) return { kind: 'pay', sum: owed };
  const act = balance.debetAct.items.find(({ sum }) => isSomeMoney(sum));
  if (act) return { kind: 'payAct', act };
  if (ask.kind === 'sendPhoto') return { ...ask, owed };
  return {
    kind: 'done',
    readingGiven: ask.kind === 'wait' && ask.isRead,
    opensOn: ask.kind === 'wait' ? ask.opensOn : undefined,
    blocked: ask.kind === 'closed' ? ask.reason : undefined,
  };
}

/** The texts of the done state: the title names an action when the reason asks for one. */
export function doneText({ blocked, readingGiven }: Extract<NextStep, { kind: 'done' }>): {
  title: string;
  body: string;
  asksToCall: boolean;
} {
  if (!blocked) {
    return {
      title: text.done,
      body: readingGiven ? text.doneBody : text.doneNoReading,
      asksToCall: false,
    };
  }
  const asksToCall = blockedAdvice(blocked.code) === 'call';
  return { title: asksToCall ? text.callUs : text.noDebt, body: blockedMessage(blocked), asksToCall };
}

/**
 * Sets a payment reminder for tomorrow in one press and shows its channel. Once set, or when no channel is available,
 * the button opens the dialog to change or remove it.
 */
function RemindButton({ account, onOpen }: { account: string; onOpen: () => void }) {
  const client = useQueryClient();
  const { data } = useQuery(accountQuery(getPaymentReminder, account));
  const [isBusy, setBusy] = useState(false);

  const setForTomorrow = async () => {
    const on = addDays(kyivDateOf(deviceNow()), 1);
    setBusy(true);
    const result = await callApi(remindOfPayment, { account, on });
    setBusy(false);
    // The dialog shows the failure and what to do next.
    if (!result.ok) return onOpen();
    client.setQueryData(accountCallKey(account, getPaymentReminder.path), result.data);
    const [channel = 'push'] = result.data.channels;
    const to = (result.data.to ?? '').replaceAll(' ', '\u00a0');
    showTip('good', formatText(text.remindedBy[channel], { to }));
  };

  const canSet = data !== undefined && data.on === null && data.channels.length > 0 && navigator.onLine;
  return (
    <Button
      data-changes={canSet || undefined}
      kind="plain"
      busy={isBusy}
      onClick={() => (canSet ? void setForTomorrow() : onOpen())}
    >
      {data?.on ? text.reminded.replace('{date}', showDate(data.on)) : text.remind}
    </Button>
  );
}

interface NextStepPanelProps {
  account: string;
  /** The reading form with its result, so that the next step is done where it is named. */
  reading: ReactNode;
  /** Opens the payment of the debt, or its reminder. */
  onPay: (due: string, reminds?: boolean) => void;
  onPayAct: (act: UnpaidAct, reminds?: boolean) => void;
  /** The phones of the contact centre, for steps that the customer can't do alone. */
  phones: ReactNode;
}

/** The next step of the customer; highlighted while something is to be done. */
export function NextStepPanel(props: NextStepPanelProps) {
  const id = useId();
  const balance = useQuery(accountQuery(personBalance, props.account));
  const meters = useQuery(accountQuery(listMeters, props.account));
  return (
    <QueryPart
      query={joinQueries({ balance, meters })}
      failed={text.failed}
      skeleton={
        <section className={styles.dark} aria-labelledby={id}>
          <h2 id={id}>{text.now}</h2>
          <Skeleton shape="title" />
          <Skeleton />
          <VisuallyHidden>{text.loading}</VisuallyHidden>
        </section>
      }
    >
      {(data) => <NextStepSection {...props} id={id} balance={data.balance.balance} meters={data.meters} />}
    </QueryPart>
  );
}

interface NextStepSectionProps extends NextStepPanelProps {
  id: string;
  balance: Balance;
  meters: OutputOf<typeof listMeters>;
}

function NextStepSection(props: NextStepSectionProps) {
  const { id, balance, meters, account, reading, onPay, onPayAct, phones } = props;
  const [wasReadingNeeded, setReadingNeeded] = useState(false);
  const step = nextStep(balance, meters);
  const needsReading = step.kind === 'reading' && meters.meters.length === 1;
  if (needsReading && !wasReadingNeeded) setReadingNeeded(true);
  // The receipt stays in the place of the form, whatever the next step is.
  const holdsReading = needsReading || wasReadingNeeded;
  return (
    <section
      className={step.kind === 'done' ? styles.dark : styles.lit}
      data-holds={holdsReading ? '' : undefined}
      aria-labelledby={id}
    >
      {step.kind === 'reading' && <ReadingTitle titleId={id} step={step} />}
      {step.kind === 'pay' && <Pay titleId={id} account={account} sum={step.sum} onPay={onPay} />}
      {step.kind === 'payAct' && <PayAct titleId={id} account={account} act={step.act} onPayAct={onPayAct} />}
      {step.kind === 'sendPhoto' && <SendPhoto titleId={id} step={step} onPay={onPay} />}
      {step.kind === 'done' && <Done titleId={id} step={step} phones={phones} />}
      {holdsReading && <div className={styles.reading}>{reading}</div>}
      {step.kind === 'reading' && <ReadingActions isHere={needsReading} owed={step.owed} onPay={onPay} />}
    </section>
  );
}

interface TitleProps {
  titleId: string;
}

function ReadingTitle({ titleId, step }: TitleProps & { step: Extract<NextStep, { kind: 'reading' }> }) {
  const { closesAt, left: zones, last } = step;
  const left = showTimeLeft(Date.parse(closesAt) - useNow());
  return (
    <>
      <Title id={titleId}>
        {zones ? formatText(text.partTitle, { zones: zoneList(zones) }) : text.giveReading}
      </Title>
      {last && <p>{formatText(text.giveAgain, { date: showDate(last.date), days: last.days })}</p>}
      <p>{text.giveReadingBody.replace('{left}', left).replace('{until}', showMoment(closesAt))}</p>
    </>
  );
}

interface ReadingActionsProps extends Pick<NextStepPanelProps, 'onPay'> {
  /** The form is in this panel, so the link to the readings page is secondary. */
  isHere: boolean;
  owed: string | undefined;
}

function ReadingActions({ isHere, owed, onPay }: ReadingActionsProps) {
  return (
    <div className={isHere ? styles.others : styles.actions}>
      <Link
        to="/cabinet/person/indication"
        hash={isHere ? 'bills' : ''}
        className={buttonClass(isHere ? 'plain' : 'ink')}
      >
        {isHere ? text.moreOfReading : text.giveReadingAction}
        {!isHere && <Icon drawing={arrowRight} />}
      </Link>
      {owed && (
        <Button kind="plain" onClick={() => onPay(owed)}>
          {text.payAction.replace('{sum}', showSum(owed))}
        </Button>
      )}
    </div>
  );
}

interface PayProps extends TitleProps, Pick<NextStepPanelProps, 'account' | 'onPay'> {
  sum: string;
}

function Pay({ titleId, account, sum, onPay }: PayProps) {
  const { data } = useQuery(accountQuery(listBills, account));
  const bill = data?.bills[0];
  const today = kyivDateOf(useNow());
  return (
    <>
      <Title id={titleId}>{data && !bill ? text.payDebt : text.payBill}</Title>
      <p className={styles.words}>{bill ? dueText(bill, today) : data && text.payBodyNoBill}</p>
      <div className={styles.actions}>
        <Button kind="ink" onClick={() => onPay(sum)}>
          {text.payAction.replace('{sum}', showSum(sum))}
        </Button>
        <div className={styles.others}>
          {bill && (
            <Link
              to="/cabinet/person/bills/$period"
              params={{ period: bill.period }}
              className={buttonClass('plain')}
            >
              {text.openBill}
            </Link>
          )}
          <RemindButton account={account} onOpen={() => onPay(sum, true)} />
        </div>
      </div>
    </>
  );
}

interface PayActProps extends TitleProps, Pick<NextStepPanelProps, 'account' | 'onPayAct'> {
  act: UnpaidAct;
}

function PayAct({ titleId, account, act, onPayAct }: PayActProps) {
  return (
    <>
      <Title id={titleId}>{text.payAct}</Title>
      <p>{text.payActBody.replace('{number}', act.number).replace('{date}', showDate(act.date))}</p>
      <div className={styles.actions}>
        <Button kind="ink" onClick={() => onPayAct(act)}>
          {text.payAction.replace('{sum}', showSum(act.sum))}
        </Button>
        <RemindButton account={account} onOpen={() => onPayAct(act, true)} />
      </div>
    </>
  );
}

interface SendPhotoProps extends TitleProps, Pick<NextStepPanelProps, 'onPay'> {
  step: Extract<NextStep, { kind: 'sendPhoto' }>;
}

function SendPhoto({ titleId, step, onPay }: SendPhotoProps) {
  const { message, owed } = step;
  return (
    <>
      <Title id={titleId}>{text.sendPhoto}</Title>
      <p>
        <MessageText>{message}</MessageText>
      </p>
      {owed && (
        <div className={styles.actions}>
          <Button kind="plain" onClick={() => onPay(owed)}>
            {text.payAction.replace('{sum}', showSum(owed))}
          </Button>
        </div>
      )}
    </>
  );
}

interface DoneProps extends TitleProps, Pick<NextStepPanelProps, 'phones'> {
  step: Extract<NextStep, { kind: 'done' }>;
}

function Done({ titleId, step, phones }: DoneProps) {
  const { title, body, asksToCall } = doneText(step);
  return (
    <>
      <Title id={titleId}>{title}</Title>
      <p>{body}</p>
      {step.opensOn && <p>{text.nextWindow.replace('{date}', showDate(step.opensOn))}</p>}
      {asksToCall && phones}
    </>
  );
}

function Title({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id}>
      <VisuallyHidden>{text.now}: </VisuallyHidden>
      {children}
    </h2>
  );
}
