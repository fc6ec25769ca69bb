import { type ModuleResult, refuse } from '#billing/api/define-module.ts';
import type { Logger } from '#platform/logger.ts';
import { WorkerTimedOut } from '#platform/workers/worker-process.ts';
import { BadModuleRequest, WrongClock } from './billing-errors.ts';
import { allHandlers } from './handlers.ts';
import type { BillingServices, CallContext } from './module-handler.ts';

/** The built-in billing back end. */
export interface Billing {
  /**
   * Validates the input and runs the module; throws BadModuleRequest or the error of the module. Every module that
   * books may refuse billing.clockBehind, every module that draws a PDF common.fileTimedOut.
   */
  run(name: string, input: unknown, context: CallContext): Promise<ModuleResult<unknown>>;
}

/** Builds all handlers once. `log` gets errors that become a refusal. */
export function createBilling({ log, ...services }: BillingServices & { readonly log?: Logger }): Billing {
  const handlers = new Map(
    allHandlers.map((handler) => [
      handler.module.name,
      { module: handler.module, run: handler.build(services) },
    ]),
  );
  return {
    async run(name, input, context) {
      const handler = handlers.get(name);
      if (handler === undefined) throw new BadModuleRequest('unknownModule', name);
      const parsed = handler.module.input.safeParse(input);
      if (!parsed.success) {
        const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        throw new BadModuleRequest('badInput', name, issues);
      }
      try {
        return await handler.run(parsed.data, context);
      } catch (fault) {
        const isExpected = fault instanceof WrongClock || fault instanceof WorkerTimedOut;
        if (!isExpected) throw fault;
        const code = fault instanceof WrongClock ? 'billing.clockBehind' : 'common.fileTimedOut';
        log?.error({ part: 'billing', reference: context.reference, module: name, err: fault }, code);
        return refuse(code);
      }
    },
  };
}
