import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMasterData } from '#contract/master-data.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { currentSession } from '#web/session/session-store.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const former = '2390001112';
const opened = '2390009100';

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

test('staff are led through a change of holder, and both accounts have a card', async () => {
  await cabinet.visit(sampleSignIns.owner, `/cabinet/admin/management/accounts/${former}`);
  const token = currentSession().session?.token;
  const { body } = await cabinet.server.post(listMasterData, { token, account: former });
  const meters = body.meters.filter(({ removedOn }) => removedOn === null);
  const fillClosing = async (shown: (last: number) => number) => {
    for (const { serialNumber, lastValues } of meters)
      for (const { zone, value } of lastValues) {
        const names = { single: 'загальна', day: 'день', night: 'ніч', peak: 'пік', halfPeak: 'напівпік' };
        await page.getByLabel(`Лічильник ${serialNumber}, ${names[zone]}`).fill(String(shown(value)));
      }
  };
  const next = () => page.getByRole('button', { name: 'Далі' }).click();

  await page.getByRole('link', { name: 'Зміна власника' }).click();
  await page.getByText('Крок 1 з 4. День і показання').waitFor();
  await checkPage();
  await page.getByLabel('Перший день нового споживача').fill(kyivDateOf(cabinet.server.clock.now()));
  await fillClosing(() => 0);
  await next();
  await page.getByLabel('Новий особовий рахунок').fill(opened);
  await page.getByLabel('Номер договору').fill('N-2');
  await page.getByLabel('Дата договору').fill('2026-01-01');
  await page.getByLabel('EIC-код споживача').fill('62X003485000012Y');
  await checkPage();
  await next();
  await page.getByLabel('Чи є споживач у ваших даних').selectOption('yes');
  await page.getByLabel('Код споживача').fill('NEW-1');
  await next();
  await page.getByLabel('Прізвище').fill('Новенко');
  await page.getByLabel('Ім’я').fill('Ольга');
  await next();
  // A value below the last one leads back to it, with what was typed.
  await page.getByText('Крок 1 з 4').waitFor();
  await page.getByRole('alert').getByText('Показання менше за останнє прийняте').waitFor();
  await fillClosing((last) => last + 10);
  await next();
  expect(await page.getByLabel('Новий особовий рахунок').inputValue()).toBe(opened);
  await next();
  await page.getByLabel('Чи є споживач у ваших даних').selectOption('yes');
  await next();
  await next();
  await page.getByText('Крок 4 з 4. Перевірте').waitFor();
  await page.getByText(`Новий споживач: Новенко Ольга, рахунок ${opened}. Починає з 0,00`).waitFor();
  await checkPage();
  expect((await cabinet.server.post(listMasterData, { token, account: former })).body.changes).toEqual([]);
  await page.getByRole('button', { name: 'Записати зміну власника' }).click();
  await page.getByText('Зміну власника записано').waitFor();
  await page.getByRole('link', { name: `Попередній рахунок ${former}` }).waitFor();
  await page.getByRole('link', { name: `Новий рахунок ${opened}` }).click();
  await page.getByText('Новенко Ольга').waitFor();
  await checkPage();
});
