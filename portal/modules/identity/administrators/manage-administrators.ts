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
import { checkNewPasswordRules, hashingBusy } from '../password/new-password.ts';
import { hashPassword } from '../password/password.ts';
import { digestOfKey, newKey } from '../people/invite-people.ts';
import type { PublicContext } from '../public-context.ts';
import { removeFactors } from '../second-factor/factor-store.ts';
import { requireFactorProof } from '../second-factor/own-factor.ts';
import { updatePassword } from '../sign-in/identity-store.ts';
import {
  endAllAccess,
  findAdministratorId,
  findLink,
  type HeldAdministrator,
  insertAdministrator,
  listAdministrators,
  lockAdministrator,
  putLink,
  setBlocked,
  takeLink,
  updateAdministrator,
} from './administrator-store.ts';

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

/** A new link to set the password of an administrator, whom the caller holds or has just made; its text is nowhere but in the answer. */
async function makeLink(
  { db, config }: Services,
  identityId: string,
  isFirst: boolean,
  at: Instant,
): Promise<string> {
  const key = `${adminKeyStart}${newKey()}`;
  const expiresAt = (at + adminLinkDays * 86_400_000) as Instant;
  await putLink(db, { identityId, tokenDigest: digestOfKey(key), isFirst, at, expiresAt });
  return `${config.publicUrl}/join?key=${key}`;
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

/** A new administrator, whose password nobody knows: they set one by the link. */
export async function createAdmin(
  services: ActServices,
  { login, fullName, roles: asked, phone, dualAuth, factorCode }: InputOf<typeof createCall>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof createCall>>> {
  const unproven = await requireFactorProof(services, factorCode, context);
  if (unproven) return unproven;
  const { db: database, config } = services;
  const missing = phoneMissing({ phone, dualAuth }, 'none');
  if (missing) return missing;
  const passwordHash = await hashPassword(newKey());
  if (passwordHash === 'busy') return hashingBusy();
  const [identityId, roles] = [newId(), tidyRoles(asked)];
  const made = await database.transaction().execute(async (db) => {
    // Two owners with one login at the same moment: the second waits, and is told.
    await sql`lock table portal.administrator in share row exclusive mode`.execute(db);
    if ((await findAdministratorId(db, login)) !== undefined) return fail('identity.loginTaken');
    const at = context.clock.now();
    await insertAdministrator(db, { identityId, login, fullName, passwordHash, phone, roles, dualAuth });
    const after = { fullName, roles, phone: phone ?? null, dualAuth };
    await insertStaffChange(db, context, { subject: login, after }, at);
    return makeLink({ db, config }, identityId, true, at);
  });
  if (typeof made !== 'string') return made;
  return succeed({ ...(await readAdmins(database, context)), link: made });
}

/**
 * Does something to another administrator in one transaction that holds both, so that of two owners who take the role from each
 * other one is left. Nobody does it to themselves: the own phone and second factor are changed in the settings, by a code.
 */
async function withAdministrator<Done>(
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

const isRefused = (answer: object | string | null): answer is CallFailure =>
  typeof answer === 'object' && answer !== null && 'httpStatus' in answer;

/** Gives another administrator other facts; roles are read with every call, so they hold at once. */
export async function changeAdmin(
  services: ActServices,
  { login, fullName, roles: asked, phone, dualAuth, factorCode }: InputOf<typeof changeCall>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof changeCall>>> {
  const unproven = await requireFactorProof(services, factorCode, context);
  if (unproven) return unproven;
  const { db: database } = services;
  const done = await withAdministrator(database, login, context, async (db, held) => {
    const missing = phoneMissing({ phone, dualAuth }, held.secondFactor);
    if (missing) return missing;
    const { identityId, secondFactor: _, blocked: __, isFirstLink: ___, ...before } = held;
    const after = { fullName, roles: tidyRoles(asked), phone: phone ?? null, dualAuth };
    await updateAdministrator(db, identityId, after);
    const change = { subject: login, ...changedFields(before, after) };
    await insertStaffChange(db, context, change, context.clock.now());
    return {};
  });
  return isRefused(done) ? done : succeed(await readAdmins(database, context));
}

/** Sessions, second factor, link and block of another administrator. */
export async function actOnAdmin(
  services: ActServices,
  { login, act, reason, factorCode }: InputOf<typeof actCall>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof actCall>>> {
  const unproven = await requireFactorProof(services, factorCode, context);
  if (unproven) return unproven;
  const { db: database, config } = services;
  const done = await withAdministrator<string | null>(database, login, context, async (db, held) => {
    const at = context.clock.now();
    const { identityId } = held;
    let link: string | null = null;
    let [before, after]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
    switch (act) {
      case 'endSessions':
        after = { sessionsEnded: await endAllAccess(db, identityId, 'allEnded', at) };
        break;
      case 'resetFactor':
        [before, after] = [{ secondFactor: held.secondFactor }, { secondFactor: 'none' }];
        await removeFactors(db, identityId);
        break;
      case 'link':
        link = await makeLink({ db, config }, identityId, held.isFirstLink, at);
        after = { link: true };
        break;
      default:
        [before, after] = [{ blocked: held.blocked }, { blocked: act === 'block' }];
        await setBlocked(db, identityId, act === 'block' ? { reason } : undefined, at);
    }
    await insertStaffChange(db, context, { subject: login, before, after }, at);
    return link;
  });
  return isRefused(done) ? done : succeed({ ...(await readAdmins(database, context)), link: done });
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
