import { afterAll, beforeAll } from 'vitest';
import { makeSupplier } from '../make-supplier.ts';
import { startTestBilling, type TestBilling } from '../start-test-billing.ts';

interface ProvidedBillingOptions {
  readonly now?: string;
  /** Loads the supplier of `makeSupplier`. */
  readonly hasSupplier?: true;
}

/** The built-in back end (`startTestBilling`) for all tests of a file: started before them and closed after them. */
export function provideTestBilling({ now, hasSupplier }: ProvidedBillingOptions = {}): TestBilling {
  let billing: TestBilling | undefined;
  beforeAll(async () => {
    billing = await startTestBilling(now);
    if (hasSupplier) await makeSupplier(billing.db);
  });
  afterAll(() => billing?.close());
  return new Proxy({} as TestBilling, {
    get(_, name) {
      if (!billing) throw new Error('The back end is started before the first test.');
      return Reflect.get(billing, name);
    },
  });
}
