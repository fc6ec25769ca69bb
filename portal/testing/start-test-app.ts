import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type Billing, createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { billingFigures } from '#billing/billing-figures.ts';
import { createBillingClient, inProcess, type ModuleCallRecord } from '#billing/client.ts';
import { remote } from '#billing/remote-transport.ts';
import { expectReferences } from '#billing/testing/start-test-billing.ts';
import type { Call, FailureAnswer, OutputOf } from '#contract/define-call.ts';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { logJobErrors } from '#platform/jobs/task.ts';
import { runJobsOnce } from '#platform/jobs/testing/run-jobs-once.ts';
import { parseKeyRing } from '#platform/key-ring.ts';
import { createLogger } from '#platform/logger.ts';
import { hasReaders } from '#platform/metrics.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { openTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { type CallLog, createCallLog } from '#portal/http/records/call-log.ts';
import { createMetrics } from '#portal/http/records/metrics.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { accessTasks } from '#portal/modules/accounts/access/change-access.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { createMessageGateways } from '../gateways/messages/all-gateways.ts';
import type { Keys } from '../keys.ts';
import { createPushSender } from '../modules/notifications/public.ts';
import { messageTasks } from '../modules/outbox/public.ts';
import type { PortalDatabase } from '../portal-database.ts';
import { makeSession } from './callers/make-session.ts';
import { checkAnswer } from './check-answer.ts';
import { requestBody } from './request-body.ts';

/** A response as JSON; fields are read with `?.`. A test that names the call instead of its path gets exact types. */
interface TestBody {
  readonly [field: string]: TestBody | undefined;
}

/** Response of a declared call: success fields or failure fields; the test says which it expects. */
type TestAnswer<C extends Call> = Omit<OutputOf<C>, 'status'> &
  Omit<FailureAnswer, 'status' | 'details'> & {
    readonly status: 'success' | 'fail';
    readonly details: TestBody;
  };

/** POSTs a payload to a call, given by its declaration (exact types) or its path. */
interface Post {
  <C extends Call>(
    call: C,
    payload: unknown,
    headers?: Record<string, string>,
  ): Promise<{ httpStatus: number; body: TestAnswer<C>; headers: OutgoingHttpHeaders }>;
  (
    path: string,
    payload: unknown,
    headers?: Record<string, string>,
  ): Promise<{ httpStatus: number; body: TestBody; headers: OutgoingHttpHeaders }>;
}

/** The ring of one key of the test server, as a setting has it. */
export const testKeyText = (id: string) => `${id}:${createHash('sha256').update(id).digest('base64')}`;
const testKey = (id: string) => parseKeyRing(id, testKeyText(id));

/** The keys of the test server. */
export const testKeys: Keys = {
  sessions: testKey('session1'),
  messages: testKey('message1'),
  factors: testKey('factors1'),
  links: testKey('linkkey1'),
  audit: testKey('auditkey'),
};

interface OutboxMessage {
  readonly subject: string;
  readonly text: string;
  readonly code?: string;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly billing: Billing;
  readonly billingDb: BillingDatabase;
  readonly portalDb: PortalDatabase;
  readonly url: string;
  /** The same database as superuser. */
  readonly adminUrl: string;
  readonly clock: ReturnType<typeof fixedClock>;
  /** Statements sent so far by the portal and the built-in back end. */
  readonly statements: string[];
  /** Function module calls made so far. */
  readonly moduleCalls: ModuleCallRecord[];
  /**
   * Creates a person (or another type) with these accounts and a session without the sign-in call; returns the token. An
   * administrator is an owner by default.
   */
  signIn(
    accountNumbers: readonly string[],
    type?: 'person' | 'entity' | 'admin',
    roles?: readonly AdminRole[],
  ): Promise<string>;
  readonly post: Post;
  /** POSTs a payload to a call that answers a file. */
  download(call: Call, payload: object): Promise<LightMyRequestResponse>;
  /** Messages to a recipient as the outbox of development shows them, newest first. */
  readOutbox(recipient: string): Promise<readonly OutboxMessage[]>;
  /** Queues notifications of access changes and sends the queued messages once: to the outbox or to the configured providers. */
  deliverMessages(): Promise<void>;
  /** Lines of the log. */
  readonly printed: readonly string[];
  /** Writes the buffered call records. */
  flushCallLog(): Promise<void>;
  readonly callCounts: CallLog['counts'];
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** In place of a fresh one; closed with the app. */
  readonly database?: TestDatabase;
  readonly keys?: Keys;
  /** Told of records of calls that are not written; absent: such a one fails the test. */
  readonly onRecordError?: (line: string) => void;
}

function failTest(line: string): never {
  throw new Error(line);
}

/**
 * The real server on a fresh database at a given time, without web pages, called through `inject`. Every JSON response
 * is checked against the contract. BILLING_BACKEND_URL selects another back end.
 */
export async function startTestApp(
  now = '2026-11-20T10:00:00Z',
  environment: Record<string, string> = {},
  { database: ownDatabase, keys = testKeys, onRecordError = failTest }: TestAppOptions = {},
): Promise<TestApp> {
  const database = await openTestDatabase(ownDatabase);
  const statements: string[] = [];
  const onStatement = (text: string) => void statements.push(text);
  const connected = database.connect(onStatement);
  const billingDb = connected.db as BillingDatabase;
  const portalDb = connected.db as PortalDatabase;
  const clock = fixedClock(instantFromIso(now));
  const config = readConfig({
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: '0',
    CALL_SECONDS: '0',
    ...environment,
  });
  const moduleCalls: ModuleCallRecord[] = [];
  const printed: string[] = [];
  const log = createLogger({
    level: config.logLevel,
    stream: { write: (line) => void printed.push(line) },
  });
  const billing = createBilling({ db: billingDb, clock, auditKeys: keys.audit, log });
  const callLog = createCallLog({
    db: portalDb,
    node: config.nodeName,
    log: createLogger({ level: 'error', stream: { write: onRecordError } }),
    // A timer would write between two statements of a test.
    flushEveryMs: 1_000_000,
  });
  const metrics = hasReaders(config.metricsAccess)
    ? createMetrics({ db: portalDb, pools: { portal: connected.pool } })
    : undefined;
  metrics?.addFigures(billingFigures(billingDb));
  const client = createBillingClient({
    transport: config.billingBackendUrl
      ? remote({ url: config.billingBackendUrl, secret: config.billingBackendSecret, timeoutMs: 1000 })
      : inProcess(billing),
    record: (call) => {
      moduleCalls.push(call);
      callLog.recordModuleCall(call);
      metrics?.observeModuleCall(call);
    },
    clock,
  });
  const app = await buildApp({
    db: portalDb,
    billing: client,
    clock,
    config,
    keys,
    callLog,
    log,
    metrics,
  });
  const tokens = createTokens(keys.sessions);
  const post = async (call: Call | string, payload: unknown, headers: Record<string, string> = {}) => {
    const path = typeof call === 'string' ? call : call.path;
    const { type, body } = await requestBody(path, payload);
    const response = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': type, ...headers },
      payload: body,
    });
    const isJson = response.headers['content-type']?.toString().includes('json') === true;
    const answer = isJson ? response.json() : response.rawPayload;
    if (isJson) checkAnswer(path, response.statusCode, answer);
    return { httpStatus: response.statusCode, body: answer, headers: response.headers };
  };
  return {
    app,
    billing,
    billingDb,
    portalDb,
    url: database.url,
    adminUrl: database.adminUrl,
    clock,
    statements,
    moduleCalls,
    printed,
    async signIn(accountNumbers, type = 'person', roles = ['owner']) {
      const { sessionId, expiresAt } = await makeSession(portalDb, clock, accountNumbers, type, roles);
      return tokens.sign({ sessionId, type, expiresAt });
    },
    post,
    download: ({ path: url }, payload) => app.inject({ method: 'POST', url, payload }),
    async readOutbox(recipient) {
      const url = `/dev/outbox?to=${encodeURIComponent(recipient)}`;
      const response = await app.inject({ url, headers: { accept: 'application/json' } });
      return response.json<{ messages: OutboxMessage[] }>().messages;
    },
    deliverMessages: () =>
      runJobsOnce({
        url: database.url,
        tasks: {
          ...accessTasks({ db: portalDb, billing: client, clock, keys, config }),
          ...messageTasks({
            db: portalDb,
            clock,
            keys,
            billing: client,
            config,
            gateways: createMessageGateways(config, createPushSender({ db: portalDb, keys, config })),
          }),
        },
        onError: logJobErrors(log.child({ part: 'jobs' })),
      }),
    flushCallLog: () => callLog.flush(),
    callCounts: callLog.counts,
    async close() {
      await app.close();
      await callLog.stop();
      try {
        await expectReferences(billingDb);
      } finally {
        await connected.close();
        await database.close();
      }
    },
  };
}
