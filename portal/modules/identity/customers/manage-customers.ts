import { sql } from 'kysely';
import type { actOnCustomer as actCall, CustomerData, getCustomer } from '#contract/customers.ts';
import type { InputOf } from '#contract/define-call.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import { insertStaffChange } from '#portal/http/records/staff-changes.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type NewMessage, queueing } from '../../outbox/public.ts';
import { nameOfCompany } from '../people/invite-people.ts';
import { removeFactors } from '../second-factor/factor-store.ts';
import { requireFactorProof } from '../second-factor/own-factor.ts';
import { isContactTaken } from '../sign-up/change-contact.ts';
import { contactUpdate } from '../sign-up/profile-store.ts';
import {
  blockCustomer,
  type CustomerRow,
  endAccessOfCustomer,
  findCustomer,
  lockCustomer,
  unblockCustomer,
} from './customer-store.ts';

type Context = Pick<RequestContext, 'billing' | 'clock'>;

function blockOf({
  reason,
  blockedBy,
  blockedAt,
  endedBy,
  endedAt,
  isOfCompany,
}: CustomerRow): CustomerData['block'] {
  if (reason === null || blockedAt === null) return null;
  const ended = endedAt === null ? null : { by: endedBy ?? '', at: instantToIso(endedAt) };
  return { reason, by: blockedBy ?? '', at: instantToIso(blockedAt), ended, isOfCompany };
}

/** The sign-in of a customer as its card shows it; undefined: there is none with this id. */
async function readCustomer(
  db: PortalDatabase,
  identityId: string,
  { billing, clock }: Context,
): Promise<CustomerData | undefined> {
  const row = await findCustomer(db, identityId, clock.now());
  if (row === undefined) return undefined;
  const { reason: _, blockedBy, blockedAt, endedBy, endedAt, isOfCompany, companyId, ...facts } = row;
  const { type, createdAt, lastSignInAt } = facts;
  const companyName = type === 'entity' ? await nameOfCompany(db, companyId ?? identityId, billing) : '';
  return {
    ...facts,
    name: companyId === null && companyName !== '' ? companyName : facts.name,
    block: blockOf(row),
    createdAt: instantToIso(createdAt),
    lastSignInAt: lastSignInAt === null ? null : instantToIso(lastSignInAt),
    company: companyId === null ? null : { id: companyId, name: companyName },
  };
}

/** The card of a customer's sign-in. */
export async function showCustomer(
  db: PortalDatabase,
  { id }: InputOf<typeof getCustomer>,
  context: Context,
): Promise<CallResult<{ customer: CustomerData }>> {
  const customer = await readCustomer(db, id, context);
  return customer === undefined ? fail('common.notFound') : succeed({ customer });
}

type Held = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>;
type Asked = InputOf<typeof actCall>;

/** What an act changed. */
interface Done {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** Sessions that ended. */
  readonly ended: number;
}

/** Acts that open a way into a cabinet ask for the second factor of who acts. */
const opens = (act: Asked['act']) => act === 'resetFactor' || act === 'confirmPhone';

/** Whether the customer is as whoever acts saw them: an act that is done already was somebody else's. */
function isAsSeen({ act, phone, seenPhone = '' }: Asked, held: Held): boolean {
  if (act === 'block') return !held.isBlocked;
  if (act === 'unblock') return held.isBlocked && !held.hasEnded;
  if (act === 'resetFactor') return held.secondFactor !== 'none';
  return (
    act !== 'confirmPhone' || (held.phone === seenPhone && !(held.phone === phone && held.isPhoneConfirmed))
  );
}

/** Keeps a phone as confirmed. The former one and the confirmed e-mail are told; sessions end, for the phone lets in. */
async function confirmPhone(
  services: Pick<PortalServices, 'db' | 'keys'>,
  { id, phone }: { readonly id: string; readonly phone: string },
  held: Held,
  at: Instant,
): Promise<Done> {
  const isOther = held.phone !== phone;
  const message = { kind: 'contactChanged', params: { contact: 'phone' } } as const;
  const messages: NewMessage[] = isOther
    ? [
        ...(held.phone === '' ? [] : [{ ...message, channel: 'sms', recipient: held.phone } as const]),
        ...(held.confirmedEmail === ''
          ? []
          : [{ ...message, channel: 'mail', recipient: held.confirmedEmail } as const]),
      ]
    : [];
  const queued = queueing(services, messages, at, sql`exists (select from changed)`);
  await sql`
    with changed as (${contactUpdate(id, { kind: 'phone', value: phone }, at)}), ${queued.parts}
    select ${queued.jobs} as jobs`.execute(services.db);
  const ended = isOther ? await endAccessOfCustomer(services.db, id, 'allEnded', at) : 0;
  return {
    before: { phone: held.phone, phoneConfirmed: held.isPhoneConfirmed },
    after: { phone, phoneConfirmed: true },
    ended,
  };
}

async function perform(
  services: Pick<PortalServices, 'db' | 'keys'>,
  { id, act, phone = '', reason }: Asked,
  held: Held,
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<Done> {
  const { db } = services;
  switch (act) {
    case 'endSessions': {
      const ended = await endAccessOfCustomer(db, id, 'allEnded', at);
      return { before: {}, after: { sessionsEnded: ended }, ended };
    }
    case 'resetFactor':
      await removeFactors(db, id);
      return { before: { secondFactor: held.secondFactor }, after: { secondFactor: 'none' }, ended: 0 };
    case 'confirmPhone':
      return confirmPhone(services, { id, phone }, held, at);
    case 'block': {
      const ended = await blockCustomer(db, id, { reason, by }, at);
      return { before: { blocked: false }, after: { blocked: true, sessionsEnded: ended }, ended };
    }
    case 'unblock':
      await unblockCustomer(db, id, by, at);
      return { before: { blocked: true }, after: { blocked: false }, ended: 0 };
  }
}

/**
 * Acts on the sign-in of a customer, whom the transaction holds: of two administrators the second is told what the first has done,
 * and nothing is done twice.
 */
export async function actOnCustomer(
  services: Pick<PortalServices, 'db' | 'keys'>,
  asked: Asked,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof actCall>>> {
  const { id, act } = asked;
  if (act === 'confirmPhone' && asked.phone === undefined)
    return failFields([{ path: 'phone', code: 'field.required' }]);
  const unproven = opens(act) && (await requireFactorProof(services, asked.factorCode, context));
  if (unproven) return unproven;
  const { session, clock } = context;
  const outcome = await services.db
    .transaction()
    .execute(async (db) => {
      const held = await lockCustomer(db, id);
      if (held === undefined) return fail('common.notFound');
      if (!isAsSeen(asked, held)) return 'changed';
      const at = clock.now();
      const done = await perform({ ...services, db }, asked, held, { by: session.identityId, at });
      await insertStaffChange(db, context, { subject: held.phone || id, ...done }, at);
      return done.ended;
    })
    .catch((error: unknown) => {
      if (isContactTaken(error)) return fail('identity.phoneTaken');
      throw error;
    });
  if (typeof outcome === 'object') return outcome;
  const customer = await readCustomer(services.db, id, context);
  if (customer === undefined) return fail('common.notFound');
  if (outcome === 'changed') return fail('identity.customerChanged', {}, { customer });
  return succeed({ customer, ended: outcome });
}
