import { expect, type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { consentVersion } from '#contract/identity/consent.ts';
import { checkPage } from './support/check-page.ts';
import { chooseObject } from './support/choose-object.ts';
import { layoutShiftOf, maxShift, watchLayout } from './support/layout-shifts.ts';
import { makeCabinet } from './support/make-cabinet.ts';
import { outboxCode } from './support/outbox-code.ts';
import { samplePassword as password, personBy, type SignIn, sampleSignIns } from './support/sample-users.ts';
import { type SignedInVisitor, signedInPage } from './support/signed-in-page.ts';
import { startTestEnvironment, type TestEnvironment } from './support/test-environment.ts';
import { type Device, type Visitor, waitUntilIdle } from './support/visit.ts';

const newPassword = 'vechirnie vikno 27';
const newPhone = '+380671234567';

let stage: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  stage = await startTestEnvironment(browser);
});
test.afterAll(() => stage.close());

const settingsPaths = {
  person: '/cabinet/person/settings/account',
  entity: '/cabinet/entity/settings/account',
  admin: '/cabinet/admin/settings',
} as const;

/** Somebody with the settings of the account open. */
async function openSettings(signIn: SignIn, device: Device): Promise<SignedInVisitor> {
  const visitor = await signedInPage(stage, signIn, device, { path: settingsPaths[signIn.type] });
  await visitor.page.getByText('цей пристрій').waitFor();
  await waitUntilIdle(visitor.page);
  return visitor;
}

const person = sampleSignIns.personOfOne;

/** A session of another device, by the call itself; gives its token. */
async function signInElsewhere(userAgent: string, login: string, secret: string): Promise<string> {
  const response = await fetch(`${stage.product.url}/api/auth/person`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`,
    },
    body: JSON.stringify({ phone: login, userType: 'person', language: 'ua', platform: 'web' }),
  });
  const answer = (await response.json()) as { user: { token: string } };
  return answer.user.token;
}

async function statusOf(token: string): Promise<number> {
  const response = await fetch(`${stage.product.url}/api/check-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Opens what a button opens, by the keyboard. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).press('Enter');
}

for (const device of ['phone', 'desk'] as const) {
  test.describe(`the settings of a person on a ${device}`, () => {
    test('take the names of the contract into the fields by one press', async () => {
      await chooseObject(stage.product.url, sampleSignIns.personOfThree, '2390001111');
      const path = '/cabinet/person/settings/personal-information';
      const { page, context } = await signedInPage(stage, sampleSignIns.personOfThree, device, { path });
      await page.getByRole('button', { name: 'Взяти з договору' }).click();
      expect(await page.getByLabel('Прізвище').inputValue()).toBe('Коваленко');
      expect(await page.getByRole('button', { name: 'Взяти з договору' }).count()).toBe(0);
      await checkPage(page);
      await context.close();
    });

    test('do not jump while they come for the first time, nor does the foot of a short page', async () => {
      for (const path of [
        settingsPaths.person,
        '/cabinet/person/settings/personal-information',
        '/cabinet/person/docs/green-tarif',
      ]) {
        const { page, context } = await signedInPage(stage, person, device);
        await watchLayout(page);
        await page.goto(stage.product.url + path);
        await waitUntilIdle(page);
        await page.getByRole('contentinfo').waitFor();
        expect(await layoutShiftOf(page), path).toBeLessThan(maxShift);
        await context.close();
      }
    });

    test('stand in order, page by page', async () => {
      const { page, problems, context } = await openSettings(person, device);
      await checkPage(page);
      await page.getByRole('main').getByRole('link', { name: 'Особисті дані' }).click();
      await page.getByLabel('Прізвище').waitFor();
      await waitUntilIdle(page);
      await checkPage(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  });
}

test.describe('a person who has just signed up', () => {
  test('finds the consent that was given, with its text, version and time', async () => {
    await makeCabinet(stage.product.url, '+380631234567');
    const { page, context } = await openSettings(personBy('631234567'), 'desk');
    await page.getByRole('main').getByRole('link', { name: 'Особисті дані' }).click();
    await page.getByText('Я даю згоду на обробку моїх персональних даних').waitFor();
    const given = await page.getByText(/^Надано \d\d\.\d\d\.\d{4}, \d\d:\d\d, редакція/).textContent();
    expect(given).toContain(consentVersion);
    expect(await page.getByLabel('Прізвище').inputValue()).toBe('Ткаченко');
    await page.getByText('не підтверджено').waitFor();
    await checkPage(page);
    await context.close();
  });
});

test.describe('a person', () => {
  let visitor: Visitor;

  test.beforeAll(async () => {
    visitor = await openSettings(person, 'phone');
  });
  test.afterAll(() => visitor.context.close());

  test('opens and puts away a form by the keyboard, with the focus where it was', async () => {
    const { page } = visitor;
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
  });

  test('confirms an e-mail by the code that was sent to it, and is told of a wrong code and a wrong password', async () => {
    const { page } = visitor;
    const email = 'sofiia@example.com';
    await press(page, 'Додати e-mail');
    await page.getByLabel('Адреса e-mail').fill('sofiia@');
    await page.keyboard.press('Enter');
    await page.getByText('Перевірте коректність введених даних').waitFor();
    await checkPage(page);
    await page.getByLabel('Адреса e-mail').fill(email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Код підтвердження').waitFor();
    const code = await outboxCode(stage.product.url, email);
    await page.getByLabel('Код підтвердження').fill(code === 'AAAA' ? 'BBBB' : 'AAAA');
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Невірний код').first().waitFor();
    await checkPage(page);
    await page.getByLabel('Код підтвердження').fill(code.toLowerCase());
    await page.getByLabel('Поточний пароль').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('Поточний пароль неправильний.').first().waitFor();
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText(`E-mail ${email} підтверджено.`).waitFor();
    expect(await page.getByText('не підтверджено').count()).toBe(0);
  });

  test('moves to another phone, which the header then shows', async () => {
    const { page } = visitor;
    await press(page, 'Змінити номер');
    await page.getByLabel('Новий номер телефону').fill('067 123 45 67');
    await page.keyboard.press('Enter');
    await page.getByLabel('Код підтвердження').waitFor();
    await page.getByLabel('Код підтвердження').fill(await outboxCode(stage.product.url, newPhone));
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Номер телефону змінено на +380 67 123 45 67.').waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    expect(await page.getByRole('banner').getByText('+380 67 123 45 67').count()).toBeGreaterThan(0);
  });

  test('keeps the names that are right, and is told of one with markup', async () => {
    const { page } = visitor;
    await page.goto(`${stage.product.url}/cabinet/person/settings/personal-information`);
    await page.getByLabel('Прізвище').fill('<b>Бондар</b>');
    await page.getByLabel('Ім’я', { exact: true }).fill('Софія');
    await page.getByLabel('По батькові').fill("В'ячеславівна");
    await press(page, 'Зберегти');
    await page.getByText('Прізвище — від 2 до 50 українських літер').waitFor();
    await checkPage(page);
    await page.getByLabel('Прізвище').fill('Бондар');
    await press(page, 'Зберегти');
    await page.getByText('Дані збережено.').waitFor();
    await page.reload();
    await page.getByLabel('По батькові').waitFor();
    expect(await page.getByLabel('По батькові').inputValue()).toBe('В’ячеславівна');
    await page.goto(`${stage.product.url}/cabinet/person/settings/account`);
    await page.getByText('цей пристрій').waitFor();
  });

  test('changes the password: what is easily guessed or the same is refused, other devices are signed out', async () => {
    const { page } = visitor;
    const elsewhere = await signInElsewhere('Mozilla/5.0 (iPhone) Safari/604.1', newPhone, password);
    expect(await statusOf(elsewhere)).toBe(200);
    await press(page, 'Змінити пароль');
    await page.getByLabel('Поточний пароль').fill(password);
    await page.getByLabel('Новий пароль').fill('password1');
    await page.keyboard.press('Enter');
    await page.getByText('Такий пароль легко вгадати. Придумайте інший.').first().waitFor();
    await checkPage(page);
    await page.getByLabel('Новий пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Новий пароль не може бути таким же як і старий.').first().waitFor();
    await page.getByLabel('Новий пароль').fill(newPassword);
    await page.keyboard.press('Enter');
    await page.getByText(/^Пароль змінено\. На інших пристроях/).waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    expect(await statusOf(elsewhere)).toBe(401);
    expect(await statusOf(await signInElsewhere('curl/8.5.0', newPhone, newPassword))).toBe(200);
  });

  test('turns on codes of an application, keeps the recovery codes, and turns it off by one of them', async () => {
    const { page, context } = visitor;
    await press(page, 'Увімкнути підтвердження');
    await page.getByLabel('Поточний пароль').fill(newPassword);
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
    await page.getByLabel('Поточний пароль').fill(newPassword);
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
  });

  test('sees a device whose name is markup as text, and ends its session', async () => {
    const { page } = visitor;
    const device = `<img src=x onerror="document.title='broken'">`;
    const token = await signInElsewhere(device, newPhone, newPassword);
    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: device });
    await row.waitFor();
    await checkPage(page);
    expect(await page.title()).not.toContain('broken');
    await row.getByRole('button', { name: /^Завершити сеанс/ }).press('Enter');
    await page.getByText(`Сеанс завершено: ${device}.`).waitFor();
    await row.waitFor({ state: 'detached' });
    expect(await statusOf(token)).toBe(401);
  });

  test('leaves on all devices and lands on the landing', async () => {
    const { page, problems } = visitor;
    const token = await signInElsewhere('curl/8.5.0', newPhone, newPassword);
    await press(page, 'Вийти на всіх пристроях');
    const dialog = page.getByRole('dialog', { name: 'Вийти на всіх пристроях?' });
    await dialog.waitFor();
    await checkPage(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await press(page, 'Вийти на всіх пристроях');
    await dialog.getByRole('button', { name: 'Вийти на всіх пристроях' }).press('Enter');
    await page.waitForURL(`${stage.product.url}/`);
    expect(await page.evaluate(() => localStorage.getItem('svitlo.cabinet'))).toBeNull();
    expect(await statusOf(token)).toBe(401);
    // What was refused on purpose is told by the browser's console, and nothing else.
    expect(problems.filter((problem) => !/status of 4(00|22)/.test(problem))).toEqual([]);
  });
});

for (const device of ['phone', 'desk'] as const) {
  test.describe(`an entity on a ${device}`, () => {
    test('finds the settings of its account in order', async () => {
      const { page, problems, context } = await openSettings(sampleSignIns.entityOfTwo, device);
      await checkPage(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  });
}

test.describe('an entity', () => {
  test('asks for a code by SMS at sign-in, and asks no more; signs out other devices and stays', async () => {
    const { page, context } = await openSettings(sampleSignIns.entityOfOne, 'desk');
    await press(page, 'Увімкнути підтвердження');
    await page.getByLabel('З SMS').check();
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Код підтвердження').waitFor();
    await checkPage(page);
    await page.getByLabel('Код підтвердження').fill(await outboxCode(stage.product.url, '+380501120001'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Збережіть коди відновлення' }).waitFor();
    const codes = page.getByRole('list', { name: 'Коди відновлення' }).getByRole('listitem');
    const [toMove = '', toTurnOff = ''] = await codes.allTextContents();
    await press(page, 'Коди збережено');
    await page.getByText('Увімкнено: код з SMS на +380 50 112 00 01').waitFor();

    // The phone to which codes of sign-in go moves with a code of theirs only.
    await press(page, 'Змінити номер');
    await page.getByLabel('Новий номер телефону').fill('50 112 00 91');
    await page.keyboard.press('Enter');
    await page.getByLabel('Код підтвердження', { exact: true }).waitFor();
    await checkPage(page);
    const ofNewPhone = await outboxCode(stage.product.url, '+380501120091');
    await page.getByLabel('Код підтвердження', { exact: true }).fill(ofNewPhone);
    await page.getByLabel('Поточний пароль').fill(password);
    await page.getByLabel('Код підтвердження входу').fill(toMove);
    await page.keyboard.press('Enter');
    await page.getByText('Номер телефону змінено на +380 50 112 00 91.').waitFor();

    await press(page, 'Вимкнути підтвердження');
    await page.getByLabel('Поточний пароль').fill(password);
    await press(page, 'Надіслати код на поточний номер');
    await checkPage(page);
    await page.getByLabel('Код підтвердження входу').fill(toTurnOff);
    await page.keyboard.press('Enter');
    await page.getByText('Підтвердження входу вимкнено.').waitFor();

    const other = await openSettings(sampleSignIns.entityOfOne, 'phone');
    await page.reload();
    await page.getByRole('button', { name: /^Завершити сеанс/ }).waitFor();
    await press(page, 'Вийти на всіх пристроях');
    await press(page, 'Вийти на всіх, крім цього');
    await page.getByText('Завершено сеансів: 1.').waitFor();
    await page.getByRole('button', { name: /^Завершити сеанс/ }).waitFor({ state: 'detached' });
    await other.page.reload();
    await other.page.getByText('Сеанс завершено. Увійдіть знову, щоб продовжити.').first().waitFor();
    await other.context.close();
    await context.close();
  });
});

for (const device of ['phone', 'desk'] as const) {
  test.describe(`an administrator on a ${device}`, () => {
    test('finds the own settings in order, and leaves them by the menu', async () => {
      const { page, problems, context } = await openSettings(sampleSignIns.operator, device);
      await checkPage(page);
      await page.getByRole('button', { name: /^Мій обліковий запис/ }).press('Enter');
      await page.getByRole('button', { name: 'Вийти', exact: true }).press('Enter');
      await page.waitForURL(`${stage.product.url}/`);
      await waitUntilIdle(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  });
}

test.describe('an administrator', () => {
  test('adds an e-mail by its code, and leaves on all devices', async () => {
    const email = 'analyst@example.com';
    const { page, context } = await openSettings(sampleSignIns.analyst, 'desk');
    await press(page, 'Додати e-mail');
    await page.getByLabel('Адреса e-mail').fill(email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Код підтвердження').waitFor();
    await page.getByLabel('Код підтвердження').fill(await outboxCode(stage.product.url, email));
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText(`E-mail ${email} підтверджено.`).waitFor();
    await press(page, 'Вийти на всіх пристроях');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Вийти на всіх пристроях' }).press('Enter');
    await page.waitForURL(`${stage.product.url}/`);
    await context.close();
  });
});
