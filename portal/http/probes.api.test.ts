import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingUnavailable } from '#billing/billing-unavailable.ts';
import { createBillingClient } from '#billing/client.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/clock.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { serveProbes } from './probes.ts';

let cabinet: TestApp;
beforeAll(async () => {
  cabinet = await startTestApp();
});
afterAll(() => cabinet.close());

/** A server with probes alone, on a back end that counts how often it is asked. */
async function startProbes() {
  const clock = fixedClock(instantFromIso('2026-11-20T10:00:00Z'));
  const asked = { count: 0 };
  const noted: unknown[] = [];
  let down = false;
  const billing = createBillingClient({
    clock,
    record: () => undefined,
    transport: async () => {
      asked.count += 1;
      if (down) throw new BillingUnavailable(502, undefined);
      return { ok: true, data: {} };
    },
  });
  const app = Fastify({ genReqId: () => 'R' });
  app.setErrorHandler((fault, _request, reply) => {
    noted.push(fault);
    return reply.code(502).send({});
  });
  serveProbes(app, { db: cabinet.portalDb, billing, clock });
  const ask = async () => (await app.inject({ url: '/readyz' })).statusCode;
  return {
    asked,
    noted,
    askAtOnce: (count: number) => Promise.all(Array.from({ length: count }, ask)),
    wait: (ms: number) => clock.set((clock.now() + ms) as Instant),
    breakDown: () => {
      down = true;
    },
  };
}

test('however many ask, database and back end are asked once a second', async () => {
  const { asked, askAtOnce, wait } = await startProbes();
  expect(await askAtOnce(50)).toEqual(Array(50).fill(200));
  wait(999);
  expect(await askAtOnce(50)).toEqual(Array(50).fill(200));
  expect(asked.count).toBe(1);
  wait(1);
  await askAtOnce(50);
  expect(asked.count).toBe(2);
});

test('a back end that is away is told to all, noted once, and asked again after a second', async () => {
  const { asked, noted, askAtOnce, wait, breakDown } = await startProbes();
  expect(await askAtOnce(1)).toEqual([200]);
  breakDown();
  wait(1000);
  expect(await askAtOnce(50)).toEqual(Array(50).fill(502));
  expect({ asked: asked.count, noted: noted.length }).toEqual({ asked: 2, noted: 1 });
});

test('a clock that was set back does not keep an old answer', async () => {
  const { asked, askAtOnce, wait } = await startProbes();
  await askAtOnce(1);
  wait(-3_600_000);
  await askAtOnce(1);
  expect(asked.count).toBe(2);
});

test('a probe leaves no record of a call', async () => {
  cabinet.moduleCalls.length = 0;
  expect((await cabinet.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(cabinet.moduleCalls).toEqual([]);
});
