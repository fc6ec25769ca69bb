import { formatText } from '#contract/messages/format-text.ts';
import type { SupplierChange, SupplierField } from '#contract/values/supplier.ts';
import { decidedBy } from '#web/lib/dated-changes/decided-by.ts';
import { showMoment } from '#web/lib/format.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import styles from './manage.module.css';
import { showValue } from './supplier-fields.tsx';
import { text } from './text.ts';

const tones: Readonly<Record<SupplierChange['state'], StateTone>> = {
  applied: 'good',
  proposed: 'wait',
  confirmed: 'good',
  withdrawn: 'void',
};

const shown = (field: SupplierField, values: SupplierChange['after']) =>
  showValue(field, values).join('; ') || text.nothingThere;

/** Each changed field: what it was, what it becomes. */
export function ChangedValues({ before, after }: Pick<SupplierChange, 'before' | 'after'>) {
  return (
    <dl className={styles.values}>
      {(Object.keys(text.fields) as SupplierField[])
        .filter((field) => after[field] !== undefined)
        .map((field) => (
          <div key={field}>
            <dt>{text.fields[field]}</dt>
            <dd>{formatText(text.becomes, { before: shown(field, before), after: shown(field, after) })}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Changes of the supplier: when, what, why, by whom. */
export function ChangeList({ changes }: { changes: readonly SupplierChange[] }) {
  return (
    <ul className={styles.changes}>
      {changes.map((change) => {
        const { changeId, state, reason, author, savedAt, decided } = change;
        const words = state === 'withdrawn' ? text.withdrawnBy : text.confirmedBy;
        return (
          <li key={changeId}>
            <div className={styles.when}>
              <p>{showMoment(savedAt)}</p>
              <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
            </div>
            <ChangedValues {...change} />
            <div className={styles.who}>
              <Text size="s">{formatText(text.reasonOf, { reason })}</Text>
              <Text size="s" tone="quiet">
                {author}
              </Text>
              {decided && (
                <Text size="s" tone="quiet" isNumeric>
                  {formatText(words, {
                    name: decidedBy(decided.by, decided.accountSince),
                    moment: showMoment(decided.at),
                    reason: decided.reason,
                  })}
                </Text>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
