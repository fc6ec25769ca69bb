import { readFile } from 'node:fs/promises';
import { expect, type Page, type Route, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { sampleSignIns } from './support/sample-users.ts';

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

const path = '/cabinet/person/docs/reconciliations';
const account = '2390001111';

/** The person of three objects with one of them chosen, on the page of the acts. */
async function openActs(device: Device, prepare: (page: Page) => Promise<void> = async () => undefined) {
  const visitor = await signedInPage(env, sampleSignIns.personOfThree, device, {
    path: `/cabinet/person?account=${account}`,
  });
  await prepare(visitor.page);
  await visitor.page.goto(env.product.url + path);
  await waitUntilIdle(visitor.page);
  return visitor;
}

/** Changes what the call about the state of an act answers. */
async function answerState(route: Route, change: object): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as { document: object };
  await route.fulfill({ response, json: { ...body, document: { ...body.document, ...change } } });
}

const inWork = { state: 'making', progress: 40, readyAt: null, fileName: null };

test.describe('an act of reconciliation', () => {
  test('is asked for from the keyboard, seen growing, and kept as a file', async () => {
    const { page, problems } = await openActs('desk');
    await page.getByText('Актів ще немає').waitFor();
    await checkPage(page);
    let answers = 0;
    await page.route('**/api/documents/state', (route) => {
      answers += 1;
      return answers <= 2 ? answerState(route, inWork) : route.continue();
    });
    await page.getByRole('button', { name: '3 місяці' }).focus();
    await page.keyboard.press('Enter');
    const last = await page.getByLabel('До місяця').inputValue();
    await page.getByRole('button', { name: 'Скласти акт' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Запит прийнято. Документ буде готовий').waitFor();
    await page.getByText('40 %').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('40');
    await checkPage(page);
    await page
      .getByRole('status')
      .getByText(/^Акт за .+ готовий\.$/)
      .waitFor();
    expect(
      await page.getByRole('button', { name: 'Скласти акт' }).evaluate((one) => one.matches(':focus')),
    ).toBe(true);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^Акт-звірки-${account}-.+-${last}\\.pdf$`));
    const text = readPdfText(await readFile(await download.path()));
    expect(text).toContain('Акт звірки взаємних розрахунків');
    expect(text).toContain(`Особовий рахунок ${account}`);
    // It is still there when one comes back.
    await page.getByRole('link', { name: 'Акти про порушення' }).click();
    await page.waitForURL(/violations$/);
    await page.goBack();
    await page.getByRole('button', { name: 'PDF' }).waitFor();
    await checkPage(page);
    expect(problems).toEqual([]);
  });

  test('with its end before its beginning is refused at the field; one that failed is asked for again, on a phone', async () => {
    const { page, problems } = await openActs('phone');
    await page.getByLabel('До місяця').selectOption({ index: 20 });
    await page.getByRole('button', { name: 'Скласти акт' }).click();
    await page.getByText('Останній місяць раніший за перший.').waitFor();
    expect(await page.getByLabel('До місяця').evaluate((one) => one.matches(':focus'))).toBe(true);
    await checkPage(page);

    await page.getByLabel('До місяця').selectOption({ index: 0 });
    await page.getByLabel('З місяця').selectOption({ index: 0 });
    await page.route('**/api/documents/state', (route) => answerState(route, { ...inWork, state: 'failed' }));
    await page.getByRole('button', { name: 'Скласти акт' }).click();
    await page
      .getByRole('status')
      .getByText(/скласти не вдалося/)
      .waitFor();
    const again = page.getByRole('button', { name: /^Скласти ще раз акт за/ });
    await again.waitFor();
    await checkPage(page);
    await page.unroute('**/api/documents/state');
    await again.click();
    await page
      .getByRole('status')
      .getByText(/^Акт за .+ готовий\.$/)
      .waitFor();
    await again.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);

    await page.context().setOffline(true);
    await page.getByText('Запит чекає мережі.').waitFor();
    expect(await page.getByRole('button', { name: 'Скласти акт' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'PDF' }).first().isDisabled()).toBe(true);
    await checkPage(page);
  });
});

test.describe('the page of the acts', () => {
  test('tells who has no closed month yet why, and where to go on', async () => {
    const nothing = { status: 'success', first: null, last: null };
    const { page, problems } = await openActs('phone', async (fresh) => {
      await fresh.route('**/api/documents/months', (route) => route.fulfill({ json: nothing }));
      await fresh.route('**/api/documents/list', (route) =>
        route.fulfill({ json: { status: 'success', documents: [] } }),
      );
    });
    await page.getByText('Звіряти ще нічого').waitFor();
    await checkPage(page);
    await page.getByRole('link', { name: 'До рахунків' }).click();
    await page.waitForURL(/\/bills$/);
    await waitUntilIdle(page);
    expect(problems).toEqual([]);
  });
});
