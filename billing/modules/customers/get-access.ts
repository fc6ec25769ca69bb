import { ACCOUNT_ACCESS_GET } from '#billing/api/accounts/access.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { findAccess } from './object-code-store.ts';

/** ACCOUNT_ACCESS_GET: the portal recognises the holder by the contract's phone; only the holder may see the code. */
export const handleAccountAccessGet = handleModule(
  ACCOUNT_ACCESS_GET,
  ({ db }) =>
    async ({ accountNumber }) => {
      const access = await findAccess(db, accountNumber);
      if (access === undefined) return refuse('common.notFound');
      const { codeChangedAt } = access;
      return answer({
        ...access,
        codeChangedAt: codeChangedAt === null ? null : instantToIso(codeChangedAt),
      });
    },
);
