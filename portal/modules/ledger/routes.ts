import { LEDGER_CORRECT, LEDGER_LIST } from '#billing/api/ledger-entries.ts';
import { correctLedger, listLedger } from '#contract/admin-billing.ts';
import { relay } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

const shownEntries = 100;

/** The energy ledger for who corrects it (product.md §7, §10). */
export function ledgerRoutes(): Route[] {
  return [
    route(listLedger, async ({ account }, { billing }) =>
      relay(await billing(LEDGER_LIST, { accountNumber: account, limit: shownEntries }), (ledger) => ledger),
    ),

    route(correctLedger, async ({ account, what, reason, requestId }, { billing }) =>
      relay(
        await billing(LEDGER_CORRECT, { accountNumber: account, what, reason, requestId }),
        (corrected) => corrected,
      ),
    ),
  ];
}
