import { afterAll, beforeAll } from 'vitest';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../start-test-app.ts';

interface ProvidedAppOptions extends TestAppOptions {
  readonly now?: string;
  readonly environment?: Record<string, string>;
  /** Loads the supplier of `makeSupplier`. */
  readonly hasSupplier?: true;
}

/** The real server (`startTestApp`) for all tests of a file: started before them and closed after them. */
export function provideTestApp({
  now,
  environment,
  hasSupplier,
  ...options
}: ProvidedAppOptions = {}): TestApp {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await startTestApp(now, environment, options);
    if (hasSupplier) await makeSupplier(app.billingDb);
  });
  afterAll(() => app?.close());
  return new Proxy({} as TestApp, {
    get(_, name) {
      if (!app) throw new Error('The app is started before the first test.');
      return Reflect.get(app, name);
    },
  });
}
