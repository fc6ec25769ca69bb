import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { personBalance } from '#contract/balance.ts';
import { listBills } from '#contract/bills.ts';
import { listMeters } from '#contract/readings.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showDate, showMoment, showPeriod, showSum, showTimeLeft } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { type NextStep, nextStep, type UnpaidAct } from './next-step.ts';
import styles from './next-step-panel.module.css';
import { text } from './text.ts';

interface NextStepPanelProps {
  account: string;
  /** Opens the way of paying what is owed. */
  onPay: (due: string) => void;
  onPayAct: (act: UnpaidAct) => void;
}

/** The window in the evening: lit while something is to be done, dark when all is done. */
export function NextStepPanel({ account, onPay, onPayAct }: NextStepPanelProps) {
  const balance = useQuery(accountQuery(personBalance, account));
  const meters = useQuery(accountQuery(listMeters, account));
  const failed = [balance, meters].find((query) => query.error && !query.data);
  if (failed?.error) {
    return (
      <FailedPart
        title={text.failed}
        message={failureOf(failed.error).message}
        retryLabel={text.retry}
        retrying={failed.isFetching}
        onRetry={() => failed.refetch()}
      />
    );
  }
  if (!balance.data || !meters.data) {
    return (
      <Frame lit={false}>
        <Skeleton shape="title" />
        <Skeleton />
        <VisuallyHidden>{text.loading}</VisuallyHidden>
      </Frame>
    );
  }
  const step = nextStep(balance.data.balance, meters.data);
  if (step.kind === 'reading') return <GiveReading step={step} onPay={onPay} />;
  if (step.kind === 'pay') return <Pay account={account} sum={step.sum} onPay={onPay} />;
  if (step.kind === 'payAct') return <PayAct act={step.act} onPayAct={onPayAct} />;
  return <Done step={step} />;
}

interface GiveReadingProps extends Pick<NextStepPanelProps, 'onPay'> {
  step: Extract<NextStep, { kind: 'reading' }>;
}

function GiveReading({ step: { closesAt, owed }, onPay }: GiveReadingProps) {
  const left = showTimeLeft(Date.parse(closesAt) - useNow());
  return (
    <Frame lit title={text.giveReading}>
      <p>{text.giveReadingBody.replace('{left}', left).replace('{until}', showMoment(closesAt))}</p>
      <div className={styles.actions}>
        <Link to="/cabinet/person/indication" className={buttonClass('ink')}>
          {text.giveReadingAction}
          <Icon drawing={arrowRight} />
        </Link>
        {owed && (
          <Button kind="plain" onClick={() => onPay(owed)}>
            {text.payAction.replace('{sum}', showSum(owed))}
          </Button>
        )}
      </div>
    </Frame>
  );
}

interface PayProps extends Pick<NextStepPanelProps, 'account' | 'onPay'> {
  sum: string;
}

function Pay({ account, sum, onPay }: PayProps) {
  const { data } = useQuery(accountQuery(listBills, account));
  const bill = data?.bills[0];
  return (
    <Frame lit title={data && !bill ? text.payDebt : text.payBill}>
      <p>
        {bill
          ? text.payBody.replace('{period}', showPeriod(bill.period)).replace('{due}', showDate(bill.dueOn))
          : data && text.payBodyNoBill}
      </p>
      <div className={styles.actions}>
        <Button kind="ink" onClick={() => onPay(sum)}>
          {text.payAction.replace('{sum}', showSum(sum))}
        </Button>
        {bill && (
          <Link
            to="/cabinet/person/bills/$period"
            params={{ period: bill.period }}
            className={buttonClass('plain')}
          >
            {text.openBill}
          </Link>
        )}
      </div>
    </Frame>
  );
}

interface PayActProps extends Pick<NextStepPanelProps, 'onPayAct'> {
  act: UnpaidAct;
}

function PayAct({ act, onPayAct }: PayActProps) {
  return (
    <Frame lit title={text.payAct}>
      <p>{text.payActBody.replace('{number}', act.number).replace('{date}', showDate(act.date))}</p>
      <div className={styles.actions}>
        <Button kind="ink" onClick={() => onPayAct(act)}>
          {text.payAction.replace('{sum}', showSum(act.sum))}
        </Button>
      </div>
    </Frame>
  );
}

function Done({ step }: { step: Extract<NextStep, { kind: 'done' }> }) {
  return (
    <Frame lit={false} title={text.done}>
      <p>{step.readingGiven ? text.doneBody : text.doneNoReading}</p>
      {step.opensOn && <p>{text.nextWindow.replace('{date}', showDate(step.opensOn))}</p>}
    </Frame>
  );
}

function Frame({ lit, title, children }: { lit: boolean; title?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={lit ? styles.lit : styles.dark} aria-labelledby={id}>
      <h2 id={id}>
        {title ? <VisuallyHidden>{text.now}: </VisuallyHidden> : null}
        {title ?? text.now}
      </h2>
      {children}
    </section>
  );
}
