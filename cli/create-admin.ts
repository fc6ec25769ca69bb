import { type Clock, createClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { type Config, readConfig } from '#portal/config.ts';
import { type Keys, readKeys, readOrMakeKeys } from '#portal/keys.ts';
import {
  checkNewPasswordRules,
  createInTerminal,
  findAdministratorId,
  hashPassword,
  type PasswordOwner,
  resetInTerminal,
} from '#portal/modules/identity/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  type CreateAdminOptions,
  createAdminUsage,
  type PasswordTerminal,
  readCreateAdminOptions,
  readNewPassword,
} from './create-admin/create-admin-options.ts';
import { openDatabase } from './open-database.ts';

type Create = Extract<CreateAdminOptions, { kind: 'create' }>;
type Reset = Extract<CreateAdminOptions, { kind: 'reset' }>;

const refusals = {
  login: 'A login has 3 to 32 of a-z, 0-9, ".", "_", "-" and begins with a letter.',
  roles: 'An administrator has at least one role.',
  phone: 'The phone must be +380 and nine digits.',
  phoneNeeded: '--dual-auth needs --phone: codes are sent there.',
};

/** Where the command reads and writes. */
interface CommandTerminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly password: PasswordTerminal;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

async function askPassword(terminal: PasswordTerminal, owner: PasswordOwner): Promise<string> {
  const password = await readNewPassword(terminal);
  const problem = checkNewPasswordRules(password, owner);
  if (problem === undefined) return password;
  throw new Error(
    problem.code === 'field.invalid'
      ? 'A password has 8 to 128 characters.'
      : 'That password is easily guessed: think of another.',
  );
}

interface CommandServices {
  readonly db: PortalDatabase;
  readonly keys: Pick<Keys, 'messages'> | undefined;
  readonly clock: Clock;
}

async function create(
  { db, keys, clock }: CommandServices,
  terminal: CommandTerminal,
  { login, roles, fullName, phone, dualAuth }: Create,
): Promise<void> {
  const known = `The administrator ${login} exists already: --reset-password gives a new password.`;
  if (await findAdministratorId(db, login)) throw new Error(known);
  if (dualAuth && phone === undefined) throw new Error(refusals.phoneNeeded);
  const contact = phone === undefined ? {} : { phone };
  const password = await askPassword(terminal.password, { ...contact, names: [login, fullName] });
  const facts = { login, fullName, password, roles, dualAuth, ...contact };
  const made = await createInTerminal({ db, keys }, facts, clock.now());
  if (made.kind === 'refused') throw new Error(refusals[made.reason]);
  if (made.kind === 'known') throw new Error(known);
  terminal.print(`The administrator ${login} (${roles.join(', ')}) can sign in at /admin.`);
}

async function reset(
  { db, keys, clock }: CommandServices,
  terminal: CommandTerminal,
  { login, password, secondFactor }: Reset,
): Promise<void> {
  const unknown = `There is no administrator ${login}.`;
  if ((await findAdministratorId(db, login)) === undefined) throw new Error(unknown);
  const passwordHash = password
    ? await hashPassword(await askPassword(terminal.password, { names: [login] }))
    : undefined;
  if (passwordHash === 'busy') throw new Error('too many passwords wait to be hashed');
  const done = await resetInTerminal({ db, keys }, { login, passwordHash, secondFactor }, clock.now());
  if (done === undefined) throw new Error(unknown);
  if (password)
    terminal.print(`The administrator ${login} has a new password; sessions ended: ${done.sessionsEnded}.`);
  if (secondFactor) terminal.print(`The administrator ${login} has no second factor of their own any more.`);
}

/** The key ring of the server for messages. It is made where the server would make it: beside a database of the data folder. */
async function keysOf(config: Config): Promise<CommandServices['keys']> {
  const isMade = config.keys.messages === undefined && config.databaseUrl === undefined;
  const { messages } = await (isMade ? readOrMakeKeys(config) : readKeys(config));
  return messages && { messages };
}

async function createOrReset(args: readonly string[], terminal: CommandTerminal): Promise<number> {
  const options = readCreateAdminOptions(args);
  if (options.kind === 'wrong') {
    terminal.printError(`${options.problem}\n${createAdminUsage}`);
    return 1;
  }
  const config = readConfig(terminal.environment);
  const database = await openDatabase(config);
  const { db, close } = connectDatabase<unknown>({
    url: database.url,
    poolSize: 1,
    name: 'svitlo-create-admin',
  });
  try {
    const services = { db: db as PortalDatabase, keys: await keysOf(config), clock: createClock(config) };
    if (options.kind === 'create') await create(services, terminal, options);
    else await reset(services, terminal, options);
    return 0;
  } finally {
    await close();
    await database.close();
  }
}

/**
 * `npm run create-admin -- <login>`: creates an administrator, by default an owner, or resets the password or second
 * factor of one. Returns the exit code; a refusal is printed and ends with 1.
 */
export async function runCreateAdmin(args: readonly string[], terminal: CommandTerminal): Promise<number> {
  return createOrReset(args, terminal).catch((error: unknown) => {
    terminal.printError(error instanceof Error ? error.message : String(error));
    return 1;
  });
}

if (import.meta.main) {
  process.exitCode = await runCreateAdmin(process.argv.slice(2), {
    environment: process.env,
    password: { input: process.stdin, output: process.stderr },
    print: console.log,
    printError: console.error,
  });
}
