import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedLegalVersion } from '#contract/values/legal-keys.ts';
import { makeCabinet } from '../support/make-cabinet.ts';
import { samplePassword as password, personBy, type SignIn, sampleSignIns } from '../support/sample-users.ts';
import { signInByCall } from '../support/sign-in-by-call.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const newPassword = 'vechirnie vikno 27';
const newPhone = '+380671234567';

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

const settingsPaths = {
  person: '/cabinet/person/settings/account',
  entity: '/cabinet/entity/settings/account',
  admin: '/cabinet/admin/settings',
} as const;

/** Somebody with the settings of the account open. */
async function openSettings(signIn: SignIn): Promise<void> {
  await cabinet.visit(signIn, settingsPaths[signIn.type]);
  await page.getByText('цей пристрій').waitFor();
}

const person = sampleSignIns.personOfOne;
/** The same person after the tests below, in order. */
const moved = personBy(newPhone.slice(4));
const movedWithNewPassword = personBy(newPhone.slice(4), newPassword);

/** A session of another device, by the call itself; gives its token. */
async function signInElsewhere(userAgent: string, login: string, secret: string): Promise<string> {
  const response = await fetch(`${cabinet.product.url}/api/auth/person`, {
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
  const response = await fetch(`${cabinet.product.url}/api/check-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Opens what a button opens, by the keyboard. */
async function press(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).press('Enter');
}

describe('a person who has just signed up', () => {
  it('finds the consent that was given, with its text, version and time', async () => {
    await makeCabinet(cabinet.product.url, '+380631234567', cabinet.codeTo);
    await openSettings(personBy('631234567'));
    await page.getByRole('main').getByRole('link', { name: 'Особисті дані' }).click();
    await page.getByText('Я даю згоду на обробку моїх персональних даних').waitFor();
    const given = await page
      .getByText(/^Надано \d\d\.\d\d\.\d{4} \d\d:\d\d, редакція/)
      .first()
      .textContent();
    expect(given).toContain(shippedLegalVersion);
    expect(await page.getByLabel('Прізвище').inputValue()).toBe('Ткаченко');
    await page.getByText('не підтверджено').waitFor();
    await checkPage();
  });
});

describe('a person', () => {
  it('takes the names of the contract into the fields by one press', async () => {
    await cabinet.visit(
      sampleSignIns.personOfThree,
      '/cabinet/person/settings/personal-information',
      '2390001111',
    );
    await page.getByRole('button', { name: 'Взяти з договору' }).click();
    expect(await page.getByLabel('Прізвище').inputValue()).toBe('Коваленко');
    expect(await page.getByRole('button', { name: 'Взяти з договору' }).count()).toBe(0);
    await checkPage();
  });

  it('turns on codes of an application, stores the recovery codes, and turns it off by one of them', async () => {
    await openSettings(person);
    await press('Увімкнути підтвердження');
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR-код для застосунку з кодами входу' }).waitFor();
    await checkPage();
    const address = await page.locator('main a[href^="otpauth:"]').getAttribute('href');
    const secret = new URL(address ?? '').searchParams.get('secret') ?? '';
    await page.getByLabel('Код із застосунку').fill('12345');
    await page.keyboard.press('Enter');
    await page.getByText('Код має містити 6 цифр').waitFor();
    await page.getByLabel('Код із застосунку').fill(new TOTP({ secret }).generate());
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Коди відновлення' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(8);
    await checkPage();
    const [recoveryCode = ''] = await codes.allTextContents();
    await press('Скопіювати коди');
    await page.getByText('Скопійовано.').waitFor();
    expect(await navigator.clipboard.readText()).toContain(recoveryCode);
    const file = await cabinet.keep(() => press('Зберегти файл'));
    expect(file.name).toBe('svitlo-recovery-codes.txt');
    expect(file.content.toString()).toContain(recoveryCode);
    await press('Коди збережено');
    await page.getByText('Увімкнено: код із застосунку').waitFor();
    await press('Вимкнути підтвердження');
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Код підтвердження входу або код відновлення' }).waitFor();
    await checkPage();
    await page.getByLabel('Код підтвердження входу').fill('AAAAA-AAAAA');
    await page.keyboard.press('Enter');
    await page.getByText('Невірний код').first().waitFor();
    await page.getByLabel('Код підтвердження входу').fill(recoveryCode);
    await page.keyboard.press('Enter');
    await page.getByText('Підтвердження входу вимкнено.').waitFor();
    expect(await page.getByText('Вимкнено', { exact: true }).count()).toBe(1);
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('confirms an e-mail by the code sent to it, and shows a wrong code and a wrong password', async () => {
    await openSettings(person);
    const email = 'sofiia@example.com';
    await press('Додати e-mail');
    await page.getByLabel('Адреса e-mail').fill('sofiia@');
    await page.keyboard.press('Enter');
    await page.getByText('Перевірте коректність введених даних').waitFor();
    await checkPage();
    await page.getByLabel('Адреса e-mail').fill(email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Код підтвердження').waitFor();
    const code = await cabinet.codeTo(email);
    await page.getByLabel('Код підтвердження').fill(code === 'AAAA' ? 'BBBB' : 'AAAA');
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Невірний код').first().waitFor();
    await checkPage();
    await page.getByLabel('Код підтвердження').fill(code.toLowerCase());
    await page.getByLabel('Поточний пароль').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('Поточний пароль неправильний.').first().waitFor();
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText(`E-mail ${email} підтверджено.`).waitFor();
    expect(await page.getByText('не підтверджено').count()).toBe(0);
  });

  it('moves to another phone, which the header then shows', async () => {
    await openSettings(person);
    await press('Змінити номер');
    await page.getByLabel('Новий номер телефону').fill('067 123 45 67');
    await page.keyboard.press('Enter');
    await page.getByLabel('Код підтвердження').waitFor();
    await page.getByLabel('Код підтвердження').fill(await cabinet.codeTo(newPhone));
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Номер телефону змінено на +380 67 123 45 67.').waitFor();
    await cabinet.settled();
    await checkPage();
    expect(await page.getByRole('banner').getByText('+380 67 123 45 67').count()).toBeGreaterThan(0);
  });

  it('keeps valid names, and shows the problem of one with markup', async () => {
    await cabinet.visit(moved, '/cabinet/person/settings/personal-information');
    await page.getByLabel('Прізвище').fill('<b>Бондар</b>');
    await page.getByLabel('Ім’я', { exact: true }).fill('Софія');
    await page.getByLabel('По батькові').fill("В'ячеславівна");
    await press('Зберегти');
    await page.getByText('Прізвище — від 2 до 50 українських літер').waitFor();
    await checkPage();
    await page.getByLabel('Прізвище').fill('Бондар');
    await press('Зберегти');
    await page.getByText('Дані збережено.').waitFor();
    await page.reload();
    await page.getByLabel('По батькові').waitFor();
    expect(await page.getByLabel('По батькові').inputValue()).toBe('В’ячеславівна');
  });

  it('changes the password: what is easily guessed or the same is refused, other devices are signed out', async () => {
    await openSettings(moved);
    const elsewhere = await signInElsewhere('Mozilla/5.0 (iPhone) Safari/604.1', newPhone, password);
    expect(await statusOf(elsewhere)).toBe(200);
    await press('Змінити пароль');
    await page.getByLabel('Поточний пароль').fill(password);
    await page.getByLabel('Новий пароль').fill('password1');
    await page.keyboard.press('Enter');
    await page.getByText('Такий пароль легко вгадати. Придумайте інший.').first().waitFor();
    await checkPage();
    await page.getByLabel('Новий пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Новий пароль не може бути таким же як і старий.').first().waitFor();
    await page.getByLabel('Новий пароль').fill(newPassword);
    await page.keyboard.press('Enter');
    await page.getByText(/^Пароль змінено\. На інших пристроях/).waitFor();
    await cabinet.settled();
    await checkPage();
    expect(await statusOf(elsewhere)).toBe(401);
    expect(await statusOf(await signInElsewhere('curl/8.5.0', newPhone, newPassword))).toBe(200);
  });

  it('sees a device whose name is markup as text, and ends its session', async () => {
    await openSettings(movedWithNewPassword);
    const device = `<img src=x onerror="document.title='broken'">`;
    const token = await signInElsewhere(device, newPhone, newPassword);
    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: device });
    await row.waitFor();
    await checkPage();
    expect(await page.title()).not.toContain('broken');
    await row.getByRole('button', { name: /^Завершити сеанс/ }).press('Enter');
    await page.getByText(`Сеанс завершено: ${device}.`).waitFor();
    await row.waitFor({ state: 'detached' });
    expect(await statusOf(token)).toBe(401);
  });

  it('leaves on all devices and lands on the landing', async () => {
    await openSettings(movedWithNewPassword);
    const token = await signInElsewhere('curl/8.5.0', newPhone, newPassword);
    await press('Вийти на всіх пристроях');
    const dialog = page.getByRole('dialog', { name: 'Вийти на всіх пристроях?' });
    await dialog.waitFor();
    await checkPage();
    await dialog.getByRole('button', { name: 'Вийти на всіх пристроях' }).press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect(localStorage.getItem('svitlo.cabinet')).toBeNull();
    expect(await statusOf(token)).toBe(401);
    expect(cabinet.takeProblems()).toEqual([]);
  });
});

describe('an entity', () => {
  it('asks for a code by SMS at sign-in, and asks no more; signs out other devices and stays', async () => {
    await openSettings(sampleSignIns.entityOfOne);
    await press('Увімкнути підтвердження');
    await page.getByLabel('З SMS').check();
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Код підтвердження').waitFor();
    await checkPage();
    await page.getByLabel('Код підтвердження').fill(await cabinet.codeTo('+380501120001'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Збережіть коди відновлення' }).waitFor();
    const codes = page.getByRole('list', { name: 'Коди відновлення' }).getByRole('listitem');
    const [toMove = '', toTurnOff = ''] = await codes.allTextContents();
    await press('Коди збережено');
    await page.getByText('Увімкнено: код з SMS на +380 50 112 00 01').waitFor();

    // The phone to which codes of sign-in go moves with a code of theirs only.
    await press('Змінити номер');
    await page.getByLabel('Новий номер телефону').fill('50 112 00 91');
    await page.keyboard.press('Enter');
    await page.getByLabel('Код підтвердження', { exact: true }).waitFor();
    await checkPage();
    const ofNewPhone = await cabinet.codeTo('+380501120091');
    await page.getByLabel('Код підтвердження', { exact: true }).fill(ofNewPhone);
    await page.getByLabel('Поточний пароль').fill(password);
    await page.getByLabel('Код підтвердження входу').fill(toMove);
    await page.keyboard.press('Enter');
    await page.getByText('Номер телефону змінено на +380 50 112 00 91.').waitFor();

    await press('Вимкнути підтвердження');
    await page.getByLabel('Поточний пароль').fill(password);
    await press('Надіслати код на поточний номер');
    await checkPage();
    await page.getByLabel('Код підтвердження входу').fill(toTurnOff);
    await page.keyboard.press('Enter');
    await page.getByText('Підтвердження входу вимкнено.').waitFor();

    const { user } = await signInByCall(cabinet.product.url, sampleSignIns.entityOfOne);
    await page.reload();
    await page.getByRole('button', { name: /^Завершити сеанс/ }).waitFor();
    await press('Вийти на всіх пристроях');
    await press('Вийти на всіх, крім цього');
    await page.getByText('Завершено сеансів: 1.').waitFor();
    await page.getByRole('button', { name: /^Завершити сеанс/ }).waitFor({ state: 'detached' });
    expect(await statusOf(user.token)).toBe(401);
  });
});

describe('an administrator', () => {
  it('finds the own settings in order, and leaves them by the menu', async () => {
    await openSettings(sampleSignIns.operator);
    await checkPage();
    await page.getByRole('button', { name: /^Мій обліковий запис/ }).press('Enter');
    await press('Вийти');
    await page.waitForURL(({ pathname }) => pathname === '/');
    await cabinet.settled();
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('adds an e-mail by its code, and leaves on all devices', async () => {
    const email = 'analyst@example.com';
    await openSettings(sampleSignIns.analyst);
    await press('Додати e-mail');
    await page.getByLabel('Адреса e-mail').fill(email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Код підтвердження').waitFor();
    await page.getByLabel('Код підтвердження').fill(await cabinet.codeTo(email));
    await page.getByLabel('Поточний пароль').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText(`E-mail ${email} підтверджено.`).waitFor();
    await press('Вийти на всіх пристроях');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Вийти на всіх пристроях' }).press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/');
  });
});
