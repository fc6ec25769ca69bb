import { afterAll, expect, test } from 'vitest';
import { makeWorkedMonth } from '#billing/testing/closing/make-worked-month.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { billPdf } from '#contract/bills.ts';
import { burn } from '#platform/workers/testing/slow-tasks.ts';
import { drawnByWorker, limitDrawing } from '#platform/workers/worker-pool.ts';
import { readConfig } from '#portal/config.ts';
import { startTestApp } from '#portal/testing/start-test-app.ts';

const setBack = () => limitDrawing(readConfig({}).fileSeconds);
afterAll(setBack);

const idOfWorker = drawnByWorker<typeof burn>(
  new URL('../../platform/workers/testing/slow-tasks.ts', import.meta.url).href,
  burn.name,
);

test('answers 503 for a file that exceeds FILE_SECONDS, kills its worker and draws the next file', async () => {
  const cabinet = await startTestApp('2026-11-05T10:00:00Z');
  await makeSupplier(cabinet.billingDb);
  const { accountNumber: account } = await makeWorkedMonth(cabinet.billingDb, cabinet.url);
  const token = await cabinet.signIn([account]);
  const draw = () => cabinet.post(billPdf, { token, account, period: '2026-10' });
  expect((await draw()).httpStatus).toBe(200);
  const { pid } = await idOfWorker(0, '');
  const limited = await startTestApp('2026-11-05T10:00:00Z', { FILE_SECONDS: '1' });
  // The worker hangs in any task.
  process.kill(pid, 'SIGSTOP');
  const begun = performance.now();
  const { httpStatus, body } = await draw();
  expect([httpStatus, body.code]).toEqual([503, 'common.fileTimedOut']);
  expect(body.message).toBe(
    'Файл готувався занадто довго, і ми його зупинили. Спробуйте пізніше або оберіть коротший період.',
  );
  expect(performance.now() - begun).toBeGreaterThan(990);
  setBack();
  expect((await draw()).httpStatus).toBe(200);
  expect((await idOfWorker(0, '')).pid).not.toBe(pid);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await limited.close();
  await cabinet.close();
});
