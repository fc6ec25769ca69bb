import { DUE_LIST } from '#billing/api/balance.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { ErasureData, ErasureState, requestErasure as requestCall } from '#contract/personal-data.ts';
import { addMoney, moneyFromWire, moneyToWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { newId } from '#platform/uuid.ts';
import { type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import { getProvenContacts, listOwnedObjects } from '../accounts/public.ts';
import { countOpenConversations } from '../conversations/public.ts';
import { lockOwnSession, requireFactorProof, verifyOwnPassword } from '../identity/public.ts';
import { type NewMessage, queueMessages } from '../outbox/public.ts';
import { type ErasureRequest, findErasure, insertErasure, markWithdrawn } from './erasure-store.ts';

const dayMs = 24 * 3_600_000;

type Services = Pick<PortalServices, 'db' | 'keys' | 'config'>;

const toErasureDto = ({ askedAt, dueAt }: ErasureRequest): ErasureData => ({
  askedAt: instantToIso(askedAt),
  dueAt: instantToIso(dueAt),
});

/** The open request of a person; null: there is none. */
export async function findOpenErasure(
  db: PortalServices['db'],
  identityId: string,
): Promise<ErasureData | null> {
  const erasure = await findErasure(db, identityId);
  return erasure === undefined ? null : toErasureDto(erasure);
}

/** Accounts of a person with a debt; null: the back end does not answer. */
async function listDebts(
  { db }: Pick<Services, 'db'>,
  { session, billing }: RequestContext,
): Promise<ErasureState['debts']> {
  const objects = await listOwnedObjects(db, session.identityId);
  const accountNumbers = objects.map(({ accountNumber }) => accountNumber);
  if (accountNumbers.length === 0) return [];
  const due = await billing(DUE_LIST, { accountNumbers });
  if (!due.ok) return null;
  return due.data.accounts.flatMap(({ accountNumber, energy, acts }) => {
    const sum = addMoney(moneyFromWire(energy), moneyFromWire(acts));
    return sum > 0n ? [{ account: accountNumber, sum: moneyToWire(sum) }] : [];
  });
}

/** Whether the deletion was asked for, and what the person should know before: debts stay, answers would find no reader. */
export async function showErasure(services: Services, context: RequestContext): Promise<ErasureState> {
  const { db, config } = services;
  const { identityId } = context.session;
  return {
    erasure: await findOpenErasure(db, identityId),
    waitDays: config.erasureDays,
    openTickets: await countOpenConversations(db, identityId),
    debts: await listDebts(services, context),
  };
}

/**
 * Asks for the deletion, after the password and, where there is one, the second factor; phone and confirmed e-mail are notified, so that a
 * request of a stranger is seen while it can be withdrawn. A repeated request answers the one that is open.
 */
export async function requestErasure(
  services: Services,
  { password, factorCode }: InputOf<typeof requestCall>,
  context: RequestContext,
): Promise<CallResult<{ erasure: ErasureData }>> {
  const { session, clock } = context;
  const { identityId } = session;
  const own = await verifyOwnPassword(services, identityId, password, context);
  if (own.kind === 'refused') return own.failure;
  const refused = await requireFactorProof(services, factorCode, context);
  if (refused) return refused;
  return services.db.transaction().execute(async (db) => {
    if (!(await lockOwnSession(db, session))) return fail('common.sessionEnded');
    const now = clock.now();
    const asked = { askedAt: now, dueAt: (now + services.config.erasureDays * dayMs) as Instant };
    if (await insertErasure(db, { requestId: newId(), identityId }, asked)) {
      const contacts = await getProvenContacts(db, identityId);
      const message = { kind: 'erasureAsked', params: { on: kyivDateOf(asked.dueAt) } } as const;
      const messages: NewMessage[] = [
        ...(contacts.phone === ''
          ? []
          : [{ ...message, channel: 'sms', recipient: contacts.phone } as const]),
        ...(contacts.email === ''
          ? []
          : [{ ...message, channel: 'mail', recipient: contacts.email } as const]),
      ];
      await queueMessages({ ...services, db }, messages, now);
    }
    const open = await findErasure(db, identityId);
    if (open === undefined) throw new Error('an erasure that was asked for is missing');
    return succeed({ erasure: toErasureDto(open) });
  });
}

/** Withdraws the open request. */
export async function withdrawErasure(
  { db }: Pick<Services, 'db'>,
  { session, clock }: RequestContext,
): Promise<CallResult<object>> {
  return (await markWithdrawn(db, session.identityId, clock.now())) ? succeed({}) : fail('common.notFound');
}
