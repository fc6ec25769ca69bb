import { read } from '@e965/xlsx';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkEspi } from '#portal/modules/data-export/green-button/testing/check-espi.ts';
import { readXml } from '#portal/modules/data-export/green-button/testing/read-xml.ts';
import { samplePassword, sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, type SavedFile, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const path = '/cabinet/person/settings/my-data';

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages({ WORK_SECONDS: '1' });
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** What was counted of the budget of work before is forgotten. */
let minutes = 0;
function deleteWork(): void {
  minutes += 11;
  cabinet.setClock(new Date(Date.parse('2026-11-22T10:00:00Z') + minutes * 60_000).toISOString());
}

async function openMyData(): Promise<string> {
  const token = await cabinet.visit(sampleSignIns.personOfThree, path, '2390001111');
  await page.getByText('особовий рахунок 2390001111').waitFor();
  return token;
}

function keep(what: string, format: string): Promise<SavedFile> {
  const button = page.getByRole('group', { name: `Зберегти: ${what}` }).getByRole('button', { name: format });
  return cabinet.keep(() => button.click());
}

describe('my data', () => {
  it('are kept as a workbook, as tables, for programs and as Green Button', async () => {
    deleteWork();
    await openMyData();
    await checkPage();

    const book = read((await keep('Усе разом', 'XLSX')).content);
    expect(book.SheetNames).toEqual(['Історія показань', 'Споживання', 'Рахунки', 'Історія оплат']);

    const everything = (await keep('Рахунки', 'CSV')).content.toString().trim().split('\r\n');
    await page.getByRole('button', { name: 'Минулий рік' }).click();
    const lastYear = (await keep('Рахунки', 'CSV')).content.toString().trim().split('\r\n');
    expect(lastYear.length).toBeGreaterThan(1);
    expect(lastYear.length).toBeLessThan(everything.length);
    await page.getByRole('button', { name: 'За весь час' }).click();

    const { consumption } = JSON.parse((await keep('Споживання', 'JSON')).content.toString());
    expect(consumption.slice(-2)).toMatchObject([
      { zone: 'day', energyWh: 80_000, cost: '345.60' },
      { zone: 'night', energyWh: 40_000, cost: '86.40' },
    ]);

    const green = await keep('Green Button', 'Green Button');
    expect(green.name).toBe('Споживання-Green-Button-2390001111.xml');
    expect(checkEspi(readXml(green.content.toString()))).toEqual([]);
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('come as one archive; their deletion is asked for and withdrawn', async () => {
    deleteWork();
    await openMyData();
    const archive = await cabinet.keep(() => page.getByRole('button', { name: 'Архів ZIP' }).click());
    expect(archive.name).toBe('Мої-дані-2026-11-22.zip');
    const names = Object.keys(unzipSync(new Uint8Array(archive.content)));
    expect(names).toContain('Про-мене.xlsx');
    expect(names).toContain('Рахунок-2390001111/Показання-рахунки-оплати.xlsx');

    await page.getByRole('button', { name: 'Видалити мої дані' }).click();
    await page.getByLabel('Ваш пароль').fill(samplePassword);
    await checkPage();
    await page.getByRole('button', { name: 'Так, видалити' }).click();
    await page.getByText(/Дані буде видалено 29\.11\.2026/).waitFor();
    await checkPage();
    await page.getByRole('button', { name: 'Не видаляти' }).click();
    await page.getByRole('button', { name: 'Видалити мої дані' }).waitFor();
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('wait for the network, and say what failed beside the button', async () => {
    await openMyData();
    cabinet.replaceAnswers({ '/api/own-data/export': 'broken' });
    const payments = page.getByRole('group', { name: 'Зберегти: Оплати' });
    await payments.getByRole('button', { name: 'CSV' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await checkPage();
    cabinet.setOnline(false);
    await page.getByText('Файли можна буде зберегти, коли з’явиться мережа.').waitFor();
    expect(await payments.getByRole('button', { name: 'XLSX' }).isDisabled()).toBe(true);
    await checkPage();
  });

  it('say beside the button when the next file can be made, and are kept then', async () => {
    deleteWork();
    cabinet.replaceAnswers({});
    const token = await openMyData();
    const asked = { token, account: '2390001111', what: 'all', format: 'xlsx' };
    const exportAll = () =>
      fetch(`${cabinet.product.url}/api/own-data/export`, {
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
      .filter({ hasText: /^Забагато файлів за короткий час\. Наступний можна о \d\d:\d\d\.$/ })
      .waitFor();
    await checkPage();
    deleteWork();
    expect((await keep('Усе разом', 'XLSX')).name).toMatch(/\.xlsx$/);
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});
