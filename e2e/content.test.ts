import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { openToldAction } from '#e2e/support/page/told-action.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { createAdministrator } from './support/create-administrator.ts';
import { adminBy, sampleSignIns } from './support/sample-users.ts';

const editorPage = '/cabinet/admin/management/content';

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** An administrator of the role `content`. */
async function makeEditor() {
  await createAdministrator(env.product, 'halyna', ['--role', 'content', '--name', 'Мельник Галина']);
  return adminBy('halyna');
}

test('an editor changes an article and the first page, and visitors see both; prices stay those of the tariffs', async () => {
  const editor = await signedInPage(env, await makeEditor(), 'desk', { path: editorPage });
  const { page } = editor;
  await page.getByRole('link', { name: 'Як платити і що таке «в дорозі»' }).click();
  await page.getByText('Зараз показуємо початковий текст.').waitFor();
  await page.getByLabel('Назва тексту').fill('Як сплатити за світло');
  await page.getByLabel('Текст статті').fill('# Швидко\n\n1. Відкрийте рахунок.\n2. Сплатіть.');
  const preview = page.getByRole('region', { name: 'Так це побачать клієнти' });
  await preview.getByText('Як сплатити за світло').waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Зберегти чернетку' }).click();
  await page.getByRole('button', { name: 'Опублікувати' }).click();
  await page.getByText(/^Зараз показуємо текст, який опублікували: Мельник Галина/).waitFor();
  await page.getByText('Початковий текст').click();
  await page.getByText('Назва тексту: Як платити і що таке «в дорозі»').waitFor();
  await checkPage(page);

  await page.getByRole('link', { name: 'Несемо світло в кожен дім' }).click();
  await page.getByLabel('Головний заголовок').fill('Світло поруч & <завжди>');
  await page.getByLabel('Тарифи: примітка').fill('Нічна ціна 2,16 грн');
  await page.getByRole('button', { name: 'Зберегти чернетку' }).click();
  await page.getByText('Ціни й відсотки на першій сторінці беруться з тарифів').first().waitFor();
  await page.getByLabel('Тарифи: примітка').fill('Для побутових споживачів, з ПДВ.');
  await page.getByRole('button', { name: 'Зберегти чернетку' }).click();
  await page.getByRole('button', { name: 'Опублікувати' }).click();
  await page.getByText(/^Зараз показуємо текст, який опублікували: Мельник Галина/).waitFor();
  await checkPage(page);

  const html = await (await fetch(env.product.url)).text();
  expect(html).toContain('Світло поруч &amp; &lt;завжди&gt;</h1>');
  const visitor = await env.visit('phone');
  await visitor.page.goto(env.product.url);
  await visitor.page.getByRole('heading', { level: 1, name: 'Світло поруч & <завжди>' }).waitFor();
  await visitor.page.getByText(/коштує на 50 % дешевше/).waitFor();
  await checkPage(visitor.page);
  expect(visitor.problems).toEqual([]);
  // From another page no new document comes: the words are asked for.
  await visitor.page.goto(`${env.product.url}/sign-in/person`);
  await visitor.page.getByRole('link', { name: 'Світло', exact: true }).click();
  await visitor.page.getByRole('heading', { level: 1, name: 'Світло поруч & <завжди>' }).waitFor();

  const customer = await signedInPage(env, sampleSignIns.personOfOne, 'phone', {
    path: '/cabinet/person/directory/guide',
  });
  await customer.page.getByText('Як сплатити за світло').click();
  await customer.page.getByRole('heading', { level: 2, name: 'Швидко' }).waitFor();

  const owner = await signedInPage(env, sampleSignIns.owner, 'desk');
  const told = { login: 'halyna', who: 'Мельник Галина' };
  for (const [what, ...says] of [
    [
      'Текст опубліковано',
      'Як платити і що таке «в дорозі» → Як сплатити за світло',
      '# Швидко',
      '1. Відкрийте рахунок.',
    ],
    ['Текст опубліковано', 'Головний заголовок', 'Несемо світло в\u00a0кожен дім → Світло поруч & <завжди>'],
  ] as const) {
    await openToldAction(owner.page, env.product.url, { ...told, what, says });
    await checkPage(owner.page);
  }
  expect(owner.problems).toEqual([]);
  await Promise.all([editor, visitor, customer, owner].map(({ context }) => context.close()));
});
