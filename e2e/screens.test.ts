import { expect, type Page, test } from '@playwright/test';
import { getServiceMessage } from '#contract/notices.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

// What only a browser shows of the staff's screens; what they do is tested in web/app and e2e/pages.
test.describe.configure({ mode: 'parallel' });

let env: TestEnvironment;

test.beforeAll(({ browser }) => {
  env = shareTestEnvironment(browser);
});

const openAsOwner = (path?: string) =>
  signedInPage(env, sampleSignIns.owner, 'desk', path === undefined ? {} : { path });

test('the owner finds a customer by half a phone number with the keyboard alone, on a phone by a button', async () => {
  const { page, problems, context } = await openAsOwner('/cabinet/admin/settings');
  await page.getByRole('button', { name: 'Знайти будь-що' }).waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox');
  await expect(box).toBeFocused();
  await page.keyboard.type('110001');
  await page.getByRole('option').first().waitFor();
  await checkPage(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/accounts\/23900011/);
  await expect(box).toBeHidden();
  await waitUntilIdle(page);

  await turnInto(page, 'phone');
  await page.getByRole('button', { name: 'Знайти будь-що' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await checkPage(page);
  expect(problems).toEqual([]);
  await context.close();
});

test('staff hide the sidebar for the width of a table, and the device keeps it; their menu opens', async () => {
  const { page, problems, context } = await openAsOwner('/cabinet/admin/management/actions');
  const sidebar = page.getByRole('navigation', { name: 'Розділи' });
  const width = async () => (await page.getByRole('main').boundingBox())?.width ?? 0;
  await sidebar.waitFor();
  const before = await width();
  await page.getByRole('button', { name: 'Сховати меню' }).press('Enter');
  await expect(sidebar).toBeHidden();
  expect(await width()).toBeGreaterThan(before + 100);
  await checkPage(page);
  await page.reload();
  await page.getByRole('button', { name: 'Показати меню' }).press('Enter');
  await sidebar.waitFor();
  expect(await width()).toBe(before);
  await page.getByRole('button', { name: /^Мій обліковий запис/ }).click();
  await page.getByRole('button', { name: 'Вийти' }).waitFor();
  await checkBothLooks(page);
  expect(problems).toEqual([]);
  await context.close();
});

test('the figures of the performance dashboard follow the calls without a reload', async () => {
  const { page, problems, context } = await openAsOwner('/cabinet/admin/perf_dashboard');
  await page.getByRole('heading', { level: 2, name: /^(Усе гаразд|Не гаразд)/ }).waitFor();
  const perMinute = page.getByText(/^\d+ виклик(и|ів)? за хвилину$/);
  const before = (await perMinute.textContent()) ?? '';
  await Promise.all(
    Array.from({ length: 50 }, () =>
      callProduct(env.product.url, getServiceMessage.path, { pageToDisplay: '/' }),
    ),
  );
  await expect(perMinute).not.toHaveText(before);
  const calls = page.getByRole('region', { name: 'Виклики за останню хвилину' });
  await calls.getByText(getServiceMessage.path).waitFor();
  // A screen reader announces the state alone, not each figure.
  await expect(page.locator('main [role="status"]').first()).toHaveText(/^(Усе гаразд|Не гаразд)/);
  await checkBothLooks(page);
  expect(problems).toEqual([]);
  await context.close();
});

/** Opens a dialog by its button, which has the focus again after Escape. */
async function reopenDialog(page: Page, button: string, title: string): Promise<void> {
  const opener = page.getByRole('button', { name: button });
  const dialog = page.getByRole('dialog', { name: title });
  await opener.press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.waitFor();
}

for (const [path, button, title] of [
  ['/cabinet/admin/payments', 'Виправити борг рахунку', 'Виправити борг рахунку'],
  ['/cabinet/admin/management/administrators', 'Додати працівника', 'Новий працівник'],
] as const)
  test(`the dialog «${title}» fits a desk and a phone, and Escape gives the focus back`, async () => {
    const { page, problems, context } = await openAsOwner(path);
    await reopenDialog(page, button, title);
    await checkBothLooks(page);
    expect(problems).toEqual([]);
    await context.close();
  });

test('the table of statements keeps all its columns on a small desk, with a million rows and a long name', async () => {
  const { page, problems, context } = await openAsOwner();
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.route('**/api/admin/bank-statements/list', async (route) => {
    const answer = (await (await route.fetch()).json()) as { statements: Record<string, object>[] };
    const large = answer.statements.map((statement) => ({
      ...statement,
      fileName: 'vypyska_UA213223130000026007233566001_01-11-2026.csv',
      firstDay: '2026-11-01',
      lastDay: '2026-11-21',
      totals: {
        ...statement.totals,
        rows: { count: 1_000_000, sum: '345678901.20' },
        unmatched: { count: 123_456, sum: '4567890.10' },
      },
    }));
    await route.fulfill({ json: { ...answer, statements: large } });
  });
  await page.goto(`${env.product.url}/cabinet/admin/bank-statements`);
  await page
    .getByText(/без рахунку: 123\s456/)
    .first()
    .waitFor();
  const widths = await page.getByRole('table').evaluate((table) => ({
    cut: table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
    name: table.querySelector('tbody th')?.clientWidth ?? 0,
  }));
  expect(widths.cut).toBeLessThanOrEqual(0);
  expect(widths.name).toBeGreaterThan(120);
  expect(problems).toEqual([]);
  await context.close();
});
