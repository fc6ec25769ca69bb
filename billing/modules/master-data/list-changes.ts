import { sql } from 'kysely';
import { answer, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import { MASTER_DATA_CHANGES } from '#billing/api/master-data.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';

type ChangeData = ModuleOutput<typeof MASTER_DATA_CHANGES>['changes'][number];
type ChangeRow = Omit<ChangeData, 'recordedAt'> & { readonly recordedAt: Instant };

/** The newest changes of the account, and whether there is such an account. */
async function listChanges(
  db: BillingDatabase,
  accountNumber: string,
  limit: number,
): Promise<readonly ChangeRow[] | undefined> {
  const { rows } = await sql<ChangeRow | { changeId: null }>`
    select d.change_id as "changeId", d.kind, d.subject, d.effective_on as "effectiveOn", d.source, d.actor, d.document,
      d.before, d.after, d.recorded_at as "recordedAt"
    from billing.account a left join billing.master_data_change d using (account_number)
    where a.account_number = ${accountNumber}
    order by d.recorded_at desc, d.effective_on desc, d.change_id limit ${limit}`.execute(db);
  return rows.length === 0 ? undefined : rows.filter((row) => row.changeId !== null);
}

/** MASTER_DATA_CHANGES: what was changed when, by whom, from what to what; nothing of it is ever taken out. */
export const handleMasterDataChanges = handleModule(
  MASTER_DATA_CHANGES,
  ({ db }) =>
    async ({ accountNumber, limit }) => {
      const rows = await listChanges(db, accountNumber, limit);
      if (rows === undefined) return refuse('common.notFound');
      return answer({
        changes: rows.map(({ recordedAt, ...change }) => ({
          ...change,
          recordedAt: instantToIso(recordedAt),
        })),
      });
    },
);
