import { readSignIns } from '#billing/modules/import/public.ts';
import {
  createAdministrator,
  createEntityIdentity,
  createPersonIdentity,
} from '#portal/modules/identity/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleAdministrators } from '#sample/administrators.ts';
import { samplePassword } from '#sample/named-households.ts';

/**
 * Creates all sample sign-ins: persons and entities of the folder, then the administrators. Existing ones do not
 * change.
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
