import { ACCOUNT_ACCESS_GET } from '#billing/api/access.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { findAccess } from './object-code-store.ts';

/** ACCOUNT_ACCESS_GET: by the phone of the contract the portal knows its holder; only the holder is shown the code. */
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
