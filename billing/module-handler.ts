import type { Module, ModuleInput, ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import type { Clock } from '#platform/clock.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import type { BillingDatabase } from './billing-database.ts';

/** Caller of a function module and its API request; sent with every call. */
export interface CallContext {
  /** Id of the API call; correlates log records. */
  readonly reference: string;
  /** 'person:<session id>', 'entity:<session id>', 'admin:<session id>', 'import', 'closing', 'provider:<name>'. */
  readonly actor: string;
  readonly sessionId?: string;
}

/** Dependencies of the handlers. */
export interface BillingServices {
  readonly db: BillingDatabase;
  /** May be some seconds behind, and takes no writes; absent: `db`. */
  readonly readDb?: BillingDatabase | undefined;
  readonly clock: Clock;
  /** Of the seals of the audit; absent: AUDIT_SEAL fails. */
  readonly auditKeys?: KeyRing;
}

/** Implementation of a function module. Built once per process, so it may hold batchers and caches. */
export interface ModuleHandler<M extends Module = Module> {
  readonly module: M;
  readonly build: (
    services: BillingServices,
  ) => (input: ModuleInput<M>, context: CallContext) => Promise<ModuleResult<ModuleOutput<M>>>;
}

/**
 * Binds a handler that only reads, and whose answer may be some seconds old, to its module declaration: its `db` is that of a standby
 * where there is one. Nothing is decided by such an answer. Decision 0187.
 */
export function handleReadModule<M extends Module>(
  module: M,
  build: ModuleHandler<M>['build'],
): ModuleHandler {
  return handleModule(module, (services) => build({ ...services, db: services.readDb ?? services.db }));
}

/** Binds a handler to its module declaration. */
export function handleModule<M extends Module>(module: M, build: ModuleHandler<M>['build']): ModuleHandler {
  return { module, build: build as ModuleHandler['build'] };
}
