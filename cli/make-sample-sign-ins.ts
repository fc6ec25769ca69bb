import { readSignIns } from '#billing/modules/import/public.ts';
import { createAdministrator } from '#portal/modules/admins/public.ts';
import { createEntityIdentity, createPersonIdentity } from '#portal/modules/identity/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleAdministrators } from '#sample/administrators.ts';
import { samplePassword } from '#sample/named-households.ts';

/**
 * Makes everybody who signs in to the sample: persons and entities of the folder, then the administrators. Who is there
 * already stays as they are.
 */
export async function makeSampleSignIns(db: PortalDatabase, folder: string): Promise<void> {
  for (const { phone, password, accountNumbers, customerType } of await readSignIns(folder)) {
    const customer = { phone, password, email: '', accounts: accountNumbers };
    await (customerType === 'person'
      ? createPersonIdentity(db, customer)
      : createEntityIdentity(db, customer));
  }
  for (const administrator of sampleAdministrators) {
    const made = await createAdministrator(db, { ...administrator, password: samplePassword });
    if (made.kind === 'refused') throw new Error(`The administrator ${administrator.login}: ${made.reason}`);
  }
}
