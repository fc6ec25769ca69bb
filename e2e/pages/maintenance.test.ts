import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endMaintenance, setMaintenance } from '#contract/maintenance.ts';
import { listMeters } from '#contract/readings.ts';
import * as queueStorage from '#web/features/readings/offline-queue/queue-storage.ts';
import { type QueuedReading, useOfflineQueue } from '#web/features/readings/offline-queue/queued-reading.ts';
import * as webLock from '#web/offline/with-web-lock.ts';
import { signedOut } from '#web/session/session-store.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

let cabinet: CabinetPages;
let page: Page;
beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(async () => {
  useOfflineQueue.setState({ readings: undefined });
  await cabinet.close();
});

/** Replaces IndexedDB and the lock of tabs, which happy-dom has not; those of a browser are tested in offline.test.ts. */
function storeInMemory(): void {
  const stored = new Map<string, QueuedReading>();
  vi.spyOn(webLock, 'withWebLock').mockImplementation((_name, _how, work) => work());
  vi.spyOn(queueStorage, 'storeQueued').mockImplementation(async (reading) => {
    stored.set(reading.id, reading);
    return 'stored';
  });
  vi.spyOn(queueStorage, 'listQueued').mockImplementation(async () => [...stored.values()]);
  vi.spyOn(queueStorage, 'updateQueued').mockImplementation(async (id, changes) => {
    const reading = stored.get(id);
    const changed = reading && { ...reading, ...changes };
    if (changed) stored.set(id, changed);
    return changed;
  });
}

async function countReadings(account: string): Promise<number> {
  const rows = await cabinet.server.billingDb
    .selectFrom('billing.reading_submission')
    .select('submitted_at')
    .where('account_number', '=', account)
    .execute();
  return rows.length;
}

test('customers see when the cabinet opens again, and a reading given during maintenance is sent after it', async () => {
  storeInMemory();
  const account = '2390001130';
  const back = 'Орієнтовний час: 14:30';
  // The window of readings is open; 12:00 in Kyiv.
  cabinet.setClock('2026-11-30T10:00:00Z');
  const token = await cabinet.visit(sampleSignIns.personOfOne, '/cabinet/person/indication', account);
  const [meter] = (await cabinet.server.post(listMeters, { token, account })).body.meters;
  const value = String((meter?.registers[0]?.previousValue ?? 0) + 150);
  const field = page.locator('main form input[inputmode="numeric"]').first();
  await field.fill(value);
  // The cost of the value has come: the calls of the page end before maintenance begins.
  await cabinet.settled();
  expect(await field.inputValue()).toBe(value);
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
