import type { BillingClient } from '#billing/client.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from './config.ts';
import type { PortalDatabase } from './portal-database.ts';

export interface JobServices {
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
  readonly config: Config;
}

/** Starts what the portal does by itself beside requests; `stop` waits for work in flight. */
export async function startJobs(_services: JobServices): Promise<{ stop(): Promise<void> }> {
  return { stop: async () => undefined };
}
