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

export interface RefusalLinks {
  /** The link to the bill of a month. */
  bill: (period: string) => ReactNode;
  bills: ReactNode;
  /** Actions on the readings, else the link to the readings. */
  readings: ReactNode;
  /** The phones of the contact centre, as links. */
  phones: ReactNode;
}

interface CalculationRefusalProps {
  kind: RefusalKind;
  failure: ApiFailure;
  /** The requested month, when the refusal does not name one. */
  month: string;
  ways: RefusalLinks;
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

/** Why there is no sum, with the text of the message catalogue, and what to do instead. */
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
          {kind === 'callCentre' && ways.phones}
          {(kind === 'verification' || kind === 'group') && ways.readings}
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

/** Phones are cut from the message because they follow as links; a missing charge is already in the heading. */
function reasonOf(kind: RefusalKind, { message }: ApiFailure): string {
  if (kind === 'none') return text.noneWhy;
  return kind === 'callCentre' ? askCallCentre : message;
}
