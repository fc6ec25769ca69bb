import { expect, test } from '@playwright/test';
import { outboxAdminLink } from '#e2e/support/outbox-code.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { openToldAction } from '#e2e/support/page/told-action.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

const page = { path: '/cabinet/admin/management/administrators' };
const password = 'Kalyna-2026-lystopad';

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

for (const [device, login, name] of [
  ['phone', 'olena', 'Бойко Олена'],
  ['desk', 'taras', 'Гнатюк Тарас'],
] as const) {
  test(`an operator is made, sets a password, is refused what billing may, and the actions tell of it: ${device}`, async () => {
    const owner = await signedInPage(env, sampleSignIns.owner, device, page);
    await owner.page.getByRole('heading', { level: 1, name: 'Працівники' }).waitFor();
    await checkPage(owner.page);
    await owner.page.getByRole('button', { name: 'Додати працівника' }).press('Enter');
    const form = owner.page.getByRole('dialog', { name: 'Новий працівник' });
    await form.getByLabel('Логін').fill(login);
    await form.getByLabel('Ім’я та прізвище').fill(name);
    await form.getByRole('button', { name: 'Створити' }).press('Enter');
    await form.getByRole('link', { name: 'Оберіть хоча б одну роль' }).waitFor();
    await form.getByRole('link', { name: /^Вкажіть e-mail або телефон/ }).waitFor();
    await checkPage(owner.page);
    await form.getByLabel(/^Оператор контактного центру/).check();
    const email = `${login}@svitlo.example`;
    // A Cyrillic letter of the domain, which a browser must not turn into another domain.
    await form.getByLabel('E-mail').fill(email.replace('example', 'ex\u0430mple'));
    await form.getByRole('button', { name: 'Створити' }).press('Enter');
    await owner.page.getByText(`Посилання для пароля — на ${email}`).waitFor();
    await owner.page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText('посилання надіслано')
      .waitFor();
    await checkPage(owner.page);
    expect(await owner.page.content()).not.toContain('/join?key=');
    const link = await outboxAdminLink(env.product.url, email);

    const person = await env.visit(device);
    await person.page.goto(`${env.product.url}${new URL(link).pathname}${new URL(link).search}`);
    await person.page.getByText(`${name}, логін ${login}.`).waitFor();
    await person.page.getByLabel('Пароль', { exact: true }).fill(password);
    await checkPage(person.page);
    await person.page.getByRole('button', { name: 'Задати пароль' }).press('Enter');
    await person.page.getByText('Пароль задано').waitFor();
    await checkPage(person.page);
    await person.page.getByRole('link', { name: 'Увійти' }).press('Enter');
    await person.page.getByLabel('Логін').fill(login);
    await person.page.getByLabel('Пароль', { exact: true }).fill(password);
    await person.page.getByRole('button', { name: 'Увійти' }).press('Enter');
    await person.page.getByText('Оператор контактного центру').first().waitFor();

    // The page says so; the server refuses whoever asks all the same.
    await person.page.goto(`${env.product.url}/cabinet/admin/bank-statements`);
    await person.page.getByText('Ця сторінка для інших працівників').waitFor();
    const token = await person.page.evaluate(
      () => JSON.parse(localStorage.getItem('svitlo.cabinet') ?? '{}').session.token as string,
    );
    const refused = await person.page.request.post(`${env.product.url}/api/admin/ledger/correct`, {
      data: { token, account: '2390001111', reason: 'Перевірка прав' },
    });
    expect(refused.status()).toBe(403);

    const says = ['відмовлено', 'Причина: Перевірка прав', '2390001111'];
    const told = { login, who: name, what: 'Коригування рахунка', says };
    await openToldAction(owner.page, env.product.url, told);
    await checkPage(owner.page);
    expect(owner.problems).toEqual([]);
    await person.context.close();
    await owner.context.close();
  });
}
