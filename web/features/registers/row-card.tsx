import { showDate, showSum } from '#web/lib/format.ts';
import { providerName } from '#web/lib/provider-text.ts';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { OnDecided, RegisterRow } from './api.ts';
import { OrdersOnTheirWay } from './orders-on-their-way.tsx';
import styles from './registers.module.css';
import { text } from './text.ts';

/** What an operator is about to decide of a row; it is confirmed first. */
export type AskedDecision =
  | { readonly kind: 'assign'; readonly row: RegisterRow; readonly account: string }
  | { readonly kind: 'foreign' | 'undo'; readonly row: RegisterRow };

/** A row of a register, what became of it and why, and what an operator can do with it. */
export function RowCard(props: {
  register: number;
  row: RegisterRow;
  onAsk: (asked: AskedDecision) => void;
  onDecided: OnDecided;
}) {
  const { register, row, onAsk, onDecided } = props;
  const { line, paidOn, sum, payer, purpose, accountText, outcome, accountNumber, actNumber } = row;
  const id = `row-${line}`;
  return (
    <li className={styles.row} aria-labelledby={id}>
      <div className={styles.rowHead}>
        <h2 id={id}>
          {showSum(sum)} <span className={styles.quiet}>{showDate(paidOn)}</span>
        </h2>
        <p className={styles.quiet}>
          {text.line} {line}
          {row.reason !== '' && ` · ${reasonOf(row)}`}
        </p>
      </div>
      <p className={styles.purpose}>{purpose || text.noPurpose}</p>
      {accountText !== '' && <p className={styles.quiet}>{text.inColumn(accountText)}</p>}
      {payer !== '' && (
        <p className={styles.quiet}>
          {text.payer}: {payer}
        </p>
      )}
      {accountNumber !== null && (
        <p>
          {text.matchedTo} <strong>{accountNumber}</strong>
          {actNumber !== null && `, ${text.byAct(actNumber)}`}
        </p>
      )}
      {outcome === 'unmatched' && (
        <>
          <OrdersOnTheirWay register={register} row={row} onDecided={onDecided} />
          <Suggestions row={row} onAsk={onAsk} />
        </>
      )}
      {row.canUndo && (
        <div className={styles.actions}>
          <Button onClick={() => onAsk({ kind: 'undo', row })}>
            {text.undo}
            <VisuallyHidden>
              {' '}
              {showSum(sum)}, {text.line} {line}
            </VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  );
}

/** Why a row waits, or by what it was matched. */
function reasonOf({ reason, orders: [first] }: RegisterRow): string {
  if (reason === 'order.mayBeOnItsWay' && first) return text.mayBeOnItsWay(providerName(first.provider));
  return text.reasons[reason] ?? reason;
}

function Suggestions({ row, onAsk }: { row: RegisterRow; onAsk: (asked: AskedDecision) => void }) {
  const { suggestions, line } = row;
  return (
    <>
      {suggestions.length > 0 ? (
        <>
          <p className={styles.quiet}>{text.suggestions}</p>
          <ul className={styles.suggestions}>
            {suggestions.map(({ accountNumber, why, customer, address }) => (
              <li key={accountNumber}>
                <button type="button" onClick={() => onAsk({ kind: 'assign', row, account: accountNumber })}>
                  <strong>{accountNumber}</strong>
                  <span>
                    {customer}
                    {address && `, ${address}`}
                  </span>
                  <span className={styles.quiet}>{text.whys[why]}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className={styles.quiet}>{text.noSuggestions}</p>
      )}
      <div className={styles.actions}>
        <Button onClick={() => onAsk({ kind: 'assign', row, account: '' })}>
          {text.otherAccount}
          <VisuallyHidden>
            {' '}
            {text.line} {line}
          </VisuallyHidden>
        </Button>
        <Button kind="plain" onClick={() => onAsk({ kind: 'foreign', row })}>
          {text.foreign}
          <VisuallyHidden>
            {' '}
            {text.line} {line}
          </VisuallyHidden>
        </Button>
      </div>
    </>
  );
}
