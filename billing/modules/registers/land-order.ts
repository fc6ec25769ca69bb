import { refuse } from '#billing/api/define-module.ts';
import { REGISTER_LAND } from '#billing/api/registers.ts';
import { handleModule } from '#billing/module-handler.ts';
import { lockActs, settleActs } from '#billing/modules/acts/public.ts';
import { postingPeriod } from '#billing/modules/ledger/public.ts';
import { lockWholeOrder } from '#billing/modules/payments/public.ts';
import { bookOrders } from './book-statements.ts';
import { type DecidedRow, decidedRow } from './decided-row.ts';
import { lockRow, moveRow } from './row-store.ts';

/**
 * REGISTER_LAND: all parts of the order land by the row, as if the row had named the order. The debt of an order that was
 * confirmed does not change by it: its money only goes from its way into the bank.
 */
export const handleRegisterLand = handleModule(
  REGISTER_LAND,
  ({ db, clock }) =>
    async ({ registerNumber, line, orderId }, { actor }): Promise<DecidedRow> =>
      db.transaction().execute(async (transaction) => {
        const row = await lockRow(transaction, registerNumber, line);
        if (row === undefined) return refuse('common.notFound');
        if (row.outcome !== 'unmatched') return refuse('registers.wrongState');
        const parts = await lockWholeOrder(transaction, orderId);
        const [first] = parts;
        if (first === undefined) return refuse('registers.unknownOrder');
        if (first.state === 'landed' || first.state === 'matched') return refuse('registers.orderLanded');
        if (first.state === 'reversed' || first.state === 'refunded')
          return refuse('registers.orderReturned');
        if (first.orderAmount !== row.amount) return refuse('registers.orderAmount');
        const acts = parts.flatMap(({ accountNumber, actNumber }) =>
          actNumber === null ? [] : [{ accountNumber, actNumber }],
        );
        if (acts.length > 0) await lockActs(transaction, acts);
        const now = clock.now();
        const period = await postingPeriod(transaction, now);
        const { accountNumber } = first;
        const next = { outcome: 'matched', reason: 'operator', accountNumber, orderId } as const;
        await moveRow(transaction, registerNumber, row, next);
        const range = { registerNumber, after: line - 1, through: line };
        await bookOrders({ ...range, actor, now, period }).execute(transaction);
        await settleActs(transaction, acts);
        return decidedRow(transaction, registerNumber, line);
      }),
);
