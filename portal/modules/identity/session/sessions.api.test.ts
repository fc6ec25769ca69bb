import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endAllSessions, endSession, listSessions } from '#contract/identity/sessions.ts';
import { checkSession, signInPerson, signOut } from '#contract/identity/sign-in.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { takeAttempt } from '#portal/modules/codes/attempts.ts';
import { basicPair, newPhone } from '#portal/testing/callers/code-caller.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { type SecondNode, startSecondNode } from '#portal/testing/second-node.ts';
import { deleteOldAttempts, deleteOldCodes } from '../../codes/public.ts';
import { createPersonIdentity } from '../sign-in/create-identity.ts';
import { deleteOldChallenges } from './session-list.ts';
import { endSessions } from './session-store.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const minute = 60_000;
const password = 'Світло: 2026-demo';

let other: SecondNode;
const cabinet = provideTestApp();

beforeAll(async () => {
  other = await startSecondNode(cabinet);
});
afterAll(() => other.close());
beforeEach(() => at(start));

function at(instant: number): void {
  cabinet.clock.set(instant as Instant);
}

async function newPerson(): Promise<{ phone: string; identityId: string }> {
  const phone = newPhone();
  const person = { phone, password, email: '', accounts: [] };
  return { phone, identityId: await createPersonIdentity(cabinet.portalDb, person) };
}

async function signIn(phone: string, device: string): Promise<string> {
  const headers = { ...basicPair(phone, password), 'user-agent': device };
  return (await cabinet.post(signInPerson, { phone, userType: 'person' }, headers)).body.user.token;
}

const list = async (token: string) => (await cabinet.post(listSessions, { token })).body.sessions;
const statusOf = async (token: string) => (await cabinet.post(checkSession, { token })).httpStatus;

describe('list of sessions', () => {
  test('lists device, address, method, first and last use, with the current session first', async () => {
    const { phone } = await newPerson();
    const phoneToken = await signIn(phone, 'Old phone 1.0');
    at(start + 30 * minute);
    await signIn(phone, '<b>Desk</b>');
    const [startedAt, later] = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:30:00.000Z'];
    const origin = { device: 'Old phone 1.0', address: '127.0.0.1', way: 'password' };
    const times = { startedAt, lastUsedAt: startedAt };
    expect(await list(phoneToken)).toEqual([
      { sessionId: expect.any(String), ...origin, ...times, current: true },
      expect.objectContaining({ device: '<b>Desk</b>', startedAt: later, current: false }),
    ]);
  });

  test('updates the last use in steps of ten minutes', async () => {
    const { phone } = await newPerson();
    const token = await signIn(phone, 'phone');
    at(start + 9 * minute);
    await cabinet.post(checkSession, { token });
    expect((await list(token))[0]?.lastUsedAt).toBe('2026-11-20T10:00:00.000Z');
    at(start + 10 * minute);
    await cabinet.post(checkSession, { token });
    expect((await list(token))[0]?.lastUsedAt).toBe('2026-11-20T10:10:00.000Z');
  });

  test("omits ended, expired and other users' sessions", async () => {
    const { phone } = await newPerson();
    await signIn(phone, 'ran out');
    at(start + 20 * 60 * minute);
    const ended = await signIn(phone, 'ended');
    await cabinet.post(signOut, { token: ended });
    await signIn((await newPerson()).phone, 'somebody else');
    at(start + 25 * 60 * minute);
    const token = await signIn(phone, 'mine');
    expect((await list(token)).map(({ device }) => device)).toEqual(['mine']);
  });
});

describe('a session is ended', () => {
  test('on one server ends it at once on all', async () => {
    const { phone } = await newPerson();
    const [mine, lost] = [await signIn(phone, 'mine'), await signIn(phone, 'lost')];
    expect(await other.post(checkSession, { token: lost })).toEqual({ httpStatus: 200, code: undefined });
    const sessionId = (await list(lost))[0]?.sessionId;
    expect((await cabinet.post(endSession, { token: mine, sessionId })).httpStatus).toBe(200);
    const ended = { httpStatus: 401, code: 'common.sessionEnded' };
    expect(await other.post(checkSession, { token: lost })).toEqual(ended);
    expect(await statusOf(lost)).toBe(401);
    expect(await statusOf(mine)).toBe(200);
    expect((await other.post(endSession, { token: mine, sessionId })).httpStatus).toBe(404);
  });

  test('by sign-out on one server ends it at once on all', async () => {
    const token = await signIn((await newPerson()).phone, 'phone');
    expect((await other.post(checkSession, { token })).httpStatus).toBe(200);
    await cabinet.post(signOut, { token });
    expect((await other.post(checkSession, { token })).httpStatus).toBe(401);
  });

  test('of somebody else by nobody: its id is answered like an unknown one', async () => {
    const [mine, theirs] = await Promise.all(
      [0, 1].map(async () => signIn((await newPerson()).phone, 'device')),
    );
    if (mine === undefined || theirs === undefined) throw new Error('no tokens');
    for (const sessionId of [(await list(theirs))[0]?.sessionId, newId()])
      expect(outcomeOf(await cabinet.post(endSession, { token: mine, sessionId }))).toBe(
        '404 common.notFound',
      );
    expect(await statusOf(theirs)).toBe(200);
  });
});

describe('all sessions are ended', () => {
  test('on all devices at once, this one too', async () => {
    const { phone, identityId } = await newPerson();
    const tokens = [await signIn(phone, 'a'), await signIn(phone, 'b'), await signIn(phone, 'c')];
    const stranger = await signIn((await newPerson()).phone, 'stranger');
    const { body } = await cabinet.post(endAllSessions, { token: tokens[0] });
    expect(body.ended).toBe(3);
    for (const token of tokens) expect((await other.post(checkSession, { token })).httpStatus).toBe(401);
    expect(await statusOf(stranger)).toBe(200);
    const { rows } = await sql`select distinct end_reason from portal.session
      where identity_id = ${identityId}::uuid`.execute(cabinet.portalDb);
    expect(rows).toEqual([{ end_reason: 'allEnded' }]);
  });

  test('but this one when it is to be kept', async () => {
    const { phone } = await newPerson();
    const [mine, lost] = [await signIn(phone, 'mine'), await signIn(phone, 'lost')];
    const { body } = await cabinet.post(endAllSessions, { token: mine, keepThis: true });
    expect(body.ended).toBe(1);
    expect([await statusOf(mine), await statusOf(lost)]).toEqual([200, 401]);
    expect((await list(mine)).length).toBe(1);
  });

  test('for a reason that is kept, and those that ended before keep theirs', async () => {
    const { phone, identityId } = await newPerson();
    await cabinet.post(signOut, { token: await signIn(phone, 'before') });
    await signIn(phone, 'now');
    expect(await endSessions(cabinet.portalDb, identityId, { reason: 'passwordRecovered' }, start)).toBe(1);
    const { rows } = await sql`select device, end_reason from portal.session
      where identity_id = ${identityId}::uuid order by device`.execute(cabinet.portalDb);
    expect(rows).toEqual([
      { device: 'before', end_reason: 'signOut' },
      { device: 'now', end_reason: 'passwordRecovered' },
    ]);
  });
});

test('attempts, codes and challenges are swept away after two days, young ones stay', async () => {
  const { portalDb } = cabinet;
  const { identityId } = await newPerson();
  const later = (start + 49 * 60 * minute) as Instant;
  const young = (later - minute) as Instant;
  for (const moment of [start, young]) {
    const at = instantToIso(moment);
    await takeAttempt(portalDb, { login: { kind: 'swept', login: 'one', address: 'swept' } }, moment);
    await sql`
      insert into portal.confirmation_code (subject_digest, purpose, code_id, contact_digest, code_digest, address,
                                            wide_network, holder, created_at, expires_at, used_at)
      values ('swept', 'login', ${newId()}::uuid, '', '', 'swept', 'swept', 'swept', ${at}::timestamptz,
              ${at}::timestamptz, ${at}::timestamptz)
    `.execute(portalDb);
    await sql`
      insert into portal.sign_in_challenge (challenge_id, identity_id, method, way, created_at, expires_at)
      values (${newId()}::uuid, ${identityId}::uuid, 'totp', 'password', ${at}::timestamptz, ${at}::timestamptz)
    `.execute(portalDb);
  }
  const before = (later - 48 * 60 * minute) as Instant;
  for (const remove of [deleteOldAttempts, deleteOldCodes, deleteOldChallenges])
    await remove(portalDb, before, 1000);
  const { rows } = await sql`
    select attempted_at as at from portal.sign_in_attempt where address = 'swept'
    union all select created_at from portal.confirmation_code where address = 'swept'
    union all select created_at from portal.sign_in_challenge where identity_id = ${identityId}::uuid
  `.execute(portalDb);
  expect(rows).toEqual([{ at: young }, { at: young }, { at: young }]);
});
