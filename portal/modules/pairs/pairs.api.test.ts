import { expect, test } from 'vitest';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { pairs } from '#contract/pairs.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const app = provideTestApp();

test('before a supplier is loaded there is no pair', async () => {
  expect((await app.post(pairs, { domain: 'cabinet.example.test' })).httpStatus).toBe(404);
});

test('every domain is the supplier’s, named shortly', async () => {
  await makeSupplier(app.billingDb);
  await app.billingDb.updateTable('billing.supplier').set({ short_name: 'Світло в дім' }).execute();
  for (const domain of ['cabinet.example.test', 'other.test']) {
    const { httpStatus, body } = await app.post(pairs, { domain });
    expect(httpStatus).toBe(200);
    expect(body.items).toEqual([{ name: domain, value: 'Світло в дім' }]);
  }
});

test('no domain, or one longer than a domain can be, is no question', async () => {
  for (const payload of [{}, { domain: 'a'.repeat(254) }, { domain: 7 }]) {
    expect((await app.post(pairs, payload)).httpStatus).toBe(400);
  }
});
