import { showNumber, showSum } from '#web/lib/format.ts';
import type { Outcome, Register } from './api.ts';
import styles from './registers.module.css';
import { text } from './text.ts';

const outcomes: readonly Outcome[] = ['unmatched', 'matched', 'duplicate', 'foreign'];

interface RegisterFiguresProps {
  totals: Register['totals'];
  /** Which rows are shown beneath; absent: the figures are only read. */
  chosen?: Outcome;
  onChoose?: (outcome: Outcome) => void;
}

/** The totals of a register by what became of its rows; where rows are shown, each is the button that shows its own. */
export function RegisterFigures({ totals, chosen, onChoose }: RegisterFiguresProps) {
  const names = onChoose ? text.outcomes : text.trialOutcomes;
  return (
    <ul className={styles.figures} aria-label={onChoose ? text.showing : text.totals}>
      {outcomes.map((outcome) => {
        const { count, sum } = totals[outcome];
        const words = (
          <>
            <span className={styles.quiet}>{names[outcome]}</span>
            <strong>{showNumber(count)}</strong>
            <span>{showSum(sum)}</span>
          </>
        );
        return (
          <li key={outcome} data-waits={outcome === 'unmatched' && count > 0 ? '' : undefined}>
            {onChoose ? (
              <button type="button" aria-pressed={outcome === chosen} onClick={() => onChoose(outcome)}>
                {words}
              </button>
            ) : (
              <div>{words}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
