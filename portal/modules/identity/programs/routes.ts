import { randomBytes } from 'node:crypto';
import {
  type ApiTokenData,
  endToken,
  listTokens,
  makeToken,
  maxTokenDays,
  maxTokens,
  tokenPrefix,
} from '#contract/identity/api-tokens.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';
import { fail, failFields, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import { digestOfToken } from '#portal/http/session/program-guard.ts';
import { endCompanyToken, insertToken, listCompanyTokens } from './token-store.ts';

/** 256 bits: nobody guesses it. */
const newSecret = () => `${tokenPrefix}${randomBytes(32).toString('base64url')}`;

/** Tokens of programs that act for a company (decision 0112). */
export function programRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  async function readTokens({ session, clock }: Pick<RequestContext, 'session' | 'clock'>) {
    const rows = await listCompanyTokens(db, session.cabinetId, clock.now());
    return rows.map(
      ({ scopes, madeAt, expiresAt, lastUsedAt, ...row }): ApiTokenData => ({
        ...row,
        scopes: [...scopes],
        madeAt: instantToIso(madeAt),
        expiresAt: instantToIso(expiresAt),
        lastUsedAt: lastUsedAt === null ? null : instantToIso(lastUsedAt),
      }),
    );
  }

  return [
    route(listTokens, async (_, context) => succeed({ tokens: await readTokens(context) })),

    route(makeToken, async ({ name, scopes, expiresOn, perMinute }, context) => {
      const { session, clock } = context;
      const at = clock.now();
      const today = kyivDateOf(at);
      const lastDay = localDate(expiresOn);
      if (lastDay < today || lastDay > addDays(today, maxTokenDays))
        return failFields([{ path: 'expiresOn', code: 'field.invalid' }]);
      const secret = newSecret();
      const token = {
        tokenId: newId(),
        companyId: session.cabinetId,
        makerId: session.identityId,
        name,
        scopes: [...new Set(scopes)],
        digest: digestOfToken(secret),
        perMinute,
        at,
        expiresAt: kyivMidnight(addDays(lastDay, 1)) as Instant,
      };
      const isKept = await db
        .transaction()
        .execute((transaction) => insertToken(transaction, token, maxTokens));
      if (!isKept) return fail('identity.tooManyTokens', { n: maxTokens });
      return succeed({ secret, tokens: await readTokens(context) });
    }),

    route(endToken, async ({ tokenId }, context) => {
      const { session, clock } = context;
      const asked = { companyId: session.cabinetId, tokenId, endedBy: session.identityId };
      if (!(await endCompanyToken(db, asked, clock.now()))) return fail('common.notFound');
      return succeed({ tokens: await readTokens(context) });
    }),
  ];
}
