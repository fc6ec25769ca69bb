import { sql } from 'kysely';
import type { Module, ModuleInput, ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { openTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';

export interface TestBilling {
  readonly db: BillingDatabase;
  /** URL of the database, for code that opens its own connection. */
  readonly url: string;
  readonly clock: ReturnType<typeof fixedClock>;
  /** Lines of its log so far. */
  readonly logged: readonly Record<string, unknown>[];
  /** Runs a function module and checks its answer against the declaration. */
  call<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleResult<ModuleOutput<M>>>;
  /** Like `call`, but throws when the module refuses. */
  ask<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleOutput<M>>;
  close(): Promise<void>;
}

/**
 * What the tests of a file did by requests is in the audit under their references: a function module that writes audit rows without
 * one fails the test that calls it.
 * @throws Error that names the actions without a reference.
 */
export async function expectReferences(db: BillingDatabase): Promise<void> {
  const { rows } = await sql<{ action: string }>`
    select distinct action from billing.audit_entry
     where reference = '' and actor ~ '^(admin:|person:|entity:|provider:|test$)'`.execute(db);
  if (rows.length > 0)
    throw new Error(`audit without a reference: ${rows.map(({ action }) => action).join(', ')}`);
}

/** Starts the built-in back end with a fixed clock, on a fresh database or on `ownDatabase`, which is closed with it. */
export async function startTestBilling(
  now = '2026-11-20T10:00:00Z',
  ownDatabase?: TestDatabase,
): Promise<TestBilling> {
  const database = await openTestDatabase(ownDatabase);
  const connected = database.connect();
  const db = connected.db as BillingDatabase;
  const clock = fixedClock(instantFromIso(now));
  const { log, lines } = collectLog();
  const billing = createBilling({ db, clock, log });

  async function call<M extends Module>(
    module: M,
    input: ModuleInput<M>,
  ): Promise<ModuleResult<ModuleOutput<M>>> {
    const result = await billing.run(module.name, input, { reference: newId(), actor: 'test' });
    if (!result.ok) {
      // Every module that books may refuse billing.clockBehind.
      const isDeclared = module.failures.includes(result.code) || result.code === 'billing.clockBehind';
      if (!isDeclared) throw new Error(`undeclared refusal ${result.code}`);
      return result;
    }
    return { ok: true, data: module.output.parse(result.data) as ModuleOutput<M> };
  }

  return {
    db,
    url: database.url,
    clock,
    logged: lines,
    call,
    async ask(module, input) {
      const result = await call(module, input);
      if (!result.ok) throw new Error(`${module.name} refused: ${result.code}`);
      return result.data;
    },
    async close() {
      try {
        await expectReferences(db);
      } finally {
        await connected.close();
        await database.close();
      }
    },
  };
}
