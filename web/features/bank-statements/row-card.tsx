import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { matchRowToOrder } from '#contract/bank-statements.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { showDate, showSum } from '#web/lib/format.ts';
import { providerName } from '#web/lib/payment-code/provider-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { OnDecided, StatementRow } from './api.ts';
import styles from './statements.module.css';
import { text } from './text.ts';

interface PendingOrdersProps {
  statement: number;
  row: StatementRow;
  onDecided: OnDecided;
}

/**
 * Orders in transit that may match a row. A press matches the row to one without a confirmation, because no debt
 * changes.
 */
function PendingOrders({ statement, row, onDecided }: PendingOrdersProps) {
  const [landing, setLanding] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const { line, orders } = row;
  if (orders.length === 0) return null;

  const land = async (orderId: string) => {
    setLanding(orderId);
    setFailure(undefined);
    const result = await callApi(matchRowToOrder, { statement, line, orderId });
    setLanding(undefined);
    if (!result.ok) return setFailure(result.failure);
    const { data } = result;
    onDecided(text.landed(showSum(row.sum), orderId), data.statement, undefined);
  };
  return (
    <>
      <Text size="s" tone="quiet">
        {text.ordersOnTheirWay}
      </Text>
      <ul className={styles.orders}>
        {orders.map(({ orderId, accountNumber, provider, paidOn, sum }) => (
          <li key={orderId}>
            <p>
              <strong>{providerName(provider)}</strong>{' '}
              {text.orderFor(showSum(sum), showDate(paidOn), accountNumber)}
            </p>
            <Button
              kind="ink"
              busy={landing === orderId}
              disabled={landing !== undefined && landing !== orderId}
              onClick={() => void land(orderId)}
            >
              {text.land}
              <VisuallyHidden> {text.landOrder(orderId, line)}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      {failure && (
        <Notice kind="bad" live="alert">
          {failure.message}
        </Notice>
      )}
    </>
  );
}

/** A decision on a row that the operator has yet to confirm. */
export type PendingDecision =
  | { readonly kind: 'assign'; readonly row: StatementRow; readonly account: string }
  | { readonly kind: 'foreign' | 'undo'; readonly row: StatementRow }
  | { readonly kind: 'reverse'; readonly row: StatementRow; readonly of: StatementRow['reversible'][number] };

/** A row of a statement with its outcome, the reason and the operator's actions. */
export function RowCard(props: {
  statement: number;
  row: StatementRow;
  onAsk: (asked: PendingDecision) => void;
  onDecided: OnDecided;
}) {
  const { statement, row, onAsk, onDecided } = props;
  const { line, paidOn, sum, payer, purpose, accountText, outcome, accountNumber, actNumber } = row;
  const id = `row-${line}`;
  return (
    <li className={styles.row} aria-labelledby={id}>
      <div className={styles.rowHead}>
        <h2 id={id}>
          {showSum(sum)}{' '}
          <Text as="span" size="s" tone="quiet">
            {showDate(paidOn)}
          </Text>
        </h2>
        <Text size="s" tone="quiet">
          {text.line} {line}
          {row.reason !== '' && ` · ${reasonOf(row)}`}
        </Text>
      </div>
      <p className={styles.purpose}>{purpose || text.noPurpose}</p>
      {accountText !== '' && (
        <Text size="s" tone="quiet">
          {text.inColumn(accountText)}
        </Text>
      )}
      {payer !== '' && (
        <Text size="s" tone="quiet">
          {text.payer}: {payer}
        </Text>
      )}
      {accountNumber !== null && (
        <p>
          {text.matchedTo} <strong>{accountNumber}</strong>
          {actNumber !== null && `, ${text.byAct(actNumber)}`}
        </p>
      )}
      {outcome === 'unmatched' && (
        <>
          <PendingOrders statement={statement} row={row} onDecided={onDecided} />
          {isReversal(row) ? (
            <ReversibleRows row={row} onAsk={onAsk} />
          ) : (
            <Suggestions row={row} onAsk={onAsk} />
          )}
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

/** Why a row is unmatched, or how it was matched. */
function reasonOf({ reason, orders: [first] }: StatementRow): string {
  if (reason === 'order.mayBeOnItsWay' && first) return text.mayBeInTransit(providerName(first.provider));
  return text.reasons[reason] ?? reason;
}

/** The bank takes money back by the row. */
const isReversal = ({ sum }: Pick<StatementRow, 'sum'>) => sum.startsWith('-');

interface RowChoiceProps {
  row: StatementRow;
  onAsk: (asked: PendingDecision) => void;
}

/** Booked rows that a row below zero may take back. Of those of a larger sum it takes a part, which is corrected at the account. */
function ReversibleRows({ row, onAsk }: RowChoiceProps) {
  const { reversible } = row;
  const isWhole = reversible.some(({ sum }) => `-${sum}` === row.sum);
  const lead = isWhole ? text.reversible : text.partlyReversible;
  return (
    <>
      <Text size="s" tone="quiet">
        {reversible.length > 0 ? lead : text.noReversible}
      </Text>
      {reversible.length > 0 && (
        <ul className={styles.suggestions}>
          {reversible.map((of) => (
            <li key={`${of.statement} ${of.line}`}>
              {isWhole ? (
                <button type="button" onClick={() => onAsk({ kind: 'reverse', row, of })}>
                  <ReversibleRow of={of} />
                </button>
              ) : (
                <Link to="/cabinet/admin/management/accounts/$account" params={{ account: of.accountNumber }}>
                  <ReversibleRow of={of} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <ForeignButton row={row} onAsk={onAsk} />
      </div>
    </>
  );
}

function ReversibleRow({ of }: { of: StatementRow['reversible'][number] }) {
  return (
    <>
      <strong>{of.accountNumber}</strong>
      <span>{showSum(of.sum)}</span>
      <Text as="span" size="s" tone="quiet">
        {text.reversibleRow(showDate(of.paidOn), of.statement, of.line)}
      </Text>
    </>
  );
}

function ForeignButton({ row, onAsk }: RowChoiceProps) {
  return (
    <Button kind="plain" onClick={() => onAsk({ kind: 'foreign', row })}>
      {text.foreign}
      <VisuallyHidden>
        {' '}
        {text.line} {row.line}
      </VisuallyHidden>
    </Button>
  );
}

function Suggestions({ row, onAsk }: RowChoiceProps) {
  const { suggestions, line } = row;
  return (
    <>
      {suggestions.length > 0 ? (
        <>
          <Text size="s" tone="quiet">
            {text.suggestions}
          </Text>
          <ul className={styles.suggestions}>
            {suggestions.map(({ accountNumber, why, customer, address }) => (
              <li key={accountNumber}>
                <button type="button" onClick={() => onAsk({ kind: 'assign', row, account: accountNumber })}>
                  <strong>{accountNumber}</strong>
                  <span>
                    {customer}
                    {address && `, ${address}`}
                  </span>
                  <Text as="span" size="s" tone="quiet">
                    {text.whys[why]}
                  </Text>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Text size="s" tone="quiet">
          {text.noSuggestions}
        </Text>
      )}
      <div className={styles.actions}>
        <Button onClick={() => onAsk({ kind: 'assign', row, account: '' })}>
          {text.otherAccount}
          <VisuallyHidden>
            {' '}
            {text.line} {line}
          </VisuallyHidden>
        </Button>
        <ForeignButton row={row} onAsk={onAsk} />
      </div>
    </>
  );
}
