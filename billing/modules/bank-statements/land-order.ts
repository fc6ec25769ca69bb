import { BANK_STATEMENT_MATCH_ORDER } from '#billing/api/bank-statements.ts';
import { refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { postingPeriod } from '#billing/modules/ledger/public.ts';
import { lockWholeOrder } from '#billing/modules/payments/public.ts';
import { lockActs, settleActs } from '#billing/modules/violation-acts/public.ts';
import { bookOrders } from './rows/book-rows.ts';
import { auditRow } from './rows/decide-row.ts';
import { type DecidedRow, decidedRow } from './rows/decided-row.ts';
import { lockRow, moveRow } from './rows/row-store.ts';

/**
 * BANK_STATEMENT_MATCH_ORDER: all parts of the order land by the row, as if the row had named the order. The debt of an order that was
 * confirmed does not change by it: its money only goes from its way into the bank.
 */
export const handleStatementMatchRow = handleModule(
  BANK_STATEMENT_MATCH_ORDER,
  ({ db, clock }) =>
    async ({ statement: statementNumber, line, orderId }, by): Promise<DecidedRow> =>
      db.transaction().execute(async (transaction) => {
        const row = await lockRow(transaction, statementNumber, line);
        if (row === undefined) return refuse('common.notFound');
        if (row.outcome !== 'unmatched') return refuse('statements.wrongState');
        if (row.amount < 0n) return refuse('statements.isReversal');
        const parts = await lockWholeOrder(transaction, orderId);
        const [first] = parts;
        if (first === undefined) return refuse('statements.unknownOrder');
        if (first.state === 'landed' || first.state === 'matched') return refuse('statements.orderLanded');
        if (first.state === 'reversed' || first.state === 'refunded')
          return refuse('statements.orderReturned');
        if (first.orderAmount !== row.amount) return refuse('statements.orderAmount');
        const acts = parts.flatMap(({ accountNumber, actNumber }) =>
          actNumber === null ? [] : [{ accountNumber, actNumber }],
        );
        if (acts.length > 0) await lockActs(transaction, acts);
        const now = clock.now();
        const period = await postingPeriod(transaction, now);
        const { accountNumber } = first;
        const next = { outcome: 'matched', reason: 'operator', accountNumber, orderId } as const;
        await moveRow(transaction, statementNumber, row, next);
        const range = { statementNumber, after: line - 1, through: line };
        await bookOrders({ ...range, ...by, now, period }).execute(transaction);
        await settleActs(transaction, acts, { ...by, now });
        await auditRow(transaction, { kind: 'assigned', statementNumber, row, accountNumber }, by, now);
        return decidedRow(transaction, statementNumber, line);
      }),
);
