import { readFile } from 'node:fs/promises';
import { read } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { checkEspi } from '#portal/modules/data-export/green-button/testing/check-espi.ts';
import { readXml } from '#portal/modules/data-export/green-button/testing/read-xml.ts';
import { checkPage } from './support/check-page.ts';
import { createProductClock, type ProductClock } from './support/product-clock.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { signedInPage } from './support/signed-in-page.ts';
import {
  type Device,
  startTestEnvironment,
  type TestEnvironment,
  waitUntilIdle,
} from './support/test-environment.ts';

const path = '/cabinet/person/settings/my-data';

let stage: TestEnvironment;
let clock: ProductClock;

beforeAll(async () => {
  clock = await createProductClock();
  stage = await startTestEnvironment({ ...clock.environment, WORK_SECONDS: '1' });
});
afterAll(async () => {
  await stage.close();
  await clock.remove();
});

/** What was counted of the budget of work before is forgotten. */
let budgetsOver = 0;
function forgetWork(): void {
  budgetsOver += 1;
  clock.set((systemClock.now() + budgetsOver * 11 * 60_000) as Instant);
}

/** The object is chosen on the home, as a customer does it. */
async function openMyData(device: Device) {
  const visitor = await signedInPage(stage, sampleSignIns.personOfThree, device, {
    path: '/cabinet/person?account=2390001111',
  });
  await visitor.page.goto(`${stage.product.url}${path}`);
  await waitUntilIdle(visitor.page);
  await visitor.page.getByText('особовий рахунок 2390001111').waitFor();
  return visitor;
}

async function keep(page: Page, what: string, format: string): Promise<{ name: string; content: Buffer }> {
  const button = page.getByRole('group', { name: `Зберегти: ${what}` }).getByRole('button', { name: format });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

describe.each(['phone', 'desk'] as const)('my data on a %s', (device) => {
  it('are kept as a workbook, as tables, for programs and as Green Button', async () => {
    forgetWork();
    const { page, problems, context } = await openMyData(device);
    await checkPage(page);

    const book = read((await keep(page, 'Усе разом', 'XLSX')).content);
    expect(book.SheetNames).toEqual(['Історія показань', 'Споживання', 'Рахунки', 'Історія оплат']);

    const everything = (await keep(page, 'Рахунки', 'CSV')).content.toString().trim().split('\r\n');
    await page.getByRole('button', { name: 'Минулий рік' }).click();
    const lastYear = (await keep(page, 'Рахунки', 'CSV')).content.toString().trim().split('\r\n');
    expect(lastYear.length).toBeGreaterThan(1);
    expect(lastYear.length).toBeLessThan(everything.length);
    await page.getByRole('button', { name: 'За весь час' }).click();

    const { consumption } = JSON.parse((await keep(page, 'Споживання', 'JSON')).content.toString());
    expect(consumption.slice(-2)).toMatchObject([
      { zone: 'day', energyWh: 80_000, cost: '345.60' },
      { zone: 'night', energyWh: 40_000, cost: '86.40' },
    ]);

    const green = await keep(page, 'Green Button', 'Green Button');
    expect(green.name).toBe('Споживання-Green-Button-2390001111.xml');
    expect(checkEspi(readXml(green.content.toString()))).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('wait for the network, and say what failed beside the button', async () => {
    const { page, context } = await openMyData(device);
    await page.route('**/api/own-data/export', (route) => route.abort());
    const payments = page.getByRole('group', { name: 'Зберегти: Оплати' });
    await payments.getByRole('button', { name: 'CSV' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await checkPage(page);
    await context.setOffline(true);
    await page.getByText('Файли можна буде зберегти, коли з’явиться мережа.').waitFor();
    expect(await payments.getByRole('button', { name: 'XLSX' }).isDisabled()).toBe(true);
    await checkPage(page);
    await context.close();
  });

  it('say beside the button when the next file can be made, and are kept then', async () => {
    forgetWork();
    const { page, context, token } = await openMyData(device);
    const asked = { token, account: '2390001111', what: 'all', format: 'xlsx' };
    const exportAll = () =>
      fetch(`${stage.product.url}/api/own-data/export`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      });
    let status = 200;
    for (let left = 300; status === 200 && left > 0; left -= 1) {
      const answer = await exportAll();
      await answer.arrayBuffer();
      status = answer.status;
    }
    expect(status).toBe(429);
    const files = page
      .locator('div')
      .filter({ has: page.getByRole('group', { name: 'Зберегти: Усе разом' }) });
    await files.last().getByRole('button', { name: 'XLSX' }).press('Enter');
    await files
      .last()
      .getByRole('alert')
      .getByText(/^Забагато файлів за короткий час\. Наступний можна о \d\d:\d\d\.$/)
      .waitFor();
    await checkPage(page);
    forgetWork();
    expect((await keep(page, 'Усе разом', 'XLSX')).name).toMatch(/\.xlsx$/);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await context.close();
  });
});
