import { afterAll, beforeAll, expect } from 'vitest';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { personBalance } from '#contract/balance.ts';
import {
  listPayments,
  type paymentProviders,
  paymentState,
  startPayment,
} from '#contract/payments/payments.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { createPaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import type { Callback } from '#portal/gateways/payments/payment-gateway.ts';
import { settleWaitingPayments } from '#portal/modules/payments/testing/settle-waiting-payments.ts';
import { testBillingClient } from '#portal/testing/callers/test-billing-client.ts';
import {
  type AppWithFakeProviders,
  startWithFakeProviders,
} from '#portal/testing/providers/start-with-fake-providers.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';

export type Provider = (typeof paymentProviders)[number];

export const noon = '2026-11-20T10:00:00Z';

/**
 * A listening server with fakes of all providers for all tests of a file, whose ledger has to be sound at the end. `clock` is of
 * the fakes; that of the server is at noon until it is moved.
 */
export function provideFakeProviders(environment: Record<string, string> = {}) {
  const clock = fixedClock(instantFromIso(noon));
  let fixture: AppWithFakeProviders;
  beforeAll(async () => {
    fixture = await startWithFakeProviders(noon, clock, environment);
  });
  afterAll(async () => {
    expect(await checkLedger(fixture.app.billingDb)).toEqual([]);
    await fixture.close();
  });

  /** A customer who owes 432.50. */
  async function debtor() {
    const { app } = fixture;
    const { accountNumber: account } = await makeAccount(app.billingDb);
    await makeCharge(app.billingDb, account, '2026-10', '432.50');
    // A session lasts a day, some tests longer.
    const own = async () => ({ token: await app.signIn([account]), account });
    const order = { purpose: 'energy', sum: '432.50' };
    return {
      account,
      begin: async (provider: Provider, requestId: string = newId()) =>
        app.post(startPayment, { ...(await own()), ...order, provider, requestId }),
      stateOf: async (paymentId: string) =>
        (await app.post(paymentState, { ...(await own()), paymentId })).body.payment.state,
      balance: async () => (await app.post(personBalance, await own())).body.balance,
      count: async () => (await app.post(listPayments, await own())).body.payments.length,
    };
  }

  return {
    clock,
    get app() {
      return fixture.app;
    },
    get fakes() {
      return fixture.fakes;
    },
    get origin() {
      return fixture.origin;
    },
    debtor,
    /** An order that the payer has opened at the provider. */
    async opened(provider: Provider) {
      const customer = await debtor();
      const { httpStatus, body } = await customer.begin(provider);
      expect(httpStatus).toBe(200);
      const { payUrl, payFields, payment } = body;
      const form = payFields === null ? {} : { method: 'POST', body: new URLSearchParams(payFields) };
      const page = await fetch(payUrl, form);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('432.50')]);
      return { ...customer, payment, payFields, orderId: payment.orderId };
    },
    /** Brings a report to where the provider brings it. */
    async postCallback(provider: Provider, { headers, body }: Callback) {
      const sent = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      const response = await fetch(`${fixture.origin}/api/payments/callback/${provider}`, {
        method: 'POST',
        headers: Object.fromEntries(sent),
        body: body.toString('utf8'),
      });
      const answer = (await response.json()) as { readonly outcome?: string; readonly code?: string };
      return { httpStatus: response.status, ...answer };
    },
    /** A round of the job, minutes later. */
    async settle(minutes: number): Promise<void> {
      const { app, fakes } = fixture;
      app.clock.set((app.clock.now() + minutes * 60_000) as Instant);
      const config = readConfig(fakes.environment);
      const { clock: serverClock, portalDb: db } = app;
      await settleWaitingPayments({
        reference: newId(),
        billing: testBillingClient(app),
        clock: serverClock,
        gateways: createPaymentGateways({ db, clock: serverClock, config, links: testKeys.links }),
      });
    },
  };
}
