import { type BillingClient, createBillingClient, inProcess } from '#billing/client.ts';
import type { TestApp } from '../start-test-app.ts';

/** A client of the back end of a test as a job has it; its calls are recorded nowhere. */
export function testBillingClient({ billing, clock }: Pick<TestApp, 'billing' | 'clock'>): BillingClient {
  return createBillingClient({ transport: inProcess(billing), record: () => undefined, clock });
}
