import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { createAdministrator, findAdministratorId } from '#portal/modules/admins/public.ts';
import { updatePassword } from '#portal/modules/identity/public.ts';
import { hashPassword } from '#portal/modules/passwords/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleAdministrators } from '#sample/administrators.ts';
import { samplePassword } from '#sample/named-households.ts';
import { refuseSampleAdministrators } from './refuse-sample-administrators.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let db: PortalDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 2 });
  db = connected.db as PortalDatabase;
});
afterAll(async () => {
  await connected.close();
  await database.close();
});
beforeEach(async () => {
  await db.deleteFrom('portal.administrator_role').execute();
  await db.deleteFrom('portal.administrator').execute();
  await db.deleteFrom('portal.identity').execute();
});

async function makeSampleAdministrators(): Promise<void> {
  for (const administrator of sampleAdministrators)
    await createAdministrator(db, { ...administrator, password: samplePassword });
}

async function identityOf(login: string): Promise<string> {
  const identityId = await findAdministratorId(db, login);
  if (identityId === undefined) throw new Error(`no ${login}`);
  return identityId;
}

test('administrators of the sample with its password are named, and what to do about them', async () => {
  await makeSampleAdministrators();
  await expect(refuseSampleAdministrators(database.url)).rejects.toThrow(
    "The sample's password still opens analyst, operator, owner: give each a new one with npm run create-admin -- analyst --reset-password before a start in production.",
  );
});

test("who has a password of their own, or is blocked, is in nobody's way", async () => {
  await makeSampleAdministrators();
  const hash = await hashPassword('Лампа-над-столом-7');
  await updatePassword(db, await identityOf('owner'), hash, systemClock.now());
  const blocked = await identityOf('operator');
  await db
    .updateTable('portal.identity')
    .set({ blocked_at: '2026-11-20T10:00:00Z' })
    .where('identity_id', '=', blocked)
    .execute();
  await expect(refuseSampleAdministrators(database.url)).rejects.toThrow('still opens analyst:');
  await updatePassword(db, await identityOf('analyst'), hash, systemClock.now());
  await refuseSampleAdministrators(database.url);
});

test("an owner of the same login who was never of the sample is in nobody's way", async () => {
  const owner = { login: 'owner', fullName: 'Ткачук Оксана', roles: ['owner'] } as const;
  await createAdministrator(db, { ...owner, password: 'Лампа-над-столом-7' });
  await refuseSampleAdministrators(database.url);
});
