import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { askCallCentre } from '#web/lib/ask-call-centre.ts';
import { showMonthName } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { bill, calculator, check, clock, phone, retry } from '#web/ui/icons.ts';
import styles from './calculation-refusal.module.css';
import { type RefusalKind, refusedPeriod } from './refusal-kind.ts';
import { text } from './text.ts';

export interface RefusalWays {
  /** To the bill of a month. */
  bill: (period: string) => ReactNode;
  bills: ReactNode;
  giveReading: ReactNode;
  seeReadings: ReactNode;
  /** Where a photo of the meter is sent when the input is blocked. */
  sendPhoto: ReactNode;
  /** The phones of the contact centre, to be pressed. */
  phones: ReactNode;
}

interface CalculationRefusalProps {
  kind: RefusalKind;
  failure: ApiFailure;
  /** The month that was asked for, when the refusal does not name one. */
  month: string;
  ways: RefusalWays;
  retrying: boolean;
  onRetry: () => void;
}

const drawings: Readonly<Record<RefusalKind, string>> = {
  ready: check,
  verification: clock,
  contract: bill,
  group: clock,
  closing: retry,
  callCentre: phone,
  none: calculator,
};

/** Why there is no sum, in the words of the catalogue, and what to do instead. */
export function CalculationRefusal(props: CalculationRefusalProps) {
  const { kind, failure, month, ways, retrying, onRetry } = props;
  const period = refusedPeriod(failure) ?? month;
  return (
    <section className={styles.refusal} data-kind={kind}>
      <span className={styles.mark}>
        <Icon drawing={drawings[kind]} />
      </span>
      <div className={styles.body}>
        <h2>{formatText(text[kind], { month: showMonthName(period) })}</h2>
        <p>{reasonOf(kind, failure)}</p>
        <div className={styles.ways}>
          {kind === 'ready' && ways.bill(period)}
          {kind === 'verification' && ways.seeReadings}
          {kind === 'callCentre' && ways.phones}
          {kind === 'group' && ways.giveReading}
          {kind === 'closing' && (
            <Button kind="ink" busy={retrying} onClick={onRetry}>
              {text.retry}
            </Button>
          )}
          {kind !== 'ready' && ways.bills}
        </div>
      </div>
    </section>
  );
}

/** The phones are not said twice: they follow as links. That there are no charges the heading says already. */
function reasonOf(kind: RefusalKind, { message }: ApiFailure): string {
  if (kind === 'none') return text.noneWhy;
  return kind === 'callCentre' ? askCallCentre : message;
}
