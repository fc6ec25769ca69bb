import type { BillingServices } from '#billing/module-handler.ts';
import { createBatcher } from '#platform/batcher.ts';
import { createKeyedMutex } from '#platform/keyed-mutex.ts';
import { applyProviderStatuses } from './apply-provider-statuses.ts';
import type { StatusReport, StatusResult } from './status-report.ts';

const maxBatchSize = 64;
const maxConcurrentBatches = 2;

/** Result of one report of a batch, or its error. */
type ReportResult = { readonly result: StatusResult | undefined } | { readonly reason: unknown };

/**
 * Group commit of status reports: batches per provider, reports of one order one after another. The reports of a failed
 * batch are retried one by one, so that one failure does not block the others; already booked ones are replays.
 */
function createStatusQueue(services: BillingServices) {
  const mutex = createKeyedMutex();
  const batchers = new Map<string, ReturnType<typeof createBatcher<StatusReport, ReportResult>>>();

  async function applyBatch(
    reports: readonly StatusReport[],
    actor: string,
  ): Promise<readonly ReportResult[]> {
    try {
      return (await applyProviderStatuses(services, reports, actor)).map((result) => ({ result }));
    } catch (reason) {
      if (reports.length === 1) return [{ reason }];
      const each = await Promise.all(reports.map((report) => applyBatch([report], actor)));
      return each.flat();
    }
  }

  function batcherOf(provider: string, actor: string) {
    const key = `${provider} ${actor}`;
    const known = batchers.get(key);
    if (known !== undefined) return known;
    const made = createBatcher<StatusReport, ReportResult>({
      maxSize: maxBatchSize,
      concurrency: maxConcurrentBatches,
      run: (reports) => applyBatch(reports, actor),
    });
    batchers.set(key, made);
    return made;
  }

  return async (report: StatusReport, actor: string): Promise<StatusResult | undefined> => {
    const { provider, orderId } = report;
    const applied = await mutex.run(`${provider} ${orderId}`, () => batcherOf(provider, actor).add(report));
    if ('reason' in applied) throw applied.reason;
    return applied.result;
  };
}

const statusQueues = new WeakMap<BillingServices, ReturnType<typeof createStatusQueue>>();

/**
 * Applies a status report of a provider (facts 5): decided under the lock of the order, booked and moved in the same
 * transaction. A replay changes nothing; discrepancies are stored as evidence, once. undefined: no such order.
 */
export function applyProviderStatus(
  services: BillingServices,
  report: StatusReport,
  actor: string,
): Promise<StatusResult | undefined> {
  const known = statusQueues.get(services);
  if (known !== undefined) return known(report, actor);
  const made = createStatusQueue(services);
  statusQueues.set(services, made);
  return made(report, actor);
}
