import type { BillingDatabase } from '#billing/billing-database.ts';
import { connectDatabase } from '#platform/database/database.ts';
import {
  findPasswordHashes,
  findPasswordHashesOfPhones,
  reserveHashing,
} from '#portal/modules/identity/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleAdministrators } from '#sample/administrators.ts';
import { samplePeople } from '#sample/company-people.ts';
import { samplePassword, samplePhones } from '#sample/households/named-households.ts';
import { entitiesWithCabinet } from '#sample/named-entities.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';

const remedy = 'start production on a database of its own, with another SVITLO_DATA or DATABASE_URL';

/** Whether a load of the sample was ever started here, by any version. */
async function holdsSample(portalDb: PortalDatabase): Promise<boolean> {
  const load = await portalDb.selectFrom('portal.sample_load').select('singleton').executeTakeFirst();
  if (load !== undefined) return true;
  const billingDb = portalDb as unknown as BillingDatabase;
  const supplier = await billingDb
    .selectFrom('billing.supplier')
    .select('edrpou')
    .where('edrpou', '=', sampleEdrpou)
    .executeTakeFirst();
  return supplier !== undefined;
}

/** Sample sign-ins that still have the public sample password: logins of administrators, phones. */
async function findOpenSignIns(db: PortalDatabase): Promise<{ logins: string[]; phones: string[] }> {
  const hasSamplePassword = async (hash: string) =>
    (await reserveHashing()?.check(hash, samplePassword)) === 'right';
  const logins: string[] = [];
  const names = sampleAdministrators.map(({ login }) => login);
  for (const { login, passwordHash } of await findPasswordHashes(db, names)) {
    if (await hasSamplePassword(passwordHash)) logins.push(login);
  }
  const phones: string[] = [];
  const ofEntities = [...entitiesWithCabinet, ...samplePeople].map(({ phone }) => phone);
  const known = [...samplePhones, ...ofEntities];
  for (const { phone, passwordHash } of await findPasswordHashesOfPhones(db, known)) {
    if (await hasSamplePassword(passwordHash)) phones.push(phone);
  }
  return { logins, phones };
}

/**
 * Throws a one-line error with a remedy when a database must not go into production: it has the sample, or a sample
 * sign-in with the sample password. Two queries, and a hash per existing sample sign-in.
 */
export async function refuseSample(url: string): Promise<void> {
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 1, name: 'svitlo-start' });
  try {
    const portalDb = db as PortalDatabase;
    if (await holdsSample(portalDb)) {
      throw new Error(`This database holds the sample supplier and its customers: ${remedy}.`);
    }
    const { logins, phones } = await findOpenSignIns(portalDb);
    if (phones.length > 0) {
      throw new Error(`The sample's password still opens ${[...phones, ...logins].join(', ')}: ${remedy}.`);
    }
    if (logins.length > 0) {
      throw new Error(
        `The sample's password still opens ${logins.join(', ')}: give each a new one with npm run create-admin -- ${logins[0]} --reset-password before a start in production.`,
      );
    }
  } finally {
    await close();
  }
}
