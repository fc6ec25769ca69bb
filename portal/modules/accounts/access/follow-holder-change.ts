import { ACCOUNT_ACCESS_GET, ACCOUNT_CODE_RENEW } from '#billing/api/accounts.ts';
import type { BillingClient } from '#billing/client.ts';
import type { Clock } from '#platform/clock.ts';
import { addJobs } from '#platform/jobs/add-jobs.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { holdsContract } from '../object-info.ts';
import { deleteOwnedObject } from '../object-store.ts';
import { listPeople } from './access-store.ts';

/** The event of the billing for a change of customer. */
const holderChanged = 'account.holderChanged';
export const holderChangeJob = 'follow-holder-change';
const maxAttempts = 12;

/** Adds the jobs of a change of customer, in the transaction that stores the events. */
export async function askForHolderChanges(
  db: PortalDatabase,
  events: readonly { readonly kind: string; readonly accountNumber: string; readonly eventId: string }[],
): Promise<void> {
  const changes = events.filter(({ kind }) => kind === holderChanged);
  await addJobs(
    db,
    changes.map(({ accountNumber: account, eventId }) => ({
      name: holderChangeJob,
      payload: { account, eventId },
      maxAttempts: maxAttempts,
      key: eventId,
    })),
  );
}

/**
 * After a change of customer: replaces the code and ends every access but those whose confirmed phone is
 * the one of the new contract. The job of the change notifies all of them. Idempotent.
 */
export async function followHolderChange(
  {
    db,
    billing,
    clock,
  }: { readonly db: PortalDatabase; readonly billing: BillingClient; readonly clock: Clock },
  accountNumber: string,
  eventId: string,
  reference: string,
): Promise<void> {
  const context = { reference, actor: 'portal' };
  const renewal = { accountNumber, reason: 'holderChanged', requestId: eventId } as const;
  const renewed = await billing.call(ACCOUNT_CODE_RENEW, renewal, context);
  if (!renewed.ok && renewed.code !== 'common.notFound')
    throw new Error(`ACCOUNT_CODE_RENEW: ${renewed.code}`);
  const contract = await billing.call(ACCOUNT_ACCESS_GET, { accountNumber }, context);
  if (!contract.ok) throw new Error(`ACCOUNT_ACCESS_GET: ${contract.code}`);
  const at = clock.now();
  const { people } = await listPeople(db, accountNumber, at);
  const former = people.filter((person) => !holdsContract(person, contract.data.phone));
  await Promise.all(
    former.map(({ identityId }) =>
      deleteOwnedObject(db, { identityId, accountNumber, kind: 'holderChanged', actorId: null, at }),
    ),
  );
}
