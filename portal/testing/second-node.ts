import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import type { Call } from '#contract/define-call.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createLogger } from '#platform/logger.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { PortalDatabase } from '../portal-database.ts';
import { type TestApp, testKeys } from './start-test-app.ts';

/** Another server of the same portal. */
export interface SecondNode {
  /** POSTs a payload to a call; returns the HTTP status and the failure code. */
  post(call: Call, payload: unknown): Promise<{ httpStatus: number; code: string | undefined }>;
  close(): Promise<void>;
}

/** Starts a second server on the first one's database and clock, with its own connections and, if given, other keys. */
export async function startSecondNode({ url, clock }: TestApp, keys = testKeys): Promise<SecondNode> {
  const connected = connectDatabase<unknown>({ url, poolSize: 2 });
  const billing = createBillingClient({
    transport: inProcess(createBilling({ db: connected.db as BillingDatabase, clock })),
    record: () => undefined,
    clock,
  });
  const config = readConfig({ LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '0' });
  const db = connected.db as PortalDatabase;
  const log = createLogger({ level: 'silent' });
  const app = await buildApp({ db, billing, clock, config, keys, callLog: undefined, log });
  return {
    async post(call, payload) {
      const response = await app.inject({ method: 'POST', url: call.path, payload: payload as object });
      const body: { readonly code?: string } = response.json();
      return { httpStatus: response.statusCode, code: body.code };
    },
    async close() {
      await app.close();
      await connected.close();
    },
  };
}
