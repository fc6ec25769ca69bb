import { expect, test } from '@playwright/test';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { openToldAction } from '#e2e/support/page/told-action.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { callProduct } from './support/call-product.ts';
import { createAdministrator } from './support/create-administrator.ts';
import { adminBy, sampleSignIns } from './support/sample-users.ts';

const path = '/cabinet/admin/management/tariffs';

const today = kyivDateOf(systemClock.now());
const tomorrow = addDays(today, 1);

let env: OwnTestEnvironment;
let clock: ProductClock;
test.beforeAll(async ({ browser }) => {
  clock = await createProductClock(kyivInstant(today, 12, 0));
  env = await startTestEnvironment(browser, clock.environment);
  await createAdministrator(env.product, 'keeper', ['--role', 'billing', '--phone', '+380501130009']);
});
test.afterAll(async () => {
  await env.close();
  await clock.remove();
});

test('billing plans a version and tries it on a phone, another administrator activates and cancels it on a desk; the actions tell of both', async () => {
  const clerk = await signedInPage(env, adminBy('keeper'), 'phone', { path });
  await clerk.page.getByRole('button', { name: 'Запланувати версію: Побутовий', exact: true }).press('Enter');
  const form = clerk.page.getByRole('dialog', { name: /^Нова версія/ });
  await form.getByLabel('Діє від дня').fill('2099-01-01');
  await form.getByLabel('Постанова чи рішення').fill('Постанова КМУ № 12');
  await form.getByLabel('Причина').fill('Нова постанова');
  await checkPage(clerk.page);
  await form.getByRole('button', { name: 'Зберегти версію' }).press('Enter');
  await clerk.page.getByRole('button', { name: /^Випробувати на рахунках/ }).press('Enter');
  await clerk.page.getByText('Рахунків перераховано').waitFor({ timeout: 60_000 });
  await clerk.page.getByRole('table', { name: 'На скільки зміниться оплата рахунка, грн' }).waitFor();
  await checkPage(clerk.page);
  await clerk.page.getByRole('button', { name: /^Просити ввести в дію/ }).press('Enter');
  const asked = clerk.page.getByRole('dialog', { name: 'Просити ввести в дію' });
  await asked.getByLabel('Причина').fill('Готово');
  await asked.getByRole('button', { name: 'Просити ввести в дію' }).press('Enter');
  await clerk.page.getByText('Ви готували цю версію').waitFor();
  await checkPage(clerk.page);
  expect(clerk.problems).toEqual([]);
  await clerk.context.close();

  const owner = await signedInPage(env, sampleSignIns.owner, 'desk', { path });
  for (const [words, done] of [
    ['Ввести в дію', 'введено в дію'],
    ['Скасувати версію', 'Скасовані та введені в дію'],
  ] as const) {
    await owner.page.getByRole('button', { name: new RegExp(`^${words}:`) }).press('Enter');
    const dialog = owner.page.getByRole('dialog', { name: words });
    if (words === 'Ввести в дію') await dialog.getByText('Рахунків перераховано').waitFor();
    await dialog.getByLabel('Причина').fill('Перевірено');
    await dialog.getByRole('button', { name: words }).press('Enter');
    await owner.page.getByText(done).first().waitFor();
    await checkPage(owner.page);
  }
  const step = 'Крок версії тарифу';
  for (const [login, what, ...says] of [
    [
      'keeper',
      'Версію тарифу заплановано',
      'Причина: Нова постанова',
      'Постанова КМУ № 12',
      '01.01.2099',
      'одна ціна: 4,32',
    ],
    ['keeper', 'Випробування версії тарифу'],
    ['keeper', step, 'Причина: Готово', 'Станчернетка → чекає на рішення'],
    ['owner', step, 'Причина: Перевірено', 'Станчекає на рішення → введено в дію'],
    ['owner', step, 'Причина: Перевірено', 'Станвведено в дію → скасовано'],
  ] as const) {
    await openToldAction(owner.page, env.product.url, {
      login,
      who: login === 'owner' ? 'Ткачук Оксана Романівна' : login,
      what,
      says,
    });
    await checkPage(owner.page);
  }
  expect(owner.problems).toEqual([]);
  await owner.context.close();
});

test('the first page shows the price of a version that two persons put in force once its day has come, and no text is changed', async () => {
  const { url } = env.product;
  const words = () => callProduct(url, '/api/content/landing', {});
  const wordsBefore = await words();
  const visitor = await env.visit('phone');
  const prices = visitor.page.getByRole('region', { name: 'Скільки коштує кіловат-година' });
  await visitor.page.goto(url);
  await prices.getByText('4,32').waitFor();

  const clerk = await signedInPage(env, adminBy('keeper'), 'desk', { path });
  await clerk.page.getByRole('button', { name: 'Запланувати версію: Побутовий', exact: true }).press('Enter');
  const form = clerk.page.getByRole('dialog', { name: /^Нова версія/ });
  await form.getByLabel('Діє від дня').fill(tomorrow);
  await form.getByLabel('Ціна, грн/кВт·год').fill('5,184');
  await form.getByLabel('Постанова чи рішення').fill('Постанова КМУ № 13');
  await form.getByLabel('Причина').fill('Ціна з нового дня');
  await form.getByRole('button', { name: 'Зберегти версію' }).press('Enter');
  const ask = clerk.page.getByRole('button', { name: /^Просити ввести в дію/ });
  // No higher than other buttons, however many lines the plan beside it has.
  expect((await ask.boundingBox())?.height).toBeLessThan(60);
  await ask.press('Enter');
  const asked = clerk.page.getByRole('dialog', { name: 'Просити ввести в дію' });
  await asked.getByLabel('Причина').fill('Готово до дня');
  await asked.getByRole('button', { name: 'Просити ввести в дію' }).press('Enter');
  await clerk.page.getByText('Ви готували цю версію').waitFor();

  const owner = await signedInPage(env, sampleSignIns.owner, 'phone', { path });
  await owner.page.getByRole('button', { name: /^Ввести в дію:/ }).press('Enter');
  const dialog = owner.page.getByRole('dialog', { name: 'Ввести в дію' });
  await dialog.getByLabel('Причина').fill('Ціни звірено');
  await checkPage(owner.page);
  await dialog.getByRole('button', { name: 'Ввести в дію' }).press('Enter');
  await owner.page.getByText('Версію введено в дію').waitFor();
  await checkPage(owner.page);

  // Until its day nothing changes for visitors.
  await visitor.page.reload();
  await prices.getByText('4,32').waitFor();
  const next = kyivInstant(tomorrow, 0, 0);
  clock.set(next);
  await visitor.page.clock.setFixedTime(instantToIso(next));
  // The server reads the tariffs every five seconds.
  await expect(async () => {
    await visitor.page.reload();
    await prices.getByText('5,184').waitFor({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await prices.getByText('2,592').waitFor();
  await checkBothLooks(visitor.page);
  expect(await words()).toEqual(wordsBefore);
  expect([...visitor.problems, ...clerk.problems, ...owner.problems]).toEqual([]);
  for (const { context } of [visitor, clerk, owner]) await context.close();
});
