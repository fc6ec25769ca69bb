import { type Clock, createClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { readConfig } from '#portal/config.ts';
import { clearFailures } from '#portal/modules/codes/public.ts';
import {
  checkNewPasswordRules,
  createAdministrator,
  endSessions,
  findAdministratorId,
  hashPassword,
  type PasswordOwner,
  removeFactors,
  updatePassword,
} from '#portal/modules/identity/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type CreateAdminOptions, createAdminUsage, readCreateAdminOptions } from './create-admin-options.ts';
import { openDatabase } from './open-database.ts';
import { readNewPassword } from './read-new-password.ts';

type Create = Extract<CreateAdminOptions, { kind: 'create' }>;
type Reset = Extract<CreateAdminOptions, { kind: 'reset' }>;

const refusals = {
  login: 'A login has 3 to 32 of a-z, 0-9, ".", "_", "-" and begins with a letter.',
  roles: 'An administrator has at least one role.',
  phone: 'The phone must be +380 and nine digits.',
  phoneNeeded: '--dual-auth needs --phone: codes are sent there.',
};

async function askPassword(owner: PasswordOwner): Promise<string> {
  const password = await readNewPassword({ input: process.stdin, output: process.stderr });
  const problem = checkNewPasswordRules(password, owner);
  if (problem === undefined) return password;
  throw new Error(
    problem.code === 'field.invalid'
      ? 'A password has 8 to 128 characters.'
      : 'That password is easily guessed: think of another.',
  );
}

async function create(
  db: PortalDatabase,
  { login, roles, fullName, phone, dualAuth }: Create,
): Promise<void> {
  if (await findAdministratorId(db, login)) {
    throw new Error(`The administrator ${login} exists already: --reset-password gives a new password.`);
  }
  if (dualAuth && phone === undefined) throw new Error(refusals.phoneNeeded);
  const contact = phone === undefined ? {} : { phone };
  const password = await askPassword({ ...contact, names: [login, fullName] });
  const made = await createAdministrator(db, { login, fullName, password, roles, dualAuth, ...contact });
  if (made.kind === 'refused') throw new Error(refusals[made.reason]);
  console.log(`The administrator ${login} (${roles.join(', ')}) can sign in at /admin.`);
}

async function reset(
  db: PortalDatabase,
  clock: Clock,
  { login, password, secondFactor }: Reset,
): Promise<void> {
  const identityId = await findAdministratorId(db, login);
  if (identityId === undefined) throw new Error(`There is no administrator ${login}.`);
  if (password) {
    const passwordHash = await hashPassword(await askPassword({ names: [login] }));
    if (passwordHash === 'busy') throw new Error('too many passwords wait to be hashed');
    const now = clock.now();
    await updatePassword(db, identityId, passwordHash, now);
    await clearFailures(db, [{ kind: 'admin', login, address: '' }], now);
    const ended = await endSessions(db, identityId, { reason: 'passwordChanged' }, now);
    console.log(`The administrator ${login} has a new password; sessions ended: ${ended}.`);
  }
  if (secondFactor) {
    await removeFactors(db, identityId);
    console.log(`The administrator ${login} has no second factor of their own any more.`);
  }
}

/**
 * `npm run create-admin -- <login>`: creates an administrator, by default an owner, or resets the password or second
 * factor of one.
 */
async function main(): Promise<number> {
  const options = readCreateAdminOptions(process.argv.slice(2));
  if (options.kind === 'wrong') {
    console.error(`${options.problem}\n${createAdminUsage}`);
    return 1;
  }
  const config = readConfig();
  const database = await openDatabase(config);
  const { db, close } = connectDatabase<unknown>({
    url: database.url,
    poolSize: 1,
    name: 'svitlo-create-admin',
  });
  try {
    const portalDb = db as PortalDatabase;
    if (options.kind === 'create') await create(portalDb, options);
    else await reset(portalDb, createClock(config), options);
    return 0;
  } finally {
    await close();
    await database.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return 1;
});
