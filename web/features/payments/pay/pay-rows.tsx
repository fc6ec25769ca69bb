import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showSum } from '#web/lib/format.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { alert } from '#web/ui/icons.ts';
import type { Row } from '../amount.ts';
import { text } from '../text.ts';
import styles from './pay-rows.module.css';
import { isSome, keyOf } from './payable.ts';
import { fullNameOf, whatOf } from './payment-method.ts';
import type { Rows } from './use-rows.ts';

interface PayRowsProps extends Rows {
  /** The problem of a row's sum, by row key. */
  problems: Readonly<Record<string, string>>;
  /** The field id of a row. */
  fieldId: (key: string) => string;
}

/** The payables, each with a checkbox and a sum. */
export function PayRows({ problems, fieldId, ...list }: PayRowsProps) {
  return (
    <fieldset className={styles.rows}>
      <legend>{text.what}</legend>
      {list.rows.map((row) => {
        const key = keyOf(row);
        return (
          <PayRow
            key={key}
            row={row}
            fieldId={fieldId(key)}
            problem={problems[key]}
            onChoose={(isChosen) => list.choose(key, isChosen)}
            onType={(typed) => list.type(key, typed)}
          />
        );
      })}
      {list.isAwaited && <p className={styles.quiet}>{text.othersLoading}</p>}
      {list.hasFailed && <p className={styles.quiet}>{text.othersFailed}</p>}
      {list.areOthersDebtFree && <p className={styles.quiet}>{text.othersNone}</p>}
      {list.loadOthers && (
        <Button kind="plain" onClick={list.loadOthers}>
          {text.addOthers}
        </Button>
      )}
    </fieldset>
  );
}

interface PayRowProps {
  row: Row;
  fieldId: string;
  problem: string | undefined;
  onChoose: (isChosen: boolean) => void;
  onType: (typed: string) => void;
}

function PayRow({ row, fieldId, problem, onChoose, onType }: PayRowProps) {
  const id = useId();
  const name = useObjectName(row.account);
  return (
    <div className={styles.row} data-chosen={row.isChosen ? '' : undefined}>
      <label className={styles.name} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={row.isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <span>
          {row.actNumber === undefined ? name : whatOf(row)}
          <span className={styles.quiet}>
            {row.actNumber === undefined ? `${text.energy}, ` : `${name}, `}
            <span className={styles.account}>{formatText(text.account, { account: row.account })}</span>
            {isSome(row.due) && (
              <span className={styles.due}>{formatText(text.due, { sum: showSum(row.due) })}</span>
            )}
          </span>
        </span>
      </label>
      {row.isChosen && (
        <input
          id={fieldId}
          className={styles.sum}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          aria-label={formatText(text.sumOf, { what: fullNameOf(row) })}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${fieldId}-error` : undefined}
          value={row.typed}
          onChange={(event) => onType(event.target.value)}
        />
      )}
      {row.isChosen && problem && (
        <p className={styles.problem} id={`${fieldId}-error`}>
          <Icon drawing={alert} size={16} />
          {problem}
        </p>
      )}
    </div>
  );
}

/** The person's name for an object; its number when it is no longer in the cabinet. */
function useObjectName(account: string): string {
  const accounts = useSessionStore((state) => state.person.accounts);
  return accounts.find((item) => item.account === account)?.objectName ?? account;
}
