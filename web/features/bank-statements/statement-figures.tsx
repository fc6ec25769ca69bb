import { showNumber, showSum } from '#web/lib/format.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import type { Outcome, Statement } from './api.ts';
import styles from './statements.module.css';
import { text } from './text.ts';

const outcomes: readonly Outcome[] = ['unmatched', 'matched', 'duplicate', 'foreign'];

interface StatementFiguresProps {
  totals: Statement['totals'];
  /** The outcome whose rows are shown below; absent: the figures are read-only. */
  chosen?: Outcome;
  onChoose?: (outcome: Outcome) => void;
}

/** The totals of a statement by row outcome; where rows are shown, each total is a button that shows its rows. */
export function StatementFigures({ totals, chosen, onChoose }: StatementFiguresProps) {
  const names = onChoose ? text.outcomes : text.trialOutcomes;
  return (
    <ul className={styles.figures} aria-label={onChoose ? text.showing : text.totals}>
      {outcomes.map((outcome) => {
        const { count, sum } = totals[outcome];
        const words = (
          <>
            <Text as="span" size="s" tone="quiet">
              {names[outcome]}
            </Text>
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
