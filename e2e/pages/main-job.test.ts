import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillSignIn, sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const readings = '/cabinet/person/indication';

let cabinet: CabinetPages;
let page: Page;
beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** Sends what is typed; on a day when the difference to last year is large the customer is asked first. */
async function send(button: string, kwh: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const agree = page.getByRole('button', { name: 'Усе правильно, передати' });
  const accepted = page.getByRole('definition').filter({ hasText: kwh }).first();
  await agree.or(accepted).first().waitFor();
  if (await agree.isVisible()) await agree.click();
  await accepted.waitFor();
}

it('who has no object yet is shown the way', async () => {
  await cabinet.open('/sign-in/person');
  await fillSignIn(page, sampleSignIns.personOfNone);
  await page.waitForURL(/\/cabinet\/person\/add-apart/);
  await page.getByText("До вашого кабінету ще не додано жодного об'єкта.").waitFor();
  await cabinet.settled();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

it('a value of too many digits is refused in the field', async () => {
  await cabinet.visit(sampleSignIns.personOfThree, readings, '2390001112');
  await page
    .getByRole('textbox', { name: /^Показання/ })
    .first()
    .fill('12345678');
  await page.getByRole('button', { name: 'Передати показання' }).click();
  await page
    .getByText(/не відповідають розрядності лічильника/)
    .first()
    .waitFor();
  await checkPage();
});

it('a reading is corrected with a reason', async () => {
  // The window of readings is open.
  cabinet.setClock('2026-11-30T10:00:00Z');
  await cabinet.visit(sampleSignIns.personOfThree, readings, '2390001111');
  await page.getByLabel(/^День/).fill('012470');
  await page.getByLabel(/^Ніч/).fill('004163');
  await send('Передати показання', '68 кВт·год');
  await cabinet.settled();
  await checkPage();
  await page.getByText('68 кВт·год').first().waitFor();

  // Of two readings of one moment the page could show either.
  cabinet.setClock('2026-11-30T10:01:00Z');
  await cabinet.open(readings);
  await page.getByRole('button', { name: 'Виправити' }).click();
  await page.getByLabel(/^День/).fill('012469');
  await page.getByLabel(/^Ніч/).fill('004163');
  await page.getByLabel('Помилка в цифрі').check();
  await checkPage();
  await send('Передати виправлене', '67 кВт·год');
  await page.getByText('67 кВт·год').first().waitFor();
});
