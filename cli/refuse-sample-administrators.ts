import { connectDatabase } from '#platform/database/database.ts';
import { findPasswordHashes } from '#portal/modules/admins/public.ts';
import { reserveHashing } from '#portal/modules/passwords/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleAdministrators } from '#sample/administrators.ts';
import { samplePassword } from '#sample/named-households.ts';

/**
 * Throws when administrators of the sample still have its password, which everybody can read: a database that the sample
 * was tried on must not go into production like that. One look-up, and a hash for each of their logins that is there.
 */
export async function refuseSampleAdministrators(url: string): Promise<void> {
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 1, name: 'svitlo-start' });
  const open: string[] = [];
  try {
    const logins = sampleAdministrators.map(({ login }) => login);
    for (const { login, passwordHash } of await findPasswordHashes(db as PortalDatabase, logins)) {
      if ((await reserveHashing()?.check(passwordHash, samplePassword)) === 'right') open.push(login);
    }
  } finally {
    await close();
  }
  if (open.length > 0) {
    throw new Error(
      `The sample's password still opens ${open.join(', ')}: give each a new one with npm run create-admin -- ${open[0]} --reset-password before a start in production.`,
    );
  }
}
