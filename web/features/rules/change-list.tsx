import { formatText } from '#contract/messages/format-text.ts';
import { nameOfRule } from '#domain/rules/rule-words.template.ts';
import { showMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import type { RuleChange } from './api.ts';
import { showChange } from './rule-values.ts';
import styles from './rules.module.css';
import { text } from './text.ts';

const tones: Readonly<Record<RuleChange['state'], StateTone>> = {
  planned: 'wait',
  inForce: 'good',
  undone: 'void',
};

interface ChangeListProps {
  changes: readonly RuleChange[];
  /** Absent: nothing is undone here. */
  onUndo?: (change: RuleChange) => void;
}

/** Dated changes of rules: when, what, why, by whom. */
export function ChangeList({ changes, onUndo }: ChangeListProps) {
  return (
    <ul className={styles.changes}>
      {changes.map((change) => {
        const { changeId, validFrom, state, values, reason, author, savedAt, undone, canUndo } = change;
        const date = showMoment(validFrom);
        return (
          <li key={changeId}>
            <div className={styles.when}>
              <p>{formatText(text.from, { date })}</p>
              <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
            </div>
            <dl className={styles.values}>
              {values.map(({ rule, before, after }) => (
                <div key={rule}>
                  <dt>{nameOfRule(rule)}</dt>
                  <dd>{showChange(rule, before, after)}</dd>
                </div>
              ))}
            </dl>
            <div className={styles.who}>
              <Text size="s">{formatText(text.reasonOf, { reason })}</Text>
              <Text size="s" tone="quiet" isNumeric>
                {formatText(text.by, { name: author, moment: showMoment(savedAt) })}
              </Text>
              {undone && (
                <Text size="s" tone="quiet" isNumeric>
                  {formatText(text.undoneBy, {
                    name: undone.by,
                    moment: showMoment(undone.at),
                    reason: undone.reason,
                  })}
                </Text>
              )}
              {canUndo && onUndo && (
                <div>
                  <Button aria-label={formatText(text.undoOf, { date })} onClick={() => onUndo(change)}>
                    {text.undo}
                  </Button>
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
