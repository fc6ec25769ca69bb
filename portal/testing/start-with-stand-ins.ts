import { makeSupplier } from '#billing/testing/make-supplier.ts';
import type { Clock } from '#platform/clock.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { type StandIns, startStandIns } from '#portal/gateways/payments/testing/all-stand-ins.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';

export interface AppWithStandIns {
  readonly standIns: StandIns;
  readonly app: TestApp;
  /** Where the server listens, and where stand-ins bring their reports. */
  readonly origin: string;
  close(): Promise<void>;
}

/** A server that listens, with a supplier and stand-ins of all providers. `clock`: of the stand-ins. */
export async function startWithStandIns(
  now: string,
  clock: Clock,
  environment: Record<string, string> = {},
): Promise<AppWithStandIns> {
  const standIns = await startStandIns(clock);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const app = await startTestApp(now, { ...standIns.environment, PUBLIC_URL: origin, ...environment });
  await makeSupplier(app.billingDb);
  await app.app.listen({ port, host: '127.0.0.1' });
  return {
    standIns,
    app,
    origin,
    async close() {
      await app.close();
      await standIns.close();
    },
  };
}
