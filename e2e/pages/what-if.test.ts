import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { blockedMessage } from '#web/lib/form/blocked-advice.ts';
import { callProduct } from '../support/call-product.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import type { Locator } from './locator.ts';
import { checkPage, type Page } from './page.ts';

const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

interface Meters {
  window: { isOpen: boolean; period: string };
  meters: { meterId: string; registers: { zone: string; previousValue: number }[] }[];
}

/** What the product itself says of the meters of an account. */
async function metersOf(token: string, account: string): Promise<Meters> {
  return (await callProduct(cabinet.product.url, '/api/meters/list', {
    token,
    account,
  })) as unknown as Meters;
}

const path = '/cabinet/person/indication';

/** Hands it in; asked whether it is right, the customer says yes. */
async function send(name = 'Передати показання'): Promise<void> {
  await page.getByRole('button', { name }).click();
  const agree = page.getByRole('button', { name: 'Усе правильно, передати' });
  const answered = page.getByText(/Квитанція №/).first();
  await agree.or(answered).first().waitFor();
  if (await agree.isVisible()) await agree.click();
  await answered.waitFor();
  await cabinet.settled();
}

/** Keeps a paper by its button; gives what it says. */
async function keepPdf(button: Locator): Promise<string> {
  return readPdfText((await cabinet.keep(() => button.click())).content);
}

const shownSum = (wire: string) =>
  Number(wire).toLocaleString('uk-UA', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const plain = (text: string) => text.replaceAll(/[ {2}]/g, ' ');

describe('before sending', () => {
  it.each(['2390001111', '2390001113'])(
    '%s: the bill stands beside the bill without the reading; home to receipt is the values and a tap; a correction says why',
    async (account) => {
      cabinet.setClock('2026-11-22T10:00:00Z');
      const token = await cabinet.visit(sampleSignIns.personOfThree, `/cabinet/person?account=${account}`);
      const { meters, window } = await metersOf(token, account);
      const [meter] = meters;
      if (!meter) throw new Error('the account has a meter');
      await page.getByRole('link', { name: 'Показання', exact: true }).click();
      await page.waitForURL(/\/indication/);
      const table = page.getByRole('table', { name: 'Який буде рахунок за місяць' });
      await page.getByText('Порівняти рахунки').click();
      await table.waitFor();
      await cabinet.settled();
      expect(await table.getByText('—').count()).toBeGreaterThan(0);
      await checkPage();

      const fields = page.locator('main form input[inputmode="numeric"]');
      const values: Record<string, string> = {};
      for (const [index, { zone, previousValue }] of meter.registers.entries()) {
        values[zone] = String(previousValue + 9 + index);
        await fields.nth(index).fill(values[zone]);
      }
      const answer = (await callProduct(cabinet.product.url, '/api/readings/preview', {
        token,
        account,
        meterId: meter.meterId,
        values,
      })) as { withoutReading: Cost; cost: Cost; dateEffect: { today: Cost; onFirst: Cost } | null };
      const ways = [
        answer.dateEffect?.today ?? answer.cost,
        answer.withoutReading,
        ...(answer.dateEffect ? [answer.dateEffect.onFirst] : []),
      ];
      expect(ways).toHaveLength(window.isOpen ? 2 : 3);
      const toPay = table.locator('[data-part="toPay"] td');
      await expect
        .poll(async () => (await toPay.allTextContents()).map(plain))
        .toEqual(ways.map(({ bill }) => plain(shownSum(bill.toPay))));
      const kwh = await table.locator('[data-part="kwh"] td').allTextContents();
      expect(kwh.map(plain)).toEqual(ways.map((way) => plain(way.kwh.toLocaleString('uk-UA'))));
      expect(await page.getByText(/Решту місяця, .* додамо за середнім/).count()).toBe(window.isOpen ? 0 : 1);
      await checkPage();

      await send();
      cabinet.setClock('2026-11-22T10:05:00Z');
      await page.getByRole('button', { name: 'Виправити' }).click();
      await page.getByText('Порівняти рахунки').click();
      await table.getByRole('columnheader', { name: 'Якщо не виправляти' }).waitFor();
      const last = meter.registers.length - 1;
      await fields.nth(last).fill(String((meter.registers[last]?.previousValue ?? 0) + 8));
      await page.getByLabel('Помилка в цифрі').check();
      await send('Передати виправлене');
      const history = page.getByRole('region', { name: 'Попередні показання' });
      await history.getByText('Замість попереднього: Помилка в цифрі').first().waitFor();
      expect(await history.getByText(/^виправлено$/).count()).toBe(1);
      await checkPage();

      const receipt = page.locator('main [data-paper]');
      const kept = await keepPdf(receipt.getByRole('button', { name: 'Завантажити квитанцію PDF' }));
      expect(kept).toContain('Помилка в цифрі');
      await page.goto(`${cabinet.product.url}/cabinet/person/directory/indicators-history`);
      const row = page.getByRole('row').filter({ hasText: 'Помилка в цифрі' });
      expect(await keepPdf(row.getByRole('button', { name: 'PDF' }))).toBe(kept);
      await cabinet.settled();
      await checkPage();
      expect(cabinet.takeProblems()).toEqual([]);
    },
  );
});

interface Cost {
  kwh: number;
  bill: { toPay: string };
}

it('a month that is closed refuses a correction that was being written, and keeps what was typed for the request', async () => {
  const account = '2390001112';
  const token = await cabinet.visit(sampleSignIns.personOfThree, path, account);
  const [meter] = (await metersOf(token, account)).meters;
  const value = (meter?.registers[0]?.previousValue ?? 0) + 9;
  await page.locator('main form input[inputmode="numeric"]').first().fill(String(value));
  await send();
  cabinet.replaceAnswers({
    '/api/readings/correct': { httpStatus: 409, code: 'billing.periodClosing', message: 'Триває закриття.' },
  });
  await page.getByRole('button', { name: 'Виправити' }).click();
  await page
    .locator('main form input[inputmode="numeric"]')
    .first()
    .fill(String(value - 1));
  await page.getByLabel('Показання з іншого лічильника').check();
  await page.getByRole('button', { name: 'Передати виправлене' }).click();
  await page.getByText('Місяць уже закрито, показання не змінено').waitFor();
  const request = page.getByRole('link', { name: 'Написати звернення' }).first();
  expect(await request.getAttribute('href')).toMatch(new RegExp(`topic=billCheck.*reading=${value - 1}`));
  await cabinet.settled();
  await checkPage();
  await page.getByRole('button', { name: 'Зрозуміло' }).click();
  await page
    .getByText(/Квитанція №/)
    .first()
    .waitFor();
});

it('a month that is closed leads to a request that has the facts filled in, and says what happens by itself', async () => {
  const account = '2390002005';
  await cabinet.visit(sampleSignIns.personOfDifficult, path, account);
  cabinet.takeProblems();
  await page.getByText('Помилка в показанні за закритий місяць?').click();
  await page.getByText(/Рахунок за закритий місяць не змінюється/).waitFor();
  const readings = page.getByLabel('Яке показання');
  await readings.selectOption({ index: (await readings.locator('option').count()) - 1 });
  await checkPage();
  await page.getByRole('link', { name: 'Написати звернення' }).first().click();
  await page.getByText('Хто вирішує: постачальник').waitFor();
  const request = page.getByLabel('Розкажіть докладніше');
  expect(await request.inputValue()).toContain(`Особовий рахунок: ${account}`);
  await request.fill(`${await request.inputValue()} 12345`);
  await cabinet.settled();
  await checkPage();
  await page.getByRole('button', { name: 'Надіслати' }).click();
  await page.getByText(/Звернення № \d+ зареєстровано\. Відповідь надамо до/).waitFor();
  await page.getByText(/Правильно: 12345/).waitFor();
  expect(cabinet.takeProblems()).toEqual([]);
});

describe('every other way a reading may end is shown', () => {
  it('the same, lower, too large with its photo, HEIC, a check, a wrong clock, a fault', async () => {
    const account = '2390002021';
    const token = await cabinet.visit(sampleSignIns.personOfDifficult, path, account);
    const [meter] = (await metersOf(token, account)).meters;
    const previous = meter?.registers[0]?.previousValue ?? 0;
    const field = page.locator('main form input[inputmode="numeric"]').first();
    const submit = page.getByRole('button', { name: 'Передати показання' });
    const photo = page.locator('input[type="file"]');
    // The canvas of a browser, which reduces the photo.
    vi.stubGlobal('createImageBitmap', async (file: Blob) => {
      if (file.size === HEIC.length) throw new Error('cannot be decoded');
      return { width: 8, height: 8, close: () => undefined };
    });
    const reduced = new Blob([new Uint8Array(smallJpeg)]);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(reduced));

    await field.fill(String(previous));
    await submit.click();
    await page.getByText(readingMessages['readings.sameAsPrevious']).waitFor();
    await page.getByRole('button', { name: 'Виправити' }).click();

    await field.fill(String(previous - 7));
    await submit.click();
    await page
      .getByText(/^Показання менші за попередні не враховуються\. Порівняно з прийнятим показанням/)
      .waitFor();
    expect(await page.locator('main').getByText(/@/).count()).toBe(0);
    await page.getByText('Усе правильно? Додайте фото лічильника').waitFor();
    await photo.setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer: smallJpeg });
    await page.getByText('Фото додано. Показання перевірить оператор.').waitFor();
    await checkPage();
    await page.getByRole('button', { name: 'Прибрати фото' }).click();

    await field.fill(String(previous + 9));
    const endAs = async (httpStatus: number, code: string, message: string) => {
      cabinet.replaceAnswers({ '/api/readings/submit': { httpStatus, code, message } });
      await submit.click();
      await page.getByText(message).first().waitFor();
    };
    await endAs(422, 'common.deviceClock', commonMessages['common.deviceClock']);
    await endAs(500, 'readings.readingFailed', readingMessages['readings.readingFailed']);
    await checkPage();
    cabinet.replaceAnswers({});

    await field.fill(String(previous + 30_000));
    await page.getByRole('button', { name: /^(Передати показання|Спробувати ще раз)/ }).click();
    await page.getByText(readingMessages['readings.valueTooLarge']).first().waitFor();
    let photos = 0;
    cabinet.replaceAnswers({
      '/api/readings/add-photo': () => {
        photos += 1;
        return undefined;
      },
    });
    await photo.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: HEIC });
    await page.getByText(readingMessages['readings.photoHeic']).waitFor();
    expect(photos).toBe(0);
    await checkPage();
    await photo.setInputFiles({ name: 'meter.heic', mimeType: 'image/jpeg', buffer: smallJpeg });
    await page.getByText('Фото додано. Показання перевірить оператор.').waitFor();
    expect(photos).toBe(1);
    cabinet.replaceAnswers({});
    await submit.click();
    await page.getByText('Показання на перевірці').first().waitFor();
    await cabinet.settled();
    await checkPage();
  });

  it('where nothing can be entered the page says why and what to do', async () => {
    const person = sampleSignIns.personOfDifficult;
    for (const [account, code] of [
      ['2390002012', 'readings.takenByOperator'],
      ['2390002014', 'readings.substation'],
      ['2390002015', 'readings.meterDisabled'],
      ['2390002016', 'readings.personInputBlocked'],
    ] as const) {
      await cabinet.visit(person, path, account);
      const [words = ''] = blockedMessage({ message: readingMessages[code] }).split('{');
      await page.getByText(words.trim()).first().waitFor();
      expect(await page.locator('main form').count()).toBe(0);
      const blocked = page.locator('main section').filter({ hasText: words.trim() });
      const isByLetter = code === 'readings.personInputBlocked';
      await blocked
        .locator(isByLetter ? 'a[href="mailto:pokazy@svitlo-v-dim.example"]' : 'a[href^="tel:"]')
        .first()
        .waitFor();
      expect(await blocked.getByText(/зателефонуйте/).count()).toBe(isByLetter ? 0 : 1);
      const namesForm = code === 'readings.meterDisabled';
      expect(await blocked.getByText(/форм/).count()).toBe(namesForm ? 1 : 0);
      if (namesForm) await blocked.getByRole('link', { name: 'Написати звернення' }).waitFor();
    }
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
  });
});
