import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseObject } from '#e2e/support/page/choose-object.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from '#e2e/support/sample-users.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';
import { appendMessage } from '#portal/modules/conversations/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';

let env: OwnTestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** The answer of an operator to the newest ticket. */
async function answerNewest(body: string): Promise<void> {
  const { db, close } = connectDatabase<unknown>({ url: env.product.databaseUrl, poolSize: 1 });
  const portal = db as PortalDatabase;
  const newest = await portal
    .selectFrom('portal.conversation')
    .select(['account_number', 'conversation_id'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const operator = await portal
    .selectFrom('portal.administrator')
    .select('identity_id')
    .where('login', '=', 'operator')
    .executeTakeFirstOrThrow();
  const change = await portal.transaction().execute((transaction) =>
    appendMessage(
      transaction,
      {
        accountNumber: newest.account_number,
        conversationId: newest.conversation_id,
        actor: { kind: 'operator', id: operator.identity_id },
        body,
        clientId: newId(),
        fileIds: [],
        act: 'answer',
      },
      systemClock.now(),
    ),
  );
  expect(change.kind).toBe('done');
  await close();
}

test('a household writes about its bill with a photo, reads the answer and closes the ticket', async () => {
  const path = '/cabinet/person/tickets';
  await chooseObject(env.product.url, sampleSignIns.personOfOne, '2390001130');
  const { page, problems, context } = await signedInPage(env, sampleSignIns.personOfOne, 'phone', { path });
  await page.getByRole('heading', { level: 1, name: 'Звернення' }).waitFor();
  await page.getByText('Прошу розстрочити борг').waitFor();
  await checkPage(page);
  await page.getByRole('link', { name: 'Написати звернення' }).click();
  await page.getByLabel('Про що звернення').selectOption('billCheck');
  await page.getByText('Хто вирішує: постачальник').waitFor();
  await page.getByLabel('Розкажіть докладніше').fill('На лічильнику інше показання.');
  await page.getByLabel('Додати файл').setInputFiles({
    name: 'лічильник.jpg',
    mimeType: 'image/jpeg',
    buffer: smallJpeg,
  });
  await page.getByText('лічильник.jpg').waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Надіслати' }).click();
  await page.getByText(/Звернення № \d+ зареєстровано\. Відповідь надамо до/).waitFor();
  await expect(page.getByRole('img', { name: 'лічильник.jpg' })).toBeVisible();
  await checkPage(page);

  await answerNewest('Перерахували: рахунок меншає на 120,50 грн.');
  await page.reload();
  await waitUntilIdle(page);
  await page.getByText('Перерахували: рахунок меншає на 120,50 грн.').waitFor();
  await page.getByRole('article').getByText('Відповідь надано').first().waitFor();
  await page.getByRole('article').getByRole('radio', { name: 'Добре' }).check();
  await page.getByRole('radio', { name: 'Так', exact: true }).check();
  await page.getByRole('button', { name: 'Оцінити відповідь' }).click();
  await page.getByText('Ваша оцінка: Добре').waitFor();
  await page.getByRole('button', { name: 'Питання вирішено, закрити' }).click();
  await expect(page.getByRole('button', { name: 'Питання вирішено, закрити' })).toBeHidden();
  expect(problems).toEqual([]);
  await context.close();
});
