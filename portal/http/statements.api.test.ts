import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/define-call.ts';
import { stopCacheTime } from '#platform/testing/pass-cache-time.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { statementsOf } from '#portal/testing/count-statements.ts';
import { genericReads, type Scenario, scenarioOf } from '#portal/testing/scenarios/call-scenarios.ts';
import {
  type DifficultHousehold,
  makeDifficultHouseholds,
} from '#portal/testing/scenarios/difficult-household.ts';
import { secretScenarios } from '#portal/testing/scenarios/secret-scenarios.ts';
import { type PublicScenario, publicScenarios } from '#portal/testing/scenarios/sign-in-scenarios.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

/** Max statements of one call of a person, including the session check. */
const maxStatements = 6;

/** The same of calls that prove a secret: an attempt is taken, read and written under a lock; without a session maintenance is asked for. */
const maxStatementsOfProof: Readonly<Record<string, number>> = {
  '/api/apply-agreements': 14,
  '/api/auth/change-password': 14,
  '/api/auth/person': 14,
  '/api/auth/recover-password': 15,
  '/api/auth/second-factor': 14,
  '/api/auth/sms': 15,
  '/api/post-add-objects': 14,
  // An access that ends changes the code of the bill in the same call.
  '/api/post-drop-objects': 14,
  '/api/person/objects/end-access': 12,
  // The password, the second factor, the request and its two messages.
  '/api/own-data/erasure/request': 30,
  '/api/profile/change-email': 14,
  // It proves three: the password, the code of the new phone, the code of the second factor.
  '/api/profile/change-phone': 20,
  '/api/second-factor/begin': 14,
  '/api/second-factor/disable': 14,
  '/api/second-factor/enable': 14,
};

/** The same of calls that look at all points of an account to make or to check a file. */
const maxStatementsOfPoints: Readonly<Record<string, number>> = {
  '/api/readings/check-workbook': 12,
  '/api/readings/points': 9,
  '/api/readings/workbook': 9,
  '/api/readings/commit-workbook': 8,
  '/api/readings/points-report': 8,
};

/** The same of tickets: what fills the form is asked of several concepts; a change locks, counts a term, notes what happened and asks for its news. */
const maxStatementsOfTickets: Readonly<Record<string, number>> = {
  '/api/tickets/form': 12,
  '/api/tickets/create': 16,
  '/api/tickets/reply': 16,
  '/api/tickets/close': 12,
  '/api/tickets/rate': 12,
  '/api/tickets/add-file': 12,
  // With the hours, and outside them the ticket that it makes.
  '/api/chat/send': 26,
  '/api/chat/end': 12,
};

/** The same of the archive of a person: each concept is read once, then each account and each conversation. */
const maxStatementsOfArchive: Readonly<Record<string, number>> = { '/api/own-data/archive': 24 };

const budgetOf = (path: string) =>
  maxStatementsOfArchive[path] ??
  maxStatementsOfProof[path] ??
  maxStatementsOfPoints[path] ??
  maxStatementsOfTickets[path] ??
  maxStatements;

/** Calls that succeed once per household: the reading of the month. */
const oncePerHousehold = [
  '/api/readings/submit',
  '/api/readings/correct',
  '/api/readings/receipt',
  '/api/readings/give-photo',
];

/** Public calls that a person's browser never makes. */
const ofOthers = [
  '/api/auth/entity',
  '/api/auth/admin_panel',
  '/api/entity/sign-up',
  '/api/company/invitation',
  '/api/company/join',
  '/api/admins/link',
  '/api/admins/set-password',
];

let app: TestApp;
let households: DifficultHousehold[];
let dataFolder: string;

beforeAll(async () => {
  // Caches do not expire during the test, however slow the machine.
  stopCacheTime();
  dataFolder = await mkdtemp(join(tmpdir(), 'statements-'));
  // Rate limits are on as in production, but higher than this test needs.
  app = await startTestApp('2026-11-20T10:00:00Z', {
    SVITLO_DATA: dataFolder,
    SIGN_IN_FAILURES_PER_ADDRESS: '1000',
    CODES_PER_ADDRESS: '1000',
    CODES_PER_MINUTE: '1000',
    CODES_WITHOUT_WORK: '0',
  });
  households = await makeDifficultHouseholds(app, 1 + 2 * oncePerHousehold.length);
});

afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
  await rm(dataFolder, { recursive: true, force: true });
});

/** A stream that stays open, of topics for administrators only. */
const streams = ['/api/live/open'];

const isPersonCall = ({ audience, path }: Call) =>
  (audience === 'person' || audience === 'customer' || audience === 'signedIn') && !streams.includes(path);

const rows = allCalls.filter(isPersonCall).flatMap(({ path }): (readonly [string, Scenario, string])[] => {
  if (path !== '/api/get-common') return [[path, secretScenarios[path] ?? scenarioOf(path), path]];
  return genericReads.map((url) => [`${path} ${url}`, scenarioOf(path, { url }), path]);
});

function nextHousehold(path: string): DifficultHousehold {
  const next = oncePerHousehold.includes(path) ? households.pop() : households[0];
  if (next === undefined) throw new Error('no household is left');
  return next;
}

async function send(path: string, scenario: Scenario) {
  const payload = await scenario(app, nextHousehold(path), openFileStore({ dataFolder }));
  const { result, statements } = await statementsOf(app, () => app.post(path, payload));
  return { httpStatus: result.httpStatus, code: result.body?.code?.toString(), statements };
}

describe('a household with all features, with warm caches', () => {
  test.each(rows)('%s: within its budget of statements', async (_, scenario, path) => {
    await send(path, scenario);
    const { httpStatus, code, statements } = await send(path, scenario);
    expect({ httpStatus, code }).toEqual({ httpStatus: 200, code: undefined });
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.slice(budgetOf(path))).toEqual([]);
  });
});

/** Every public call of persons; a declared call without a scenario here fails. */
const publicRows = allCalls
  .filter(({ audience, path }) => audience === 'public' && !ofOthers.includes(path))
  .flatMap(({ path }): (readonly [string, PublicScenario | undefined, string])[] => {
    const scenarios = publicScenarios[path] ?? [undefined];
    return scenarios.map((scenario) => [`${path} ${scenario?.name ?? 'is not tried'}`, scenario, path]);
  });

describe('a caller without a session, with all features', () => {
  test.each(publicRows)('%s: within its budget of statements', async (_, scenario, path) => {
    if (scenario === undefined) throw new Error('a public call without a scenario');
    const tried = async () => {
      const { payload, headers } = await scenario.make(app, nextHousehold(path));
      return statementsOf(app, () => app.post(path, payload, headers));
    };
    await tried();
    const { result, statements } = await tried();
    expect(result.body?.code?.toString()).toBe(scenario.asks);
    expect(result.httpStatus === 200).toBe(scenario.asks === undefined);
    expect(statements.slice(budgetOf(path))).toEqual([]);
  });
});

test('counts statements of the portal and of billing, without the call log', async () => {
  const { result, statements } = await statementsOf(app, async () => {
    await app.billingDb.selectFrom('billing.period').select('period').execute();
    await app.portalDb
      .transaction()
      .execute((db) => db.selectFrom('portal.identity').select('phone').execute());
    await app.flushCallLog();
    return 'done';
  });
  expect(result).toBe('done');
  expect(statements).toEqual([
    'select "period" from "billing"."period"',
    'select "phone" from "portal"."identity"',
  ]);
});
