import { sql } from 'kysely';
import { type Call, fileTypes, fileTypesOf } from '#contract/define-call.ts';
import { isStorable } from '#contract/field-limits.ts';
import { signOut } from '#contract/identity/sign-in.ts';
import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { requiredUse } from '../admission/decide-admission.ts';
import type { CallResult } from '../call-result.ts';
import type { Session } from '../route.ts';
import type { BegunAction } from './company-actions.ts';

/** Most accounts or ids that an action names. */
const maxNamed = 200;

const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Ids that the client makes for what it sends: they name nothing that is there. */
const ofRequest = ['requestId', 'clientId', 'noteId', 'viewId'];

interface Named {
  readonly accounts: Set<string>;
  readonly subjects: Set<string>;
}

function addNamed(fields: object, named: Named): void {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string') continue;
    if (name === 'account' || name === 'accountNumber') {
      const number = parseAccountNumber(value, anyAccountNumber);
      if (number !== undefined) named.accounts.add(number);
    } else if ((name === 'id' || name.endsWith('Id')) && !ofRequest.includes(name) && uuidShape.test(value))
      named.subjects.add(value.toLowerCase());
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Accounts and ids that a payload names itself or in its lists; nothing else of it but the reason, whatever it is. */
function namedBy(payload: unknown): Named {
  const named: Named = { accounts: new Set(), subjects: new Set() };
  if (!isObject(payload)) return named;
  addNamed(payload, named);
  for (const list of Object.values(payload))
    if (Array.isArray(list))
      for (const item of list.slice(0, maxNamed)) if (isObject(item)) addNamed(item, named);
  return named;
}

/** The same, and in a viewing who is seen, so that the history of the customer has it. */
function namedIn({ identityId, cabinetId, viewer }: Session, payload: unknown): Named {
  const named = namedBy(payload);
  if (viewer) for (const id of [identityId, cabinetId]) named.subjects.add(id);
  return named;
}

/** Adds what an answer says it has made: its ids, and those of the thing in it. */
function addMade(answer: unknown, named: Named): void {
  if (!isObject(answer)) return;
  addNamed(answer, named);
  for (const made of Object.values(answer)) if (isObject(made) && !Array.isArray(made)) addNamed(made, named);
}

/**
 * Whether a call of this session stands in the list of actions of the staff: what it changes, their own access too; of a viewing its
 * end, and what it tried to change.
 */
export function isStaffAction(call: Call, { type, viewer }: Session): boolean {
  const isChange = requiredUse(call) === 'change';
  if (viewer) return isChange || call.path === signOut.path;
  return type === 'admin' && (call.audience === 'admin' || call.audience === 'signedIn') && isChange;
}

/**
 * Whether the result of a call is a file that the staff takes away, or may not. Pictures are looked at: a page shows them where they
 * belong.
 */
export function isStaffDownload(call: Call, { type, viewer }: Session, result: CallResult<unknown>): boolean {
  const isOfStaff = viewer !== undefined || (type === 'admin' && call.audience === 'admin');
  if (!isOfStaff || requiredUse(call) === 'change') return false;
  const types = fileTypesOf(call);
  const kept = types.filter((one) => one !== fileTypes.events && one !== 'image/jpeg');
  if (kept.length === 0) return false;
  return result.kind === 'failure' || (result.kind === 'file' && result.contentType !== 'image/jpeg');
}

/** Most characters of a reason. */
const maxReason = 1000;

/** Why a call is made, where its payload says so; of a payload that is refused too, as far as it can be kept. */
function reasonOf(payload: unknown): string {
  const reason: unknown = isObject(payload) ? Reflect.get(payload, 'reason') : undefined;
  return typeof reason === 'string' && isStorable(reason) ? reason.trim().slice(0, maxReason) : '';
}

interface ActionFacts {
  readonly payload: unknown;
  readonly address: string;
  readonly reference: string;
  readonly at: Instant;
}

/** The administrator who acts. */
export const actorOf = ({ identityId, viewer }: Pick<Session, 'identityId' | 'viewer'>) =>
  viewer?.identityId ?? identityId;

const first = (ids: Set<string>) => [...ids].slice(0, maxNamed);

/** Notes a file that an administrator takes away, with the rows of its list, before it is sent. */
export async function noteStaffDownload(
  db: PortalDatabase,
  call: Call,
  session: Session,
  { payload, address, reference, at }: ActionFacts,
  result: CallResult<unknown>,
): Promise<void> {
  const { accounts, subjects } = namedIn(session, payload);
  const outcome = result.kind === 'failure' ? result.code : 'success';
  const rowCount = result.kind === 'file' ? (result.rowCount ?? null) : null;
  await sql`
    insert into portal.staff_action (action_id, actor_id, session_id, call, accounts, subjects, happened_at, address, reference,
      outcome, row_count, finished_at)
    values (${newId()}::uuid, ${actorOf(session)}::uuid, ${session.sessionId}::uuid, ${call.path}, ${first(accounts)}::text[], ${first(subjects)}::text[],
      ${instantToIso(at)}::timestamptz, ${address}, ${reference}, ${outcome}, ${rowCount}::integer,
      ${instantToIso(at)}::timestamptz)`.execute(db);
}

/**
 * Notes what was done without a session, in the transaction that does it: by a link of the administrator's own, or to their access in
 * the terminal of the server.
 */
export async function noteActWithoutSession(
  db: PortalDatabase,
  call: { readonly path: string },
  { actorId, address, reference, at }: Omit<ActionFacts, 'payload'> & { readonly actorId: string },
): Promise<void> {
  const moment = instantToIso(at);
  await sql`
    insert into portal.staff_action (action_id, actor_id, call, accounts, subjects, happened_at, address, reference, outcome, finished_at)
    values (${newId()}::uuid, ${actorId}::uuid, ${call.path}, '{}', '{}', ${moment}::timestamptz, ${address}, ${reference},
      'success', ${moment}::timestamptz)`.execute(db);
}

/**
 * Begins an action of an administrator: its row is written before the call does anything, so that none that was done is missing,
 * and gets its outcome afterwards. Decision 0124.
 */
export async function beginStaffAction(
  db: PortalDatabase,
  call: Call,
  session: Session,
  { payload, address, reference, at }: ActionFacts,
  clock: Clock,
): Promise<BegunAction> {
  const actionId = newId();
  const named = namedIn(session, payload);
  await sql`
    insert into portal.staff_action (action_id, actor_id, session_id, call, accounts, subjects, happened_at, address, reference,
      reason)
    values (${actionId}::uuid, ${actorOf(session)}::uuid, ${session.sessionId}::uuid, ${call.path}, ${first(named.accounts)}::text[],
      ${first(named.subjects)}::text[], ${instantToIso(at)}::timestamptz, ${address}, ${reference}, ${reasonOf(payload)})`.execute(
    db,
  );
  return {
    noteObjects: () => undefined,
    async finish(outcome, answer) {
      const of: Named = { accounts: new Set(), subjects: new Set(named.subjects) };
      // Of what an act was about the answer tells nothing new.
      if (of.subjects.size === 0) addMade(answer, of);
      await sql`
        update portal.staff_action set outcome = ${outcome}, subjects = ${first(of.subjects)}::text[],
          finished_at = ${instantToIso(clock.now())}::timestamptz
        where action_id = ${actionId}::uuid and outcome is null`.execute(db);
    },
  };
}
