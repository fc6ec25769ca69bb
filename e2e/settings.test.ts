import { expect, type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { layoutShiftOf, maxShift, watchLayout } from '#e2e/support/page/layout-shifts.ts';
import { type SignedInVisitor, signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { samplePassword as password, type SignIn, sampleSignIns } from './support/sample-users.ts';

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

const settingsPaths = {
  person: '/cabinet/person/settings/account',
  entity: '/cabinet/entity/settings/account',
  admin: '/cabinet/admin/settings',
} as const;

/** Somebody with the settings of the account open. */
async function openSettings(signIn: SignIn, device: Device): Promise<SignedInVisitor> {
  const visitor = await signedInPage(env, signIn, device, { path: settingsPaths[signIn.type] });
  await visitor.page.getByText('цей пристрій').waitFor();
  await waitUntilIdle(visitor.page);
  return visitor;
}

const person = sampleSignIns.personOfOne;

/** Opens what a button opens, by the keyboard. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).press('Enter');
}

for (const device of ['phone', 'desk'] as const) {
  test.describe(`the settings of a person on a ${device}`, () => {
    test('do not jump while they come for the first time, nor does the foot of a short page', async () => {
      for (const path of [
        settingsPaths.person,
        '/cabinet/person/settings/personal-information',
        '/cabinet/person/docs/green-tarif',
      ]) {
        const { page, context } = await signedInPage(env, person, device);
        await watchLayout(page);
        await page.goto(env.product.url + path);
        await waitUntilIdle(page);
        await page.getByRole('contentinfo').waitFor();
        expect(await layoutShiftOf(page), path).toBeLessThan(maxShift);
        await context.close();
      }
    });
  });
}

// What the forms say and do: pages/settings.test.ts; how the pages stand: person-cabinet.test.ts and every-page.test.ts.
test.describe('a person', () => {
  test('opens and puts away a form by the keyboard, with the focus where it was', async () => {
    const { page, context } = await openSettings(person, 'phone');
    const focused = () =>
      page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id);
    await page.getByRole('button', { name: 'Змінити пароль' }).focus();
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('old_pass');
    await page.keyboard.type('x');
    // The button that shows it, the new one, the button that shows that, the change, the way back.
    for (let stop = 0; stop < 5; stop += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe('Скасувати');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Змінити пароль');
    await press(page, 'Вийти на всіх пристроях');
    const dialog = page.getByRole('dialog', { name: 'Вийти на всіх пристроях?' });
    await dialog.waitFor();
    await checkPage(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await context.close();
  });

  test('turns on codes of an application, keeps the recovery codes, and turns it off by one of them', async () => {
    const { page, problems, context } = await openSettings(person, 'phone');
    await press(page, 'Увімкнути підтвердження');
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR-код для застосунку з кодами входу' }).waitFor();
    await checkPage(page);
    const address = await page.getByRole('link', { name: /Відкрити в застосунку/, includeHidden: true });
    const secret = new URL((await address.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
    await page.getByLabel('Код із застосунку').fill('12345');
    await page.keyboard.press('Enter');
    await page.getByText('Код має містити 6 цифр').waitFor();
    await page.getByLabel('Код із застосунку').fill(new TOTP({ secret }).generate());
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Коди відновлення' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(8);
    await checkPage(page);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Скопіювати коди');
    await page.getByText('Скопійовано.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      await codes.first().textContent(),
    );
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Зберегти файл')]);
    expect(file.suggestedFilename()).toBe('svitlo-recovery-codes.txt');
    const recoveryCode = (await codes.first().textContent()) ?? '';
    await press(page, 'Коди збережено');
    await page.getByText('Увімкнено: код із застосунку').waitFor();
    await press(page, 'Вимкнути підтвердження');
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Код підтвердження входу або код відновлення' }).waitFor();
    await checkPage(page);
    await page.getByLabel('Код підтвердження входу').fill('AAAAA-AAAAA');
    await page.keyboard.press('Enter');
    await page.getByText('Невірний код').first().waitFor();
    await page.getByLabel('Код підтвердження входу').fill(recoveryCode);
    await page.keyboard.press('Enter');
    await page.getByText('Підтвердження входу вимкнено.').waitFor();
    expect(await page.getByText('Вимкнено', { exact: true }).count()).toBe(1);
    // The browser's console reports the expected refusals and nothing else.
    expect(problems.filter((problem) => !/status of 4(00|22)/.test(problem))).toEqual([]);
    await context.close();
  });
});
