import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { InputOf } from '#contract/define-call.ts';
import {
  adminKeyStart,
  type readAdminLink as readLinkCall,
  setAdminPassword as setPasswordCall,
} from '#contract/identity/administrator-links.ts';
import {
  type AdministratorData,
  type actOnAdmin as actCall,
  adminLinkDays,
  type changeAdmin as changeCall,
  type createAdmin as createCall,
} from '#contract/identity/administrators.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import { noteActWithoutSession } from '#portal/http/records/staff-actions.ts';
import { changedFields, insertStaffChange } from '#portal/http/records/staff-changes.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { clearFailures } from '../../codes/public.ts';
import { queueMessages } from '../../outbox/public.ts';
import { checkNewPasswordRules, hashingBusy } from '../password/new-password.ts';
import { hashPassword } from '../password/password.ts';
import { digestOfKey, newKey } from '../people/invite-people.ts';
import type { PublicContext } from '../public-context.ts';
import { removeFactors } from '../second-factor/factor-store.ts';
import { requireFactorProof } from '../second-factor/own-factor.ts';
import { updatePassword } from '../sign-in/identity-store.ts';
import {
  type AdministratorFacts,
  endAllAccess,
  findAdministratorId,
  findAdministratorName,
  findLink,
  type HeldAdministrator,
  insertAdministrator,
  isContactOfAnother,
  listAdministrators,
  lockAdministrator,
  putLink,
  setBlocked,
  takeLink,
  updateAdministrator,
} from './administrator-store.ts';
import { type GrantKind, insertGrants } from './grant-store.ts';
import { type AccessNews, contactForLink, listAccessMessages, sendLink } from './notify-administrators.ts';

type Services = Pick<PortalServices, 'db' | 'config'>;
/** Of acts that ask for the second factor of who acts. */
type ActServices = Pick<PortalServices, 'db' | 'config' | 'keys'>;

const isoOrNull = (moment: Instant | null) => (moment === null ? null : instantToIso(moment));

/** Every administrator, by login, as the owner of the session sees them. */
export async function readAdmins(
  db: PortalDatabase,
  { session, clock }: Pick<RequestContext, 'session' | 'clock'>,
): Promise<{ admins: AdministratorData[] }> {
  const rows = await listAdministrators(db, session.identityId, clock.now());
  return {
    admins: rows.map(({ lastSignInAt, linkUntil, ...row }) => ({
      ...row,
      lastSignInAt: isoOrNull(lastSignInAt),
      linkUntil: isoOrNull(linkUntil),
    })),
  };
}

/**
 * Sends a new link to set the password to its administrator, whom the caller holds or has just made. Its text is in that message alone:
 * who reads it can act in the other's name.
 */
async function makeLink(
  { db, config, keys }: ActServices,
  {
    identityId,
    login,
    isFirst,
    sentTo,
  }: {
    readonly identityId: string;
    readonly login: string;
    readonly isFirst: boolean;
    readonly sentTo: string;
  },
  at: Instant,
): Promise<void> {
  const key = `${adminKeyStart}${newKey()}`;
  const expiresAt = (at + adminLinkDays * 86_400_000) as Instant;
  await putLink(db, { identityId, tokenDigest: digestOfKey(key), isFirst, at, expiresAt });
  const link = `${config.publicUrl}/join?key=${key}`;
  await sendLink({ db, keys }, sentTo, { login, link, expiresAt }, at);
}

/** A second step by code needs a phone to send it to, whether it is required or was chosen. */
function phoneMissing(
  { phone, dualAuth }: Pick<InputOf<typeof createCall>, 'phone' | 'dualAuth'>,
  secondFactor: HeldAdministrator['secondFactor'],
): CallFailure | undefined {
  const isNeeded = phone === undefined && (dualAuth || secondFactor === 'sms');
  return isNeeded ? failFields([{ path: 'phone', code: 'field.required' }]) : undefined;
}

/** Roles in the order in which they are kept. */
const tidyRoles = (roles: InputOf<typeof createCall>['roles']) => [...new Set(roles)].sort();

/** A new administrator without a known password: they set one by the link that is sent to them. */
export async function createAdmin(
  services: ActServices,
  { login, fullName, roles: asked, phone, email, dualAuth, factorCode }: InputOf<typeof createCall>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof createCall>>> {
  const unproven = await requireFactorProof(services, factorCode, context);
  if (unproven) return unproven;
  const { db: database } = services;
  const contacts = { phone: phone ?? null, email: email ?? null };
  const sentTo = contactForLink(contacts);
  if (sentTo === undefined) return failFields([{ path: 'email', code: 'field.required' }]);
  const missing = phoneMissing({ phone, dualAuth }, 'none');
  if (missing) return missing;
  const passwordHash = await hashPassword(newKey());
  if (passwordHash === 'busy') return hashingBusy();
  const [identityId, roles] = [newId(), tidyRoles(asked)];
  const refused = await database.transaction().execute(async (db) => {
    // Two owners with one login at the same moment: the second waits.
    await sql`lock table portal.administrator in share row exclusive mode`.execute(db);
    if ((await findAdministratorId(db, login)) !== undefined) return fail('identity.loginTaken');
    if (await isContactOfAnother(db, contacts, identityId)) return fail('identity.staffContactTaken');
    const at = context.clock.now();
    const row = { identityId, login, fullName, passwordHash, phone, email, roles, dualAuth };
    await insertAdministrator(db, row, at);
    await insertStaffChange(
      db,
      context,
      { subject: login, after: { fullName, roles, ...contacts, dualAuth } },
      at,
    );
    const inside = { ...services, db };
    await makeLink(inside, { identityId, login, isFirst: true, sentTo }, at);
    const done = {
      identityId,
      login,
      reason: '',
      contacts: [],
      news: ['created'],
      grants: ['created'],
    } as const;
    await noteAccess(inside, done, context, at);
    return undefined;
  });
  if (refused !== undefined) return refused;
  return succeed({ ...(await readAdmins(database, context)), sentTo });
}

/** Records what lets the actor act as another administrator, and notifies the person and the other owners. */
async function noteAccess(
  services: Pick<PortalServices, 'db' | 'keys'>,
  {
    grants,
    ...done
  }: Omit<Parameters<typeof listAccessMessages>[1], 'actor'> & { readonly grants: readonly GrantKind[] },
  { session }: Pick<RequestContext, 'session'>,
  at: Instant,
): Promise<void> {
  await insertGrants(services.db, { toId: done.identityId, byId: session.identityId, kinds: grants }, at);
  const actor = await findAdministratorName(services.db, session.identityId);
  await queueMessages(services, await listAccessMessages(services.db, { ...done, actor }), at);
}

/**
 * Does something to another administrator in one transaction that holds both, so that of two owners who take the role from each
 * other one is left. Nobody does it to themselves: the own phone and second factor are changed in the settings, by a code.
 */
async function withAdministrator<Done extends object>(
  database: PortalDatabase,
  login: string,
  { session }: RequestContext,
  act: (db: PortalDatabase, held: HeldAdministrator) => Promise<Done | CallFailure>,
): Promise<Done | CallFailure> {
  return database.transaction().execute(async (db) => {
    const held = await lockAdministrator(db, session.identityId, login);
    if (held === 'forbidden') return fail('common.forbidden');
    if (held === 'unknown') return fail('common.notFound');
    return held.identityId === session.identityId ? fail('identity.ownAccess') : act(db, held);
  });
}

const isRefused = (answer: object): answer is CallFailure => 'httpStatus' in answer;

/** What a change of facts is called in messages, and which of it are grants: a role that is added, other contacts, another second step. */
function accessChanges(before: AdministratorFacts, after: AdministratorFacts) {
  const isOf = (field: keyof AdministratorFacts) => !isDeepStrictEqual(before[field], after[field]);
  const news = [
    ...(isOf('roles') ? (['roles'] as const) : []),
    ...(isOf('phone') || isOf('email') ? (['contact'] as const) : []),
    ...(isOf('dualAuth') ? (['factor'] as const) : []),
  ];
  const isGiven = after.roles.some((role) => !before.roles.includes(role));
  return { news, grants: news.filter((kind) => kind !== 'roles' || isGiven) };
}

/** Gives another administrator other facts; roles are read with every call, so they hold immediately. */
export async function changeAdmin(
  services: ActServices,
  { login, fullName, roles: asked, phone, email, dualAuth, reason, factorCode }: InputOf<typeof changeCall>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof changeCall>>> {
  const unproven = await requireFactorProof(services, factorCode, context);
  if (unproven) return unproven;
  const { db: database } = services;
  const done = await withAdministrator(database, login, context, async (db, held) => {
    const missing = phoneMissing({ phone, dualAuth }, held.secondFactor);
    if (missing) return missing;
    const at = context.clock.now();
    const { identityId, secondFactor: _, blocked: __, isFirstLink: ___, ...before } = held;
    const contacts = { phone: phone ?? null, email: email ?? null };
    if (await isContactOfAnother(db, contacts, identityId)) return fail('identity.staffContactTaken');
    const after = { fullName, roles: tidyRoles(asked), ...contacts, dualAuth };
    await updateAdministrator(db, identityId, after);
    await insertStaffChange(db, context, { subject: login, ...changedFields(before, after) }, at);
    const changes = { ...accessChanges(before, after), contacts: [before, contacts] };
    await noteAccess({ ...services, db }, { identityId, login, reason, ...changes }, context, at);
    return {};
  });
  return isRefused(done) ? done : succeed(await readAdmins(database, context));
}

interface ActDone {
  readonly before?: Record<string, unknown>;
  readonly after: Record<string, unknown>;
  readonly news: AccessNews;
  readonly grant?: GrantKind;
  readonly sentTo?: string;
}

/** Does one act to the access of an administrator whom the caller holds. */
async function doAct(
  { db, ...services }: ActServices,
  { login, act, reason }: InputOf<typeof actCall>,
  held: HeldAdministrator,
  at: Instant,
): Promise<ActDone | CallFailure> {
  const { identityId, blocked, secondFactor, isFirstLink: isFirst } = held;
  switch (act) {
    case 'endSessions':
      return {
        after: { sessionsEnded: await endAllAccess(db, identityId, 'allEnded', at) },
        news: 'sessions',
      };
    case 'resetFactor':
      await removeFactors(db, identityId);
      return { before: { secondFactor }, after: { secondFactor: 'none' }, news: 'factor', grant: 'factor' };
    case 'link': {
      const sentTo = contactForLink(held);
      if (sentTo === undefined) return fail('identity.noContact');
      await makeLink({ ...services, db }, { identityId, login, isFirst, sentTo }, at);
      return { after: { link: true }, news: 'link', grant: 'link', sentTo };
    }
    case 'block':
      await setBlocked(db, identityId, { reason }, at);
      return { before: { blocked }, after: { blocked: true }, news: 'blocked' };
    case 'unblock':
      await setBlocked(db, identityId, undefined, at);
      return { before: { blocked }, after: { blocked: false }, news: 'unblocked', grant: 'unblocked' };
  }
}

/** Sessions, second factor, link and block of another administrator. */
export async function actOnAdmin(
  services: ActServices,
  input: InputOf<typeof actCall>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof actCall>>> {
  const unproven = await requireFactorProof(services, input.factorCode, context);
  if (unproven) return unproven;
  const { login, reason } = input;
  const { db: database } = services;
  const done = await withAdministrator(database, login, context, async (db, held) => {
    const at = context.clock.now();
    const inside = { ...services, db };
    const acted = await doAct(inside, input, held, at);
    if (isRefused(acted)) return acted;
    const { before = {}, after, news, grant, sentTo = null } = acted;
    await insertStaffChange(db, context, { subject: login, before, after }, at);
    const { identityId } = held;
    const noted = { identityId, login, reason, contacts: news === 'link' ? [] : [held], news: [news] };
    await noteAccess(inside, { ...noted, grants: grant === undefined ? [] : [grant] }, context, at);
    return { sentTo };
  });
  return isRefused(done) ? done : succeed({ ...(await readAdmins(database, context)), sentTo: done.sentTo });
}

/** Whose password a link sets. A key of nobody, one that was used and one that was replaced are answered alike. */
export async function readAdminLink(
  { db }: Services,
  { key }: InputOf<typeof readLinkCall>,
  { clock }: PublicContext,
): Promise<CallResult<FieldsOf<typeof readLinkCall>>> {
  const found = await findLink(db, digestOfKey(key), clock.now());
  if (found === undefined) return fail('identity.invitationEnded');
  const { login, fullName, expiresAt } = found;
  return succeed({ login, fullName, expiresAt: instantToIso(expiresAt) });
}

/** Sets a password by a link, once; sessions and unfinished sign-ins end, wrong tries are forgotten. */
export async function setAdminPassword(
  { db: database }: Services,
  { key }: InputOf<typeof setPasswordCall>,
  { basicAuth, clock, address, reference }: PublicContext,
): Promise<CallResult<FieldsOf<typeof setPasswordCall>>> {
  const tokenDigest = digestOfKey(key);
  const found = await findLink(database, tokenDigest, clock.now());
  if (found === undefined) return fail('identity.invitationEnded');
  const { login, fullName, phone } = found;
  if (basicAuth?.login.toLowerCase() !== login) return fail('identity.badCredentials');
  const weakness = checkNewPasswordRules(basicAuth.password, { phone, names: [login, fullName] });
  if (weakness) return failFields([weakness]);
  const passwordHash = await hashPassword(basicAuth.password);
  if (passwordHash === 'busy') return hashingBusy();
  return database.transaction().execute(async (db) => {
    const at = clock.now();
    const identityId = await takeLink(db, tokenDigest, at);
    if (identityId === undefined) return fail('identity.invitationEnded');
    await updatePassword(db, identityId, passwordHash, at);
    const sessionsEnded = await endAllAccess(db, identityId, 'passwordChanged', at);
    await noteActWithoutSession(db, setPasswordCall, { actorId: identityId, address, reference, at });
    const after = { passwordChanged: true, sessionsEnded };
    await insertStaffChange(db, { session: { identityId }, reference }, { subject: login, after }, at);
    await clearFailures(db, [{ kind: 'admin', login, address: '' }], at);
    return succeed({});
  });
}
