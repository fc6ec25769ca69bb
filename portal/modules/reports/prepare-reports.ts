import { DEBT_UPDATE, REPORT_COUNTS_ADD_UP } from '#billing/api/reports.ts';
import type { BillingClient } from '#billing/client.ts';
import type { JobContext } from '#platform/jobs/task.ts';
import { addUpRegistrations } from '#portal/modules/identity/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Accounts of one call. */
const debtsAtOnce = 2000;

/** Has the debts by months derived anew of accounts that changed, until nothing is left or the server stops. */
export async function updateDebts(billing: BillingClient, { reference, signal }: JobContext): Promise<void> {
  while (!signal.aborted) {
    const context = { reference, actor: 'portal' };
    const result = await billing.call(DEBT_UPDATE, { accounts: debtsAtOnce }, context);
    if (!result.ok) throw new Error(`DEBT_UPDATE refused: ${result.code}`);
    if (result.data.isFinished) return;
  }
}

/** Has the counts of reports brought up to date and added up, so that reading them stays quick. */
export async function addUpCounts(
  billing: BillingClient,
  db: PortalDatabase,
  { reference, signal }: JobContext,
): Promise<void> {
  await addUpRegistrations(db);
  while (!signal.aborted) {
    const result = await billing.call(REPORT_COUNTS_ADD_UP, {}, { reference, actor: 'portal' });
    if (!result.ok) throw new Error(`REPORT_COUNTS_ADD_UP refused: ${result.code}`);
    if (result.data.isFinished) return;
  }
}
