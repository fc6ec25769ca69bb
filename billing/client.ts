import type { Module, ModuleInput, ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import type { Clock } from '#platform/clock.ts';
import type { Billing } from './billing.ts';
import { BillingUnavailable } from './billing-errors.ts';
import type { CallContext } from './module-handler.ts';

/** A call of a function module in the call log. */
export interface ModuleCallRecord {
  readonly happenedAt: number;
  readonly reference: string;
  readonly name: string;
  readonly durationUs: number;
  readonly outcomeCode: string;
  readonly httpStatus: number;
  readonly accountNumber: string | null;
  readonly sessionId: string | null;
  /** Path of the API call that made it; null: a job or a command did. */
  readonly api: string | null;
}

/** Call context with fields used only by the client. */
interface ClientContext extends CallContext {
  /** Path of the API call. */
  readonly api?: string;
  /** Health probes are not logged. */
  readonly unrecorded?: true;
}

/** The portal accesses the billing back end only through function modules. */
export interface BillingClient {
  call<M extends Module>(
    module: M,
    input: ModuleInput<M>,
    context: ClientContext,
  ): Promise<ModuleResult<ModuleOutput<M>>>;
}

export interface BillingClientOptions {
  readonly transport: (
    module: Module,
    input: unknown,
    context: CallContext,
  ) => Promise<ModuleResult<unknown>>;
  readonly record: (call: ModuleCallRecord) => void;
  readonly clock: Clock;
}

/** In-process transport: the built-in back end. */
export function inProcess(billing: Billing): BillingClientOptions['transport'] {
  return (module, input, context) => billing.run(module.name, input, context);
}

function accountOf(module: Module, input: unknown): string | null {
  if (module.accountField === undefined || typeof input !== 'object' || input === null) return null;
  const value: unknown = Reflect.get(input, module.accountField);
  return typeof value === 'string' ? value : null;
}

/** Calls function modules through the transport and logs every call except health probes, whatever its result. */
export function createBillingClient({ transport, record, clock }: BillingClientOptions): BillingClient {
  return {
    async call(module, input, { unrecorded, api, ...context }) {
      const happenedAt = clock.now();
      const started = performance.now();
      let outcomeCode = 'common.unexpected';
      let httpStatus = 500;
      try {
        const result = await transport(module, input, context);
        outcomeCode = result.ok ? 'success' : result.code;
        httpStatus = result.ok ? 200 : 422;
        return result as ModuleResult<ModuleOutput<typeof module>>;
      } catch (error) {
        if (error instanceof BillingUnavailable) {
          outcomeCode = 'common.serviceDown';
          httpStatus = error.httpStatus;
        }
        throw error;
      } finally {
        if (!unrecorded) {
          record({
            happenedAt,
            reference: context.reference,
            name: module.name,
            durationUs: Math.round((performance.now() - started) * 1000),
            outcomeCode,
            httpStatus,
            accountNumber: accountOf(module, input),
            sessionId: context.sessionId ?? null,
            api: api ?? null,
          });
        }
      }
    },
  };
}
