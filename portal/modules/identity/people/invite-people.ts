import { createHash, randomBytes } from 'node:crypto';
import { POINT_ACCOUNTS } from '#billing/api/contracts.ts';
import { ENTITY_PROVE } from '#billing/api/customers.ts';
import type { InputOf } from '#contract/define-call.ts';
import {
  type CompanyPersonData,
  type changePerson as changePersonCall,
  invitationDays,
  type invitePerson as invitePersonCall,
  maxPeople,
  type PersonObjects,
} from '#contract/identity/company-people.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listOwnedObjects } from '../../accounts/public.ts';
import { queueMessage } from '../../outbox/public.ts';
import {
  endAccess,
  insertInvitation,
  type KeptAccess,
  listCompanyPeople,
  lockCompany,
  lockMember,
  type PersonRow,
  renewInvitation,
  updateAccess,
} from './people-store.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Most letters with invitations of one company in a day: they go to addresses that anybody may type. */
const maxLettersPerDay = 50;

type People = { readonly people: CompanyPersonData[] };

/** The digest under which the key of an invitation is kept. */
export function digestOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** 160 bits: nobody guesses it. */
export const newKey = () => randomBytes(20).toString('base64url');

const isoOrNull = (moment: Instant | null) => (moment === null ? null : instantToIso(moment));

function objectsOf({ accounts, points }: PersonRow): PersonObjects {
  if (points !== null) return { kind: 'points', points: [...points] };
  return accounts === null ? { kind: 'all' } : { kind: 'accounts', accounts: [...accounts] };
}

function toPersonDto({ accounts, points, ...row }: PersonRow): CompanyPersonData {
  return {
    ...row,
    objects: objectsOf({ accounts, points, ...row }),
    lastUsedAt: isoOrNull(row.lastUsedAt),
    invitedAt: isoOrNull(row.invitedAt),
    expiresAt: isoOrNull(row.expiresAt),
    endedAt: isoOrNull(row.endedAt),
  };
}

/** The people of the company of a session. */
export async function readPeople(
  db: PortalDatabase,
  { session, clock }: Pick<RequestContext, 'session' | 'clock'>,
): Promise<CallResult<People>> {
  const rows = await listCompanyPeople(db, session.cabinetId, session.identityId, clock.now());
  return succeed({ people: rows.map(toPersonDto) });
}

/** Role and objects as they are kept, or why they are not: every account and point must be one that the caller sees. */
async function readAccess(
  db: PortalDatabase,
  { role, objects }: Pick<InputOf<typeof changePersonCall>, 'role' | 'objects'>,
  { session, billing }: RequestContext,
): Promise<KeptAccess | CallFailure> {
  if (objects.kind === 'all') return { role, accounts: null, points: null };
  // Who gives access to everything sees everything.
  if (role === 'owner') return failFields([{ path: 'objects', code: 'field.invalid' }]);
  const own = (await listOwnedObjects(db, session.identityId)).map(({ accountNumber }) => accountNumber);
  if (objects.kind === 'accounts') {
    const accounts = [...new Set(objects.accounts)].sort();
    return accounts.every((account) => own.includes(account))
      ? { role, accounts, points: null }
      : failFields([{ path: 'objects.accounts', code: 'field.invalid' }]);
  }
  const points = [...new Set(objects.points)].sort();
  const found = await billing(POINT_ACCOUNTS, { accountNumbers: own, points });
  if (!found.ok) throw new Error(`POINT_ACCOUNTS refused: ${found.code}`);
  const known = new Map(found.data.points.map(({ eic, accountNumber }) => [eic, accountNumber]));
  if (!points.every((eic) => known.has(eic))) {
    return failFields([{ path: 'objects.points', code: 'field.invalid' }]);
  }
  return { role, accounts: [...new Set(known.values())].sort(), points };
}

const isRefused = (access: KeptAccess | CallFailure): access is CallFailure => 'kind' in access;

/** The company's name in the letter, by one of its accounts; '' when the back end knows none. */
export async function nameOfCompany(
  db: PortalDatabase,
  companyId: string,
  billing: RequestContext['billing'],
): Promise<string> {
  const [first] = await listOwnedObjects(db, companyId);
  if (first === undefined) return '';
  const asked = { accountNumber: first.accountNumber, uniqueCode: null, edrpou: null };
  const known = await billing(ENTITY_PROVE, asked);
  return known.ok ? known.data.companyName : '';
}

interface Letter {
  readonly email: string;
  readonly name: string;
  readonly company: string;
  readonly key: string;
  readonly expiresAt: Instant;
}

async function queueLetter(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  { email, name, company, key, expiresAt }: Letter,
  now: Instant,
): Promise<void> {
  const link = `${services.config.publicUrl}/join?key=${key}`;
  const until = kyivDateOf(expiresAt);
  await queueMessage(
    services,
    {
      channel: 'mail',
      recipient: email,
      kind: 'invitation',
      params: { name, company, link, until },
      expiresAt,
    },
    now,
  );
}

function tooSoon(seconds: number): CallFailure {
  return { ...fail('common.tooManyRequests', { seconds }), retryAfterSeconds: seconds };
}

/** Invites somebody: the invitation and its letter are kept at once. */
export async function invitePerson(
  services: PortalServices,
  { name, email, ...asked }: InputOf<typeof invitePersonCall>,
  context: RequestContext,
): Promise<CallResult<People>> {
  const { session, clock, billing } = context;
  const { cabinetId: companyId, identityId: invitedBy } = session;
  const access = await readAccess(services.db, asked, context);
  if (isRefused(access)) return access;
  const company = await nameOfCompany(services.db, companyId, billing);
  const at = clock.now();
  const [key, expiresAt] = [newKey(), (at + invitationDays * dayMs) as Instant];
  const refusal = await services.db.transaction().execute(async (db) => {
    const { people, letters } = await lockCompany(db, companyId, at);
    if (people >= maxPeople) return fail('identity.tooManyPeople', { n: maxPeople });
    if (letters >= maxLettersPerDay) return tooSoon(dayMs / 1000);
    const tokenDigest = digestOfKey(key);
    const personId = newId();
    const isNew = await insertInvitation(db, {
      ...access,
      personId,
      companyId,
      name,
      email,
      tokenDigest,
      invitedBy,
      at,
      expiresAt,
    });
    if (!isNew) return fail('identity.alreadyInvited');
    await queueLetter({ ...services, db }, { email, name, company, key, expiresAt }, at);
    return undefined;
  });
  return refusal ?? readPeople(services.db, context);
}

/** Sends an invitation again, at most once a minute; the former link works no more. */
export async function resendInvitation(
  services: PortalServices,
  personId: string,
  context: RequestContext,
): Promise<CallResult<People>> {
  const { session, clock, billing } = context;
  const company = await nameOfCompany(services.db, session.cabinetId, billing);
  const at = clock.now();
  const [key, expiresAt] = [newKey(), (at + invitationDays * dayMs) as Instant];
  const refusal = await services.db.transaction().execute(async (db) => {
    const { letters } = await lockCompany(db, session.cabinetId, at);
    const person = await lockMember(db, session.cabinetId, personId);
    if (person === undefined || person.acceptedAt !== null) return fail('common.notFound');
    const wait = person.sentAt + minuteMs - at;
    if (wait > 0) return tooSoon(Math.ceil(wait / 1000));
    if (letters >= maxLettersPerDay) return tooSoon(dayMs / 1000);
    await renewInvitation(db, personId, { tokenDigest: digestOfKey(key), at, expiresAt });
    const { email, name } = person;
    await queueLetter({ ...services, db }, { email, name, company, key, expiresAt }, at);
    return undefined;
  });
  return refusal ?? readPeople(services.db, context);
}

/** Gives a person another role or other objects; what they may is read with every call. */
export async function changePerson(
  { db: database }: Pick<PortalServices, 'db'>,
  { personId, ...asked }: InputOf<typeof changePersonCall>,
  context: RequestContext,
): Promise<CallResult<People>> {
  const { session } = context;
  const access = await readAccess(database, asked, context);
  if (isRefused(access)) return access;
  const refusal = await database.transaction().execute(async (db) => {
    const person = await lockMember(db, session.cabinetId, personId);
    if (person === undefined)
      return fail(personId === session.cabinetId ? 'identity.ownAccess' : 'common.notFound');
    if (person.identityId === session.identityId) return fail('identity.ownAccess');
    await updateAccess(db, personId, access);
    return undefined;
  });
  return refusal ?? readPeople(database, context);
}

/** Ends the access of a person with every session of theirs, or withdraws an invitation. Nobody ends the own access or the contract's. */
export async function endPerson(
  { db: database }: Pick<PortalServices, 'db'>,
  personId: string,
  context: RequestContext,
): Promise<CallResult<People>> {
  const { session, clock } = context;
  const refusal = await database.transaction().execute(async (db) => {
    const person = await lockMember(db, session.cabinetId, personId);
    if (person === undefined)
      return fail(personId === session.cabinetId ? 'identity.ownAccess' : 'common.notFound');
    if (person.identityId === session.identityId) return fail('identity.ownAccess');
    await endAccess(db, person, session.identityId, clock.now());
    return undefined;
  });
  return refusal ?? readPeople(database, context);
}
