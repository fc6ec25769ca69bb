import { openStatementJobs } from '#billing/modules/bank-statements/public.ts';
import { openClosingBillJobs, openRunJobs, openTrialJobs } from '#billing/modules/charges/public.ts';
import { openImportJobs } from '#billing/modules/import/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { JobSet } from '#platform/jobs/job-runner.ts';

/** Jobs of the billing back end: beside the calls, on connections of their own. A new one is added here, for both servers. */
const jobs = [openStatementJobs, openTrialJobs, openRunJobs, openClosingBillJobs, openImportJobs];

export interface BillingJobOptions {
  /** EDRPOU code of a supplier that no import loads: that of the sample, in production. */
  readonly refusedSupplier: string | undefined;
}

/** Opens the jobs for the process that runs them: the server of the function modules, or the portal when it has them inside. */
export function openBillingJobs(
  databaseUrl: string,
  clock: Clock,
  options: BillingJobOptions,
): { readonly jobs: JobSet; close(): Promise<void> } {
  const opened = jobs.map((open) => open(databaseUrl, clock, options));
  const periodic: JobSet['periodic'] = Object.assign({}, ...opened.map((one) => one.jobs.periodic));
  return {
    jobs: { tasks: {}, periodic },
    async close() {
      await Promise.all(opened.map((one) => one.close()));
    },
  };
}
