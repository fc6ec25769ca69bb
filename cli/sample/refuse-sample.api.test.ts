import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import {
  createAdministrator,
  createEntityIdentity,
  createPersonIdentity,
  findAdministratorId,
  hashPassword,
} from '#portal/modules/identity/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleAdministrators } from '#sample/administrators.ts';
import { samplePassword } from '#sample/households/named-households.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';
import { refuseSample } from './refuse-sample.ts';

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
  // Not by `delete`: an owner must stay.
  await sql`truncate portal.administrator_role`.execute(db);
  await db.deleteFrom('portal.administrator').execute();
  await db.deleteFrom('portal.identity_account').execute();
  await db.deleteFrom('portal.identity').execute();
  await db.deleteFrom('portal.sample_load').execute();
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

test('names sample administrators with the sample password, and the remedy', async () => {
  await makeSampleAdministrators();
  await expect(refuseSample(database.url)).rejects.toThrow(
    "The sample's password still opens analyst, operator, owner: give each a new one with npm run create-admin -- analyst --reset-password before a start in production.",
  );
});

test('accepts administrators who changed the password or are blocked', async () => {
  await makeSampleAdministrators();
  const passwordHash = await hashPassword('Лампа-над-столом-7');
  const renew = async (login: string) =>
    db
      .updateTable('portal.identity')
      .set({ password_hash: passwordHash })
      .where('identity_id', '=', await identityOf(login))
      .execute();
  await renew('owner');
  const blocked = await identityOf('operator');
  await db
    .updateTable('portal.identity')
    .set({ blocked_at: '2026-11-20T10:00:00Z' })
    .where('identity_id', '=', blocked)
    .execute();
  await expect(refuseSample(database.url)).rejects.toThrow('still opens analyst:');
  await renew('analyst');
  await refuseSample(database.url);
});

test('accepts an owner with the same login who is not of the sample', async () => {
  const owner = { login: 'owner', fullName: 'Ткачук Оксана', roles: ['owner'] } as const;
  await createAdministrator(db, { ...owner, password: 'Лампа-над-столом-7' });
  await refuseSample(database.url);
});

const remedy = 'start production on a database of its own, with another SVITLO_DATA or DATABASE_URL.';

test('names sample persons and entities with the sample password', async () => {
  const customer = { email: '', password: samplePassword };
  await createPersonIdentity(db, { ...customer, phone: '+380501110001', accounts: ['2390001111'] });
  await createEntityIdentity(db, { ...customer, phone: '+380501120001', accounts: ['1000000001'] });
  await expect(refuseSample(database.url)).rejects.toThrow(
    `The sample's password still opens +380501110001, +380501120001: ${remedy}`,
  );
});

test('accepts a person with a phone of the sample and another password', async () => {
  const customer = { email: '', password: 'Лампа-над-столом-7', accounts: ['2390001111'] };
  await createPersonIdentity(db, { ...customer, phone: '+380501110001' });
  await refuseSample(database.url);
});

const refusal = `This database holds the sample supplier and its customers: ${remedy}`;

test('refuses a database with the sample, whatever the passwords', async () => {
  await db.insertInto('portal.sample_load').defaultValues().execute();
  await expect(refuseSample(database.url)).rejects.toThrow(refusal);
});

test('refuses a database with the sample of an older version', async () => {
  const edrpou = { edrpou: sampleEdrpou };
  await makeSupplier(connected.db as BillingDatabase);
  const billingDb = connected.db as BillingDatabase;
  await billingDb.updateTable('billing.supplier').set(edrpou).execute();
  await expect(refuseSample(database.url)).rejects.toThrow(refusal);
  await billingDb.deleteFrom('billing.supplier').execute();
});
