import { readFile } from 'node:fs/promises';
import { expect, type Page, type Route, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { formatMessage } from '#contract/messages/format-message.ts';
import { parseNbuQr } from '#domain/payments/testing/parse-nbu-qr.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseInBrowser } from '#e2e/support/page/choose-object.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, turnInto, type Visitor, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { scanPdf } from '#platform/pdf/testing/scan-pdf.ts';
import { type SignIn, sampleSignIns } from './support/sample-users.ts';

const question = 'Чому така сума?';

let env: TestEnvironment;

test.describe.configure({ mode: 'parallel' });
test.beforeAll(({ browser }) => {
  env = shareTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** What a camera sees of the code on the screen. */
async function scanScreen(page: Page): Promise<string | undefined> {
  const code = page.getByRole('img', { name: /^QR-код Національного банку/ }).first();
  await code.scrollIntoViewIfNeeded();
  const image = sharp(await code.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

async function download(page: Page, name: string | RegExp) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).first().click(),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** A page of an object. */
async function openPage(
  person: SignIn,
  account: string,
  path: string,
  device: Device = 'phone',
): Promise<Visitor> {
  const visitor = await signedInPage(env, person, device);
  await chooseInBrowser(visitor.page, account);
  await visitor.page.goto(`${env.product.url}/cabinet/person/${path}`);
  await waitUntilIdle(visitor.page);
  return visitor;
}

/** The newest bill of an object, on a phone. */
async function openNewestBill(person: SignIn, account: string): Promise<Visitor> {
  const visitor = await openPage(person, account, 'bills');
  await visitor.page.getByRole('list', { name: 'Рахунки за місяцями' }).getByRole('link').first().click();
  return visitor;
}

test.describe('a bill', () => {
  test('has the same code in the links of a phone, on the screen of a desk and on paper', async () => {
    const { page, problems, context } = await openNewestBill(sampleSignIns.personOfOne, '2390001130');
    await page.getByText(/^Борг за минулі місяці:/).waitFor();
    await page.getByText(/^Окремо за актом про порушення №/).waitFor();
    const { content } = await download(page, 'Зберегти PDF');
    const code = scanPdf(content);
    expect(parseNbuQr(code ?? '')).toMatchObject({ format: '003', editable: ['amount'] });
    await page.getByText('Відкрити в застосунку банку').click();
    const payload = code?.split('/').at(-1);
    expect(await page.getByRole('link', { name: 'Приват24' }).getAttribute('href')).toContain(payload);
    await page.getByText('Реквізити й контакти').click();
    await page.getByRole('heading', { name: 'З чого ваша електроенергія, 2025 рік' }).waitFor();
    await checkPage(page);
    await turnInto(page, 'desk');
    await checkPage(page);
    expect(await scanScreen(page)).toBe(code);
    const text = readPdfText(content);
    for (const block of ['Комерційна пропозиція', 'точки обліку', 'Немає світла?', 'Викиди CO2'])
      expect(text).toContain(block);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('says on paper why it is this sum when that was asked', async () => {
    const { page, problems, context } = await openNewestBill(sampleSignIns.personOfOne, '2390001130');
    await page.locator('summary', { hasText: question }).press('Enter');
    await page.getByRole('list', { name: 'Від нарахованого за' }).waitFor();
    await page.getByText('Показати таблицею').first().click();
    await waitUntilIdle(page);
    await checkBothLooks(page);
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('table', { name: 'З чого складається різниця' }).waitFor();
    expect(await page.getByRole('list', { name: 'Від нарахованого за' }).isVisible()).toBe(false);
    // What is folded on the screen is on paper.
    for (const name of ['Споживання за 13 місяців', 'Ваші права', 'З чого ваша електроенергія'])
      expect(await page.getByRole('heading', { name }).isVisible(), name).toBe(true);
    expect(await page.getByRole('img', { name: /^QR-код Національного банку/ }).isVisible()).toBe(true);
    expect(await page.locator('nav').first().isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.locator('summary', { hasText: question }).click();
    await page.waitForURL((url) => !url.search.includes('against'));
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText(question).isVisible()).toBe(false);
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** Numbers of kWh that stand out of what is seen of their table. */
const cutNumbers = (page: Page) =>
  page.locator('[data-cell="kwh"]').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const box = cell.closest('section')?.getBoundingClientRect();
        const own = cell.getBoundingClientRect();
        return box === undefined || own.right > box.right + 1 || own.width === 0;
      })
      .map((cell) => cell.textContent),
  );

test('of a meter that was replaced has whole numbers on every phone, and is printed as its PDF', async () => {
  const { page, problems, context } = await openNewestBill(sampleSignIns.personOfDifficult, '2390002001');
  await page.getByRole('button', { name: 'Зберегти PDF' }).waitFor();
  expect(await page.locator('[data-cell="kwh"]').count()).toBeGreaterThan(1);
  for (const width of [320, 360, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await cutNumbers(page), `${width} px`).toEqual([]);
  }
  await checkPage(page);
  const [view, request] = await Promise.all([
    context.waitForEvent('page'),
    page.waitForRequest('**/api/bills/pdf'),
    page.getByRole('button', { name: 'Надрукувати' }).click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({ account: '2390002001' });
  await view.close();
  expect(problems).toEqual([]);
  await context.close();
});

test.describe('a violation act', () => {
  test('shows its code one tap away', async () => {
    const { page, problems, context } = await openPage(
      sampleSignIns.personOfOne,
      '2390001130',
      'docs/violations',
    );
    await page.getByText('QR-код для оплати акта').first().click();
    const code = parseNbuQr((await scanScreen(page)) ?? '');
    expect(code?.purpose).toContain('Оплата за актом про порушення №');
    await checkPage(page);
    expect(problems).toEqual([]);
    await context.close();
  });
});

test.describe('bills of many months', () => {
  async function openArchive(device: Device): Promise<Visitor> {
    const visitor = await openPage(sampleSignIns.personOfThree, '2390001111', 'bills', device);
    await visitor.page.getByText('Кілька рахунків одним архівом').click();
    await visitor.page.getByRole('button', { name: 'Завантажити архівом' }).waitFor();
    return visitor;
  }

  /** Changes what the call about the state of an archive answers. */
  async function answerState(route: Route, change: object): Promise<void> {
    const response = await route.fetch();
    const body = (await response.json()) as { document: object };
    await route.fulfill({ response, json: { ...body, document: { ...body.document, ...change } } });
  }
  const inWork = { state: 'making', progress: 40, readyAt: null, fileName: null };

  test('of all objects are asked for, seen growing, and kept as one file', async () => {
    const { page, problems, context } = await openArchive('desk');
    let answers = 0;
    await page.route('**/api/documents/state', (route) => {
      answers += 1;
      return answers <= 2 ? answerState(route, inWork) : route.continue();
    });
    await page.getByRole('button', { name: '3 місяці' }).click();
    await page.getByRole('button', { name: 'Усіх об’єктів (3)' }).click();
    await checkPage(page);
    await page.getByRole('button', { name: 'Завантажити архівом' }).click();
    await page.getByText('40 %').waitFor();
    await checkPage(page);
    await page
      .getByRole('status')
      .getByText(/готовий: збережіть його\.$/)
      .waitFor();
    const { name, content } = await download(page, 'ZIP');
    expect(name).toMatch(/^Рахунки-\d{4}-\d{2}-\d{4}-\d{2}\.zip$/);
    const names = Object.keys(unzipSync(content));
    expect(names).toHaveLength(9);
    expect(new Set(names.map((one) => one.slice(0, 10))).size).toBe(3);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('that could not be gathered are asked for again; without a network the button waits, on a phone', async () => {
    const { page, problems, context } = await openArchive('phone');
    await page.getByLabel('З місяця').selectOption({ index: 0 });
    await page.getByLabel('До місяця').selectOption({ index: 3 });
    await page.getByRole('button', { name: 'Завантажити архівом' }).click();
    await page.getByText('Останній місяць раніший за перший.').waitFor();
    await page.getByLabel('До місяця').selectOption({ index: 0 });
    const reason = formatMessage('common.fileTimedOut');
    await page.route('**/api/documents/state', (route) =>
      answerState(route, { ...inWork, state: 'failed', reason }),
    );
    await page.getByRole('button', { name: 'Завантажити архівом' }).click();
    const again = page.getByRole('button', { name: /^Зібрати ще раз архів/ });
    await again.waitFor();
    await page.getByText(reason).waitFor();
    await checkPage(page);
    await page.unroute('**/api/documents/state');
    await again.click();
    await page
      .getByRole('status')
      .getByText(/готовий: збережіть його\.$/)
      .waitFor();
    await context.setOffline(true);
    await page.getByText('Архів чекає мережі.').waitFor();
    expect(await page.getByRole('button', { name: 'Завантажити архівом' }).isDisabled()).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });
});

test('a history on paper is the table alone', async () => {
  const { page, context } = await openPage(
    sampleSignIns.personOfOne,
    '2390001130',
    'directory/payment-history',
    'desk',
  );
  await page.getByRole('rowheader').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('columnheader').first().isVisible()).toBe(true);
  await context.close();
});

test('the book of a whole year is printed on one sheet, a table on its side, without the cabinet around it', async () => {
  const { page, context } = await openPage(sampleSignIns.personOfOne, '2390001130', 'sub-book');
  const year = periodOf(kyivDateOf(systemClock.now())).slice(0, 4);
  const before = Number(year) - 1;
  await page.getByRole('link', { name: String(before), exact: true }).click();
  await page.locator(`[data-month="${before}-12"]`).waitFor();
  await waitUntilIdle(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await page.getByRole('heading', { name: `Абонентська книжка за ${before} рік` }).waitFor();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 84[12][.\d]* 59[45]/);
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await context.close();
});
