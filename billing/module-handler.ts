import type { Module, ModuleInput, ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import type { Clock } from '#platform/clock.ts';
import type { BillingDatabase } from './billing-database.ts';

/** Who asks, and on whose behalf; travels with every call of a function module. */
export interface CallContext {
  /** Id of the API call that this is part of; ties the records together. */
  readonly reference: string;
  /** 'person:<session id>', 'entity:<session id>', 'admin:<session id>', 'import', 'closing', 'provider:<name>'. */
  readonly actor: string;
  readonly sessionId?: string;
}

/** What a handler stands on. */
export interface BillingServices {
  readonly db: BillingDatabase;
  readonly clock: Clock;
}

/** The work of one function module. Built once per process, so that it may keep batchers and caches. */
export interface ModuleHandler<M extends Module = Module> {
  readonly module: M;
  readonly build: (
    services: BillingServices,
  ) => (input: ModuleInput<M>, context: CallContext) => Promise<ModuleResult<ModuleOutput<M>>>;
}

/** Ties a handler to the declaration of its module. */
export function handleModule<M extends Module>(module: M, build: ModuleHandler<M>['build']): ModuleHandler {
  return { module, build: build as ModuleHandler['build'] };
}
