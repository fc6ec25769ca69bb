import { answer, refuse } from '#billing/api/define-module.ts';
import { ACT_CONFIRM } from '#billing/api/violation-acts.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type AuditOrigin, insertAudit, insertOutboxEvents } from '#billing/modules/events/public.ts';
import { insertPostings, postingPeriod } from '#billing/modules/ledger/public.ts';
import type { SteppedValues } from '#contract/values/managed-act.ts';
import { refuseSecondPerson } from '#domain/identity/second-person.ts';
import { entriesForCharge, type LedgerAccount, reversalOf } from '#domain/ledger/ledger.ts';
import {
  addMoney,
  type Kopiykas,
  moneyFromWire,
  moneyToWire,
  subtractMoney,
  zeroMoney,
} from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { actDueOn } from '#domain/violation-acts/act-terms.ts';
import { int8, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { type ActKey, lockActs, settleActs } from '../act-store.ts';
import { findStanding, managedData, readManaged, type StandingAct } from './read-acts.ts';
import { decideStep, insertSchedule, type StoredStep, updateAct } from './step-store.ts';

/** A step of a locked act that is saved already. */
interface Effect extends AuditOrigin {
  readonly standing: StandingAct;
  readonly step: Pick<StoredStep, 'kind' | 'after'>;
  /** It waits for another person. */
  readonly isProposal: boolean;
  /** The number that the act gets. */
  readonly revision: number;
  readonly now: Instant;
}

/** Charges of an act that stand. */
async function listCharges(db: BillingDatabase, { accountNumber, actNumber }: ActKey) {
  const { rows } = await typedSql({
    entryId: uuid(),
    debit: text<LedgerAccount>(),
    credit: text<LedgerAccount>(),
    amount: int8<Kopiykas>(),
  })`
    select entry_id as "entryId", debit_account as debit, credit_account as credit, amount_kopiykas as amount
    from billing.ledger_entry e
    where account_number = ${accountNumber} and act_number = ${actNumber} and kind = 'act' and not exists (
      select from billing.ledger_entry r
      where r.account_number = e.account_number and r.reverses_entry_id = e.entry_id)
    order by posted_at, entry_id`.execute(db);
  return rows;
}

/** An imported act that was paid before the history of the ledger: charge and payment are in no entry, or only a part of them. */
function paidBeforeHistory({ row, charged }: StandingAct): Kopiykas {
  return row.state === 'paid' && row.amount > charged ? subtractMoney(row.amount, charged) : zeroMoney;
}

/** What was paid for an act: it becomes an advance when the act is cancelled. */
function advanceOf(standing: StandingAct): Kopiykas {
  return addMoney(standing.row.paid, paidBeforeHistory(standing));
}

/** Takes the charges of an act back; what was paid before the history is taken back with them, as if both had been booked. */
async function bookCancelled(
  db: BillingDatabase,
  { accountNumber, actNumber }: ActKey,
  standing: StandingAct,
  now: Instant,
): Promise<void> {
  const charges = await listCharges(db, { accountNumber, actNumber });
  const beforeHistory = entriesForCharge(subtractMoney(zeroMoney, paidBeforeHistory(standing)), 'actCharge');
  if (charges.length + beforeHistory.length === 0) return;
  const booked = { accountNumber, period: await postingPeriod(db, now), postedAt: now, actNumber };
  await insertPostings(db, [
    ...charges.map(({ entryId, ...entry }) => ({
      ...booked,
      entry: reversalOf({ ...entry, kind: 'actCharge' }),
      reversesEntryId: entryId,
    })),
    ...beforeHistory.map((entry) => ({ ...booked, entry })),
  ]);
}

/** What the customer is told of a step; undefined: nothing. */
function newsOf({ actNumber }: ActKey, { standing, step }: Effect) {
  const told = { actNumber, drawnOn: standing.row.drawnOn };
  const { state, sum, dueOn, instalments, advance } = step.after;
  switch (state) {
    case 'billed':
      return { kind: 'violationAct.billed', payload: { ...told, sum, dueOn } };
    case 'instalments':
      return {
        kind: 'violationAct.instalments',
        payload: { ...told, parts: instalments?.length, dueOn, sum: instalments?.[0]?.sum },
      };
    case 'cancelled':
      return { kind: 'violationAct.cancelled', payload: { ...told, advance: advance ?? '0.00' } };
    default:
      return undefined;
  }
}

/** Writes what a step makes of its act: fields, schedule, entries of the ledger, and the news for the customer. */
export async function takeEffect(db: BillingDatabase, key: ActKey, effect: Effect): Promise<void> {
  const { standing, step, isProposal, revision, now } = effect;
  if (isProposal) return updateAct(db, key, {}, revision);
  const { after } = step;
  await updateAct(db, key, after, revision);
  if (after.state === 'billed' && after.sum !== undefined) {
    const period = await postingPeriod(db, now);
    await insertPostings(
      db,
      entriesForCharge(moneyFromWire(after.sum), 'actCharge').map((entry) => ({
        ...{ accountNumber: key.accountNumber, period, entry, postedAt: now, actNumber: key.actNumber },
      })),
    );
  }
  if (after.instalments) await insertSchedule(db, key, after.instalments, revision);
  if (after.state === 'cancelled') await bookCancelled(db, key, standing, now);
  await settleActs(db, [key], effect);
  const news = newsOf(key, effect);
  if (news !== undefined) await insertOutboxEvents(db, [{ accountNumber: key.accountNumber, ...news }], now);
}

/**
 * ACT_CONFIRM: the second pair of eyes. While a step waits nothing but payments changes the act, so what was proposed still holds; the
 * day to pay by, and what was paid, are of the moment of the confirmation.
 */
export const handleActConfirm = handleModule(
  ACT_CONFIRM,
  ({ db, clock }) =>
    ({ accountNumber, actNumber, stepId, decision, reason, administrator }, by) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        const key = { accountNumber, actNumber };
        await lockActs(trx, [key]);
        const standing = await findStanding(trx, key, now);
        const step = standing?.steps.find((one) => one.stepId === stepId);
        if (standing === undefined || step === undefined || step.state === 'applied')
          return refuse('common.notFound');
        const act = managedData(key, standing, administrator.id);
        if (step.state === decision) return answer({ act });
        if (step.state !== 'proposed') return refuse('acts.decided');
        const refusal =
          decision === 'confirmed' ? refuseSecondPerson(step.authorId, administrator) : undefined;
        if (refusal !== undefined) return refuse(refusal);
        const revision = standing.facts.revision + 1;
        const after = decision === 'confirmed' ? foundOut(standing, step.after) : step.after;
        const decided = {
          stepId,
          state: decision,
          number: revision,
          after,
          by: administrator,
          at: now,
          reason,
        };
        await decideStep(trx, key, decided);
        await takeEffect(trx, key, {
          ...{ standing, step: { kind: step.kind, after }, isProposal: decision === 'withdrawn' },
          ...{ ...by, revision, now },
        });
        const change = decision === 'confirmed' ? `violationAct.${step.kind}` : 'violationAct.withdrawn';
        const shared = {
          ...{ actNumber, reason: reason || step.reason, author: step.authorName },
          accountSince: administrator.accountSince,
        };
        // A step that is withdrawn changes nothing of its act.
        const values =
          decision === 'confirmed'
            ? { payload: { ...after, ...shared }, before: step.before }
            : { payload: shared };
        await insertAudit(trx, by, [{ accountNumber, kind: change, ...values }], now);
        return readManaged(trx, key, { now, administratorId: administrator.id });
      }),
);

/** What a step comes to at its confirmation. */
function foundOut(standing: StandingAct, after: SteppedValues): SteppedValues {
  if (after.state === 'cancelled') return { ...after, advance: moneyToWire(advanceOf(standing)) };
  return { ...after, dueOn: actDueOn(standing.today, standing.terms) };
}
