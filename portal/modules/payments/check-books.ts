import { LEDGER_CHECK } from '#billing/api/ledger/ledger-check.ts';
import type { BillingClient } from '#billing/client.ts';
import { newId } from '#platform/uuid.ts';

const accountsAtOnce = 1000;
/** Of one message; the operators have all of them. */
const named = 5;

/**
 * Has the books checked, piece by piece, until today's check is finished or the server stops: what is left is taken up
 * later. Throws when something was found, with the first of it; operators are notified of everything by the billing.
 */
export async function checkBooks(billing: BillingClient, signal: AbortSignal): Promise<void> {
  const reference = newId();
  const found: string[] = [];
  while (!signal.aborted) {
    const result = await billing.call(
      LEDGER_CHECK,
      { accounts: accountsAtOnce },
      { reference, actor: 'portal' },
    );
    if (!result.ok) throw new Error(`LEDGER_CHECK refused: ${result.code}`);
    const { isFinished, problems } = result.data;
    found.push(...problems.map(({ rule, accountNumber, subject }) => `${rule} ${accountNumber} ${subject}`));
    if (isFinished) break;
  }
  if (found.length > 0) {
    const first = found.slice(0, named).join('; ');
    throw new Error(`the books do not agree in ${found.length} places: ${first}`);
  }
}
