import { ACCOUNT_CODE_RENEW, ACCOUNT_CODES_RENEW } from '#billing/api/accounts/access.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { claimRequestId } from '#billing/modules/events/public.ts';
import { cachedAccessRules } from '#billing/modules/supplier/public.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { findAccess, lockOldCodes, renewObjectCodes } from './object-code-store.ts';

/**
 * ACCOUNT_CODE_RENEW: immediate, the old code becomes invalid. An entity's code belongs to its contract and is its
 * sign-in code (decision 0019): not replaced here. A repeated request id returns the current code; an id used for
 * something else is refused common.requestReused.
 */
export const handleAccountCodeRenew = handleModule(
  ACCOUNT_CODE_RENEW,
  ({ db, clock }) =>
    async (renewal, { actor }) => {
      return db.transaction().execute(async (transaction) => {
        const claim = await claimRequestId(transaction, ACCOUNT_CODE_RENEW, renewal);
        if (claim === 'taken') return refuse('common.requestReused');
        const renewals = claim === 'new' ? [renewal] : [];
        const [renewed] = await renewObjectCodes(transaction, renewals, actor, clock.now());
        if (renewed !== undefined) {
          return answer({ code: renewed.code, codeChangedAt: instantToIso(renewed.changedAt) });
        }
        const access = await findAccess(transaction, renewal.accountNumber);
        if (access === undefined || !access.codeCanChange || access.codeChangedAt === null) {
          return refuse('common.notFound');
        }
        return answer({ code: access.code, codeChangedAt: instantToIso(access.codeChangedAt) });
      });
    },
);

/** ACCOUNT_CODES_RENEW: safe to repeat and to run on several nodes; does nothing when the supplier sets no age. */
export const handleAccountCodesRenew = handleModule(
  ACCOUNT_CODES_RENEW,
  ({ db, clock }) =>
    async ({ limit }, { actor }) => {
      const { codeMonths: months } = await cachedAccessRules(db);
      if (months === 0) return answer({ renewed: 0 });
      const now = clock.now();
      return db.transaction().execute(async (transaction) => {
        const old = await lockOldCodes(transaction, { months, limit }, now);
        return answer({ renewed: (await renewObjectCodes(transaction, old, actor, now)).length });
      });
    },
);
