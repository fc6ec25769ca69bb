import { isDeepStrictEqual } from 'node:util';
import { answer, type ModuleInput, refuse } from '#billing/api/define-module.ts';
import {
  type SUPPLIER_CHANGE as Change,
  SUPPLIER_CHANGE,
  SUPPLIER_DECIDE,
  SUPPLIER_PROPOSE,
  SUPPLIER_READ,
} from '#billing/api/supplier.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type AuditOrigin, insertAudit } from '#billing/modules/events/public.ts';
import { maxPastChanges } from '#contract/values/dates.ts';
import type { SupplierData } from '#contract/values/supplier.ts';
import { refuseSecondPerson } from '#domain/identity/second-person.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { forgetSupplier } from './cached-supplier.ts';
import {
  decideSupplierChange,
  differencesOf,
  insertSupplierChange,
  listSupplierChanges,
  readSupplier,
  type StoredChange,
  type SupplierValues,
  updateSupplier,
} from './change-store.ts';

const lastNumber = (changes: readonly StoredChange[]) =>
  Math.max(0, ...changes.map(({ number, decidedNumber }) => decidedNumber ?? number));

function changeData(change: StoredChange, administratorId: string) {
  const { changeId, state, before, after, reason, authorId, authorName, savedAt } = change;
  const { decidedAt, decidedByName, decidedReason, decidedAccountSince: since } = change;
  return {
    ...{ changeId, state, before, after, reason },
    author: authorName,
    savedAt: instantToIso(savedAt),
    decided:
      decidedAt === null
        ? null
        : {
            by: decidedByName ?? '',
            accountSince: since && instantToIso(since),
            at: instantToIso(decidedAt),
            reason: decidedReason ?? '',
          },
    isOwn: authorId === administratorId,
  };
}

function managedData(supplier: SupplierData, changes: readonly StoredChange[], administratorId: string) {
  return {
    revision: lastNumber(changes),
    supplier,
    changes: changes.slice(0, maxPastChanges).map((change) => changeData(change, administratorId)),
  };
}

/** What a transaction has left, read again for the answer. */
async function readManaged(db: BillingDatabase, administratorId: string) {
  const supplier = await readSupplier(db, 'read');
  if (supplier === undefined) return refuse('common.notFound');
  return answer(managedData(supplier, await listSupplierChanges(db), administratorId));
}

/** SUPPLIER_READ: whoever asks sees which proposal is of their own. */
export const handleSupplierRead = handleModule(
  SUPPLIER_READ,
  ({ db }) =>
    ({ administratorId }) =>
      readManaged(db, administratorId),
);

type Asked = Omit<ModuleInput<typeof Change>, 'values'> & { readonly values: SupplierValues };

/**
 * Saves a change in one transaction with its audit. The supplier's row is the lock: of two at once the second sees what the first has
 * written.
 */
function saveChange(
  db: BillingDatabase,
  asked: Asked,
  state: 'applied' | 'proposed',
  { now, ...by }: AuditOrigin & { readonly now: Instant },
) {
  return db.transaction().execute(async (trx) => {
    const { administrator, values, reason, requestId } = asked;
    const supplier = await readSupplier(trx, 'locked');
    if (supplier === undefined) return refuse('common.notFound');
    const changes = await listSupplierChanges(trx);
    const known = changes.find(({ changeId }) => changeId === requestId);
    if (known !== undefined) {
      const isSame =
        known.reason === reason &&
        Object.entries(known.after).every(([field, value]) =>
          isDeepStrictEqual(value, values[field as keyof SupplierValues]),
        );
      return isSame
        ? answer(managedData(supplier, changes, administrator.id))
        : refuse('common.requestReused');
    }
    const conflicting = changes.filter(
      ({ number, decidedNumber, state: of, after }) =>
        of !== 'withdrawn' &&
        (decidedNumber ?? number) > asked.revision &&
        Object.keys(after).some((field) => values[field as keyof SupplierValues] !== undefined),
    );
    if (conflicting.length > 0) {
      const told = conflicting.map((change) => changeData(change, administrator.id));
      return refuse('supplier.changedMeanwhile', undefined, { changes: told });
    }
    const changed = differencesOf(supplier, values);
    if (changed === undefined) return refuse('supplier.nothingChanged');
    if (state === 'proposed' && changes.some((one) => one.state === 'proposed'))
      return refuse('supplier.proposalWaits');
    await insertSupplierChange(trx, {
      ...{ changeId: requestId, number: lastNumber(changes) + 1, state, ...changed, reason },
      ...{ authorId: administrator.id, authorName: administrator.name, savedAt: now },
    });
    if (state === 'applied') await updateSupplier(trx, changed.after);
    const kind = state === 'applied' ? 'supplier.changed' : 'supplier.proposed';
    await audit(trx, by, kind, { changeId: requestId, ...changed }, now);
    return readManaged(trx, administrator.id);
  });
}

/** SUPPLIER_CHANGE: what one person changes takes effect at once. */
export const handleSupplierChange = handleModule(SUPPLIER_CHANGE, ({ db, clock }) => async (asked, by) => {
  const result = await saveChange(db, asked, 'applied', { ...by, now: clock.now() });
  forgetSupplier(db);
  return result;
});

/** SUPPLIER_PROPOSE: what payments go by waits for a second person. */
export const handleSupplierPropose = handleModule(
  SUPPLIER_PROPOSE,
  ({ db, clock }) =>
    (asked, by) =>
      saveChange(db, asked, 'proposed', { ...by, now: clock.now() }),
);

/** SUPPLIER_DECIDE: a proposal is confirmed by another person than its author; anybody of the billing withdraws one. */
export const handleSupplierDecide = handleModule(
  SUPPLIER_DECIDE,
  ({ db, clock }) =>
    async ({ changeId, decision, reason, administrator }, by) => {
      const result = await db.transaction().execute(async (trx) => {
        const supplier = await readSupplier(trx, 'locked');
        const changes = await listSupplierChanges(trx);
        const change = changes.find((one) => one.changeId === changeId);
        if (supplier === undefined || change === undefined || change.state === 'applied')
          return refuse('common.notFound');
        if (change.state === decision) return answer(managedData(supplier, changes, administrator.id));
        if (change.state !== 'proposed') return refuse('supplier.decided');
        if (decision === 'confirmed') {
          const refusal = refuseSecondPerson(change.authorId, administrator);
          if (refusal !== undefined) return refuse(refusal);
          // Nobody but a proposal changes them; a statement on the database would be overwritten unseen.
          const isStill = Object.entries(change.before).every(([field, value]) =>
            isDeepStrictEqual(value, supplier[field as keyof SupplierData]),
          );
          if (!isStill) return refuse('supplier.changedMeanwhile');
          await updateSupplier(trx, change.after);
        }
        const now = clock.now();
        const number = lastNumber(changes) + 1;
        await decideSupplierChange(trx, changeId, {
          state: decision,
          number,
          at: now,
          by: administrator,
          reason,
        });
        await audit(trx, by, `supplier.${decision}`, change, now, administrator.accountSince);
        return readManaged(trx, administrator.id);
      });
      forgetSupplier(db);
      return result;
    },
);

/** The audit of what concerns the supplier and no account names none. */
async function audit(
  db: BillingDatabase,
  by: AuditOrigin,
  kind: string,
  { changeId, before, after }: Pick<StoredChange, 'changeId' | 'before' | 'after'>,
  now: Instant,
  accountSince?: string,
): Promise<void> {
  const payload = { changeId, ...after, ...(accountSince !== undefined && { accountSince }) };
  await insertAudit(db, by, [{ accountNumber: '', kind, payload, before }], now);
}
