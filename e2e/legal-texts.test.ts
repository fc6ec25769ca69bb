import { expect, type Page, test } from '@playwright/test';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, turnInto } from '#e2e/support/page/visit.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { showDate } from '#web/lib/format.ts';
import { createAdministrator } from './support/create-administrator.ts';
import { adminBy, sampleSignIns } from './support/sample-users.ts';

const name = 'Обробка персональних даних';
const summary = 'Показання з фото зберігаємо три роки.';
const today = kyivDateOf(systemClock.now());
const tomorrow = addDays(today, 1);

let env: OwnTestEnvironment;
let clock: ProductClock;
test.beforeAll(async ({ browser }) => {
  clock = await createProductClock(kyivInstant(today, 12, 0));
  env = await startTestEnvironment(browser, clock.environment);
});
test.afterAll(async () => {
  await env.close();
  await clock.remove();
});

/** The page looks right on both devices. */
async function checkBoth(page: Page, own: Device): Promise<void> {
  await checkPage(page);
  await turnInto(page, own === 'desk' ? 'phone' : 'desk');
  await checkPage(page);
  await turnInto(page, own);
}

test('a legal text is prepared for a day, takes effect on it, is agreed to anew, and stays readable in both versions', async () => {
  const { url } = env.product;
  const from = { path: '/cabinet/admin/management/content' };
  await createAdministrator(env.product, 'halyna', ['--role', 'content']);
  const editor = await signedInPage(env, adminBy('halyna'), 'desk', from);
  const { page } = editor;
  await page.getByRole('link', { name }).click();
  await page.getByText('Зараз показуємо початковий текст.').waitFor();
  await page.getByLabel('Від якого дня діє').fill(tomorrow);
  await page.getByLabel('Що нового').fill(summary);
  await page.getByLabel('Попросити клієнтів погодитися ще раз').check();
  await page.getByLabel('Повний текст').fill('# Фото лічильника\n\nФото зберігаємо три роки.');
  const preview = page.getByRole('region', { name: 'Так це побачать клієнти' });
  await preview.getByRole('heading', { name: 'Фото лічильника' }).waitFor();
  await preview.getByText(summary).waitFor();
  await page.getByRole('button', { name: 'Зберегти чернетку' }).click();
  await page.getByRole('button', { name: 'Опублікувати' }).click();
  await page.getByText(`З ${showDate(tomorrow)} діятиме нова редакція`).waitFor();
  await checkBoth(page, 'desk');

  // Until its day the former one is in force, and nobody is asked.
  const visitor = await env.visit('phone');
  await visitor.page.goto(`${url}/legal?text=privacy`);
  await visitor.page.getByText('Чинна редакція').waitFor();
  await visitor.page.getByRole('link', { name: `З ${showDate(tomorrow)}` }).waitFor();
  await checkPage(visitor.page);
  const before = await signedInPage(env, sampleSignIns.personOfOne, 'phone', { path: '/cabinet/person' });
  await expect(before.page.getByRole('dialog')).toHaveCount(0);
  await before.context.close();

  const next: Instant = kyivInstant(tomorrow, 9, 0);
  clock.set(next);
  const customer = await signedInPage(env, sampleSignIns.personOfOne, 'phone');
  await customer.page.clock.setFixedTime(instantToIso(next));
  await customer.page.goto(`${url}/cabinet/person`);
  const dialog = customer.page.getByRole('dialog', { name: `Змінився текст: ${name}` });
  await dialog.getByText(summary).waitFor();
  await checkBoth(customer.page, 'phone');
  await dialog.getByRole('button', { name: 'Погоджуюся' }).click();
  await expect(dialog).toHaveCount(0);
  await customer.page.goto(`${url}/cabinet/person/settings/personal-information`);
  const consent = customer.page.getByRole('listitem').filter({ hasText: 'редакція 1' });
  await consent.getByText(name).first().waitFor();
  await expect(dialog).toHaveCount(0);
  const link = consent.getByRole('link', { name: 'Текст цієї редакції' });
  expect(await link.getAttribute('href')).toContain('text=privacy&version=1');
  await checkPage(customer.page);

  await visitor.page.clock.setFixedTime(instantToIso(next));
  await visitor.page.goto(`${url}/legal?text=privacy`);
  await visitor.page.getByText(`Діє з ${showDate(tomorrow)}`).waitFor();
  await visitor.page.getByRole('heading', { name: 'Фото лічильника' }).waitFor();
  await visitor.page.getByText(summary).waitFor();
  await checkBoth(visitor.page, 'phone');
  await visitor.page.getByRole('link', { name: `До ${showDate(today)}` }).click();
  await visitor.page.getByText(`Діяла до ${showDate(today)}. Зараз діє інша редакція.`).waitFor();
  await expect(visitor.page.getByRole('heading', { name: 'Фото лічильника' })).toHaveCount(0);
  await checkPage(visitor.page);
  expect([...editor.problems, ...visitor.problems, ...customer.problems]).toEqual([]);
  // Their clocks are not those of others.
  await Promise.all([editor, visitor, customer].map(({ context }) => context.close()));
});
