import { beforeAll, beforeEach } from 'vitest';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import type { TestApp } from '../start-test-app.ts';
import { provideTestApp } from './provide-test-app.ts';

/** The last day of October 2026, noon in Kyiv: the window is open and a reading counts as of 1 November. */
export const inWindow = instantFromIso('2026-10-31T10:00:00Z');

/** `provideTestApp` whose August and September are closed; each test begins in the window of October, which is open. */
export function provideReadingApp(): TestApp {
  const app = provideTestApp({ now: '2026-10-31T10:00:00Z', hasSupplier: true });
  beforeAll(async () => {
    for (const period of ['2026-08', '2026-09']) await setPeriodState(app.billingDb, period, 'closed');
  });
  beforeEach(async () => {
    app.clock.set(inWindow);
    await setPeriodState(app.billingDb, '2026-10', 'open');
  });
  return app;
}
