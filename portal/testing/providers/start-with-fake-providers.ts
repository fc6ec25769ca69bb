import { makeSupplier } from '#billing/testing/make-supplier.ts';
import type { Clock } from '#platform/clock.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { type FakeProviders, startFakeProviders } from '#portal/gateways/payments/testing/fake-providers.ts';
import { startTestApp, type TestApp } from '../start-test-app.ts';

export interface AppWithFakeProviders {
  readonly fakes: FakeProviders;
  readonly app: TestApp;
  /** Address of the server, and of the callbacks of the fake providers. */
  readonly origin: string;
  close(): Promise<void>;
}

/** A listening server with a supplier and fakes of all providers. `clock`: of the fakes. */
export async function startWithFakeProviders(
  now: string,
  clock: Clock,
  environment: Record<string, string> = {},
): Promise<AppWithFakeProviders> {
  const fakes = await startFakeProviders(clock);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const app = await startTestApp(now, { ...fakes.environment, PUBLIC_URL: origin, ...environment });
  await makeSupplier(app.billingDb);
  await app.app.listen({ port, host: '127.0.0.1' });
  return {
    fakes,
    app,
    origin,
    async close() {
      await app.close();
      await fakes.close();
    },
  };
}
