import { readdir, readFile } from 'node:fs/promises';
import type { DB } from '#billing/database.gen.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { migrationSets } from '#cli/open-database.ts';
import { addMonths, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { createTokens } from '#portal/http/session/token.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';

/** Signs the tokens of the product that is killed. */
export const killedSessionKeys = newKeyRingText();

/** What one client works through: accounts of its own, with a meter and a debt each. */
export interface Client {
  readonly token: string;
  readonly accounts: readonly { readonly accountNumber: string; readonly meterId: string }[];
}

export interface PrepareOptions {
  readonly dataFolder: string;
  readonly clients: number;
  readonly accountsOfClient: number;
}

interface DatabaseToFill {
  readonly db: ConnectedDatabase<DB>['db'];
  readonly pool: ConnectedDatabase<DB>['pool'];
  /** The token of a new identity with these accounts. */
  signIn(accountNumbers: readonly string[], type: 'person' | 'entity' | 'admin'): Promise<string>;
}

/** Fills a fresh embedded database with what `fill` makes, and stops it again. */
export async function prepareDatabase<Filled>(
  dataFolder: string,
  clock: Clock,
  fill: (database: DatabaseToFill) => Promise<Filled>,
): Promise<Filled> {
  const server = await startEmbeddedPostgres({
    dataFolder,
    databaseName: 'svitlo',
    settings: { fsync: 'off' },
  });
  const { db, pool, close } = connectDatabase<DB>({ url: server.url });
  const { pool: adminPool, close: closeAdmin } = connectDatabase<DB>({ url: server.adminUrl, poolSize: 1 });
  try {
    await migrate(server.url, migrationSets);
    const tokens = createTokens(parseKeyRing('SESSION_KEYS', killedSessionKeys));
    const portalDb = db as unknown as PortalDatabase;
    const filled = await fill({
      db,
      pool,
      async signIn(accountNumbers, type) {
        const { sessionId, expiresAt } = await makeSession(portalDb, clock, accountNumbers, type);
        return tokens.sign({ sessionId, type, expiresAt });
      },
    });
    await adminPool.query('checkpoint');
    return filled;
  } finally {
    await close();
    await closeAdmin();
    await server.stop();
  }
}

/** Fills a fresh embedded database for the clients, and stops it again. */
export function prepareClients(options: PrepareOptions): Promise<readonly Client[]> {
  return prepareDatabase(options.dataFolder, systemClock, async ({ db, signIn }) => {
    await makeSupplier(db);
    const lastPeriod = addMonths(periodOf(kyivDateOf(systemClock.now())), -1);
    const clients: Client[] = [];
    for (let number = 0; number < options.clients; number += 1) {
      const accounts = [];
      for (let count = 0; count < options.accountsOfClient; count += 1) {
        const { accountNumber, meterId } = await makeAccount(db);
        await makeCharge(db, accountNumber, lastPeriod, '500.00');
        accounts.push({ accountNumber, meterId });
      }
      const numbers = accounts.map((account) => account.accountNumber);
      clients.push({ token: await signIn(numbers, 'person'), accounts });
    }
    return clients;
  });
}

/** A process and everything below it. */
export async function processTree(processId: number): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (Number.isInteger(parent)) parents.set(Number(entry), parent);
  }
  const tree = [processId];
  for (const known of tree) {
    for (const [child, parent] of parents) if (parent === known) tree.push(child);
  }
  return tree;
}

/** SIGKILL for processes, those that are gone already left alone. */
export function killAll(processIds: readonly number[]): void {
  for (const processId of processIds) {
    try {
      process.kill(processId, 'SIGKILL');
    } catch {
      // Gone already: that is what was wanted.
    }
  }
}
