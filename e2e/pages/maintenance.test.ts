import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endMaintenance, setMaintenance } from '#contract/maintenance.ts';
import { listMeters } from '#contract/readings.ts';
import type { QueuedReading } from '#web/features/readings/offline-queue/queued-reading.ts';
import { signedOut } from '#web/session/session-store.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

// There is no IndexedDB and no lock of tabs here: that of a browser is tested in offline.test.ts.
vi.mock('#web/offline/with-web-lock.ts', () => ({
  withWebLock: (_name: string, _how: object, work: () => Promise<unknown>) => work(),
}));
vi.mock('#web/features/readings/offline-queue/queue-storage.ts', () => {
  const stored = new Map<string, QueuedReading>();
  return {
    async storeQueued(reading: QueuedReading) {
      stored.set(reading.id, reading);
      return 'stored';
    },
    listQueued: async () => [...stored.values()],
    removeQueued: async (id: string) => stored.delete(id),
    updateQueued: async (id: string, changes: object) => {
      const reading = stored.get(id);
      if (reading) stored.set(id, { ...reading, ...changes });
      return stored.get(id);
    },
  };
});

let cabinet: CabinetPages;
let page: Page;
beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

async function countReadings(account: string): Promise<number> {
  const rows = await cabinet.server.billingDb
    .selectFrom('billing.reading_submission')
    .select('submitted_at')
    .where('account_number', '=', account)
    .execute();
  return rows.length;
}

test('customers see when the cabinet opens again, and a reading given during maintenance is sent after it', async () => {
  const account = '2390001130';
  const back = 'Орієнтовний час: 14:30';
  // The window of readings is open; 12:00 in Kyiv.
  cabinet.setClock('2026-11-30T10:00:00Z');
  const token = await cabinet.visit(sampleSignIns.personOfOne, '/cabinet/person/indication', account);
  const [meter] = (await cabinet.server.post(listMeters, { token, account })).body.meters;
  const field = page.locator('main input[inputmode=numeric]').first();
  await field.fill(String((meter?.registers[0]?.previousValue ?? 0) + 150));

  const before = await countReadings(account);
  const owner = await cabinet.server.signIn([], 'admin', ['owner']);
  const until = '2026-11-30T12:30:00.000Z';
  const planned = { token: owner, from: null, until, reason: 'Оновлення бази даних', revision: 0 };
  const { maintenance } = (await cabinet.server.post(setMaintenance, planned)).body;
  expect(maintenance.state).toBe('running');
  await page.getByRole('button', { name: 'Передати показання' }).click();
  const panel = page.locator('main').getByRole('status').filter({ hasText: 'чекає завершення робіт' });
  await panel.getByText(back).waitFor();
  await checkPage();
  expect(await countReadings(account)).toBe(before);

  const over = { token: owner, reason: 'Готово', revision: maintenance.revision };
  const ended = (await cabinet.server.post(endMaintenance, over)).body.maintenance;
  await panel.getByRole('button', { name: 'Передати зараз' }).click();
  await page.locator('main').getByText('Показання прийнято').first().waitFor();
  expect(await countReadings(account)).toBe(before + 1);

  const again = await cabinet.server.post(setMaintenance, { ...planned, revision: ended.revision });
  expect(again.body.maintenance.state).toBe('running');
  signedOut();
  await cabinet.open('/sign-in/person');
  await page.getByLabel('Номер телефону').fill('501110003');
  await page.getByLabel('Пароль', { exact: true }).fill('wrong-word-2026');
  await page.getByRole('button', { name: 'Увійти' }).press('Enter');
  await page.getByText(back).first().waitFor();
});
