import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleFolder } from '#sample/make-sample.ts';
import { sampleSignIns } from './support/sample-users.ts';

let env: TestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** The files of the sample; `more` is added to payments.csv. */
async function filesWith(more: (header: string, first: string) => string) {
  const names = (await readdir(sampleFolder)).filter((name) => name.endsWith('.csv'));
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(sampleFolder, name), 'utf8');
      const [header = '', first = ''] = content.split('\n');
      const changed = name === 'payments.csv' ? content + more(header, first) : content;
      return { name, mimeType: 'text/csv', buffer: Buffer.from(changed) };
    }),
  );
}

test('a folder with a wrong line is refused with its place; the mended one is checked and loaded', async () => {
  test.slow();
  const path = '/cabinet/admin/management/imports';
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'desk', { path });
  const send = async (files: Awaited<ReturnType<typeof filesWith>>) => {
    await page.getByLabel('Файли або архів').setInputFiles(files);
    await page.getByRole('button', { name: 'Надіслати файли' }).click();
  };
  await page.getByRole('heading', { name: 'Новий імпорт' }).waitFor();
  await checkPage(page);

  await send(await filesWith(() => 'x,y\n'));
  const wrong = page.getByRole('table', { name: 'Помилки у файлах' });
  await expect(wrong).toContainText('payments.csv', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Завантажити', exact: true })).toHaveCount(0);
  await checkPage(page);
  await turnInto(page, 'phone');
  await checkPage(page);
  await turnInto(page, 'desk');

  await send(await filesWith((header, first) => `${renamed(header, first)}\n`));
  const load = page.getByRole('button', { name: 'Завантажити', exact: true });
  await load.waitFor({ timeout: 60_000 });
  await checkPage(page);
  await load.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Причина').fill('Оплата, якої бракувало');
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Завантажити', exact: true }).click();
  await page
    .getByRole('region', { name: /Імпорт №/ })
    .getByText('Завантажено 1 рядок')
    .first()
    .waitFor({ timeout: 60_000 });
  expect(problems).toEqual([]);
  await context.close();
});

/** The line with another reference: a payment that is not there yet. */
function renamed(header: string, line: string): string {
  const place = header.split(',').indexOf('reference');
  return line
    .split(',')
    .map((value, index) => (index === place ? `${value}X` : value))
    .join(',');
}
