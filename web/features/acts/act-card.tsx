import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showMoney, showSum } from '#web/lib/format.ts';
import { text as names } from '#web/lib/text.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { StateMark, type StateTone } from '#web/ui/state-mark.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './act-card.module.css';
import { ActCode } from './act-code.tsx';
import { ActFacts } from './act-facts.tsx';
import { nextOf } from './act-next.ts';
import { ActPapers } from './act-papers.tsx';
import { ActStepsLine } from './act-steps-line.tsx';
import { type Act, isSome } from './act-types.ts';
import { text } from './text.ts';

interface ActCardProps {
  account: string;
  act: Act;
  /** The one to be paid first: its button is the lamp of the page. */
  isFirstDue: boolean;
  onPay: (act: Act) => void;
}

/** One act: what it comes to, where it stands, what happens next, what can be done with it. */
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
            <p className={styles.state}>
              <StateMark tone={toneOf(act)}>{text.states[act.isOverdue ? 'overdue' : act.state]}</StateMark>
            </p>
          </header>
          <div className={styles.main}>
            <div className={styles.figure}>
              {(isDue || isSome(act.sum)) && (
                <>
                  <p className={styles.quiet}>{isDue ? text.owed : text.sum}</p>
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
                <p className={styles.quiet}>
                  {formatText(text.next.inTransit, { sum: showSum(act.inTransit) })}
                </p>
              )}
            </div>
            {isDue && (
              <div className={styles.pay}>
                <Button kind={isFirstDue ? 'lamp' : 'quiet'} disabled={!isOnline} onClick={() => onPay(act)}>
                  {text.pay}
                  <VisuallyHidden> № {act.actNumber}</VisuallyHidden>
                </Button>
                {!isOnline && <p className={styles.quiet}>{text.payWaits}</p>}
              </div>
            )}
          </div>
          {isDue && act.qr && <ActCode act={act} qr={act.qr} />}
          <ActStepsLine act={act} />
          <ActFacts act={act} />
          <div className={styles.papers}>
            <ActPapers account={account} act={act} />
            {!isOnline && <p className={styles.quiet}>{text.filesWait}</p>}
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
