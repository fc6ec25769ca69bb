import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { chooseObject } from '#e2e/support/page/choose-object.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { translatePage } from '#e2e/support/page/translate-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { supportPageTranslation } from '#web/app/page-translation.ts';
import { callProduct } from './support/call-product.ts';
import { fillSignIn, sampleSignIns } from './support/sample-users.ts';

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
  const database = new pg.Pool({ connectionString: env.product.databaseUrl, max: 1 });
  // The window is open on every day.
  await database.query(
    `update billing.supplier
        set rules = rules || '{"readings": {"window": {"person": {"lastDays": 31}}}}'`,
  );
  await database.end();
});
test.afterAll(() => env.close());

interface Meters {
  readonly meters: readonly {
    readonly meterId: string;
    readonly registers: readonly { readonly previousValue: number }[];
  }[];
}

interface Preview {
  readonly cost: { readonly sum: string };
}

/** Whether the words are shown by an element of the translator. */
const isTranslated = (page: Page, words: string | RegExp) =>
  page.locator('font', { hasText: words }).first().waitFor();

test.describe('a translated page', () => {
  test('signs in after a wrong password', async () => {
    const { page, problems, context } = await env.visit('phone');
    await page.goto(`${env.product.url}/sign-in/person`);
    await page.locator('button[type=submit]:enabled').waitFor();
    await waitUntilIdle(page);
    await translatePage(page);
    await fillSignIn(page, { ...sampleSignIns.personOfOne, password: 'не той пароль 1' });
    await page.getByText('Такої комбінації логіна і пароля не знайдено').first().waitFor();
    await isTranslated(page, 'Такої комбінації логіна і пароля не знайдено');
    await fillSignIn(page, sampleSignIns.personOfOne);
    await page.waitForURL(/\/cabinet\/person/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(problems.filter((problem) => !/status of 401/.test(problem))).toEqual([]);
    await context.close();
  });

  for (const path of ['/cabinet/person/indication', '/cabinet/person'])
    test(`shows the price of each value that is typed and accepts the reading: ${path}`, async () => {
      const account = path === '/cabinet/person' ? '2390001112' : '2390001113';
      const visitor = await signedInPage(env, sampleSignIns.personOfThree, 'phone', {
        path: `${path}?account=${account}`,
      });
      const { page, problems, token, context } = visitor;
      const answer = await callProduct(env.product.url, '/api/meters/list', { token, account });
      const { meters } = answer as unknown as Meters;
      const [meter] = meters;
      const previous = meter?.registers[0]?.previousValue ?? 0;
      const field = page.locator('main form input[inputmode="numeric"]').first();
      await field.waitFor();
      await translatePage(page);
      const form = page.locator('main form').first();
      const shown: string[] = [];
      for (const consumption of [40, 75, 90]) {
        const values = { single: String(previous + consumption) };
        await field.fill(values.single);
        const preview = await callProduct(env.product.url, '/api/readings/preview', {
          ...{ token, account, meterId: meter?.meterId, values },
        });
        const { sum } = (preview as unknown as Preview).cost;
        await expect(form).toContainText(sum.replace('.', ','));
        for (const before of shown) await expect(form).not.toContainText(before);
        shown.push(sum.replace('.', ','));
      }
      await page
        .locator('main form')
        .getByRole('button', { name: /^Передати/ })
        .click();
      const agree = page.getByRole('button', { name: 'Усе правильно, передати' });
      const receipt = page.locator('main [data-paper]').first();
      await agree.or(receipt).first().waitFor();
      if (await agree.isVisible()) await agree.click();
      await receipt.getByText(/^Показання (прийнято|на перевірці)$/).waitFor();
      await isTranslated(page, /^Показання (прийнято|на перевірці)$/);
      expect(problems.filter((problem) => !/status of 422/.test(problem))).toEqual([]);
      await context.close();
    });

  test('opens the payment form and takes a sum', async () => {
    const { page, problems, context } = await signedInPage(env, sampleSignIns.personOfDifficult, 'phone', {
      path: '/cabinet/person?account=2390002006',
    });
    await translatePage(page);
    await page
      .locator('main')
      .getByRole('button', { name: /^Сплатити/ })
      .first()
      .click();
    const popup = page.getByRole('dialog');
    await popup.getByText('Як сплатити').first().waitFor();
    await popup.getByRole('button', { name: 'Додати інші об’єкти' }).click();
    await popup.getByRole('checkbox', { name: /№\s460027/ }).check();
    const sum = popup.getByLabel(/^Сума, грн: Акт/);
    await sum.fill('12,345');
    await popup.getByRole('button', { name: /^Сплатити/ }).click();
    await popup.getByText('Напишіть суму так').first().waitFor();
    await sum.fill('1000');
    await popup.getByRole('button', { name: /^Сплатити 1\s\d\d\d,/ }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('sends a ticket whose topic was changed, with a file', async () => {
    await chooseObject(env.product.url, sampleSignIns.personOfOne, '2390001130');
    const { page, problems, context } = await signedInPage(env, sampleSignIns.personOfOne, 'phone', {
      path: '/cabinet/person/tickets?part=new',
    });
    await translatePage(page);
    const topic = page.locator('main select').first();
    await topic.selectOption('meterBroken');
    await topic.selectOption('billCheck');
    await page.getByLabel('Розкажіть докладніше').fill('На лічильнику інше показання.');
    await page.getByLabel('Додати файл').setInputFiles({
      name: 'лічильник.jpg',
      mimeType: 'image/jpeg',
      buffer: smallJpeg,
    });
    await isTranslated(page, 'лічильник.jpg');
    await page.getByRole('button', { name: 'Надіслати' }).click();
    await page
      .getByText(/Звернення № \d+ зареєстровано/)
      .first()
      .waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

declare global {
  interface Window {
    /** The part of the page whose texts are changed. */
    line: HTMLElement;
    texts: Text[];
  }
}

/** Opens a page with «До сплати 100 грн», three texts of one parent,. */
async function openTexts(page: Page): Promise<() => Promise<string | null>> {
  await page.goto('about:blank');
  await page.evaluate(`(${supportPageTranslation})()`);
  await page.evaluate(() => {
    window.line = document.createElement('p');
    window.texts = ['До сплати ', '100', ' грн'].map((text) => document.createTextNode(text));
    window.line.append(...window.texts, document.createElement('b'));
    document.body.append(window.line);
  });
  return () => page.locator('p').textContent();
}

test.describe('supportPageTranslation', () => {
  /** Ways in which translators replace the texts of a line. */
  const ways: Record<string, () => void> = {
    'each text replaced': () => {
      for (const text of window.texts) {
        const translated = document.createElement('font');
        translated.textContent = text.data;
        text.replaceWith(translated);
      }
    },
    'one translation for all texts': () => {
      const translated = document.createElement('font');
      translated.textContent = window.line.textContent;
      window.texts[0]?.before(translated);
      for (const text of window.texts) text.remove();
    },
    'each text moved into an element': () => {
      for (const text of window.texts) {
        const wrapper = document.createElement('font');
        text.before(wrapper);
        wrapper.append(text);
      }
    },
    'translated and restored': () => {
      const translated = window.texts.map((text) => {
        const element = document.createElement('font');
        text.replaceWith(element);
        return element;
      });
      for (const [index, element] of translated.entries()) element.replaceWith(window.texts[index] ?? '');
    },
  };

  for (const [way, translate] of Object.entries(ways)) {
    test(`a text is changed, removed and inserted before: ${way}`, async ({ page }) => {
      const shown = await openTexts(page);
      await page.evaluate(translate);
      expect(await shown()).toBe('До сплати 100 грн');
      await page.evaluate(() => {
        if (window.texts[1]) window.texts[1].data = '250';
      });
      expect(await shown()).toBe('До сплати 250 грн');
      await page.evaluate(translate);
      await page.evaluate(() => {
        const [, sum] = window.texts;
        if (sum) window.line.insertBefore(document.createTextNode('разом '), sum);
      });
      expect(await shown()).toBe('До сплати разом 250 грн');
      await page.evaluate(() => {
        const [, sum] = window.texts;
        if (sum) window.line.removeChild(sum);
      });
      expect(await shown()).toBe('До сплати разом  грн');
    });
  }

  test('a text removed beside a translation does not return with it', async ({ page }) => {
    const shown = await openTexts(page);
    await page.evaluate(() => {
      const translated = document.createElement('font');
      translated.textContent = 'To pay ';
      window.texts[0]?.replaceWith(translated);
    });
    await page.evaluate(() => {
      const [first, sum] = window.texts;
      if (sum) window.line.removeChild(sum);
      if (first) first.data = 'Сплачено ';
    });
    expect(await shown()).toBe('Сплачено  грн');
  });

  test('a node that another script took away is no error', async ({ page }) => {
    const shown = await openTexts(page);
    await page.evaluate(() => {
      const [first] = window.texts;
      first?.remove();
      if (!first) return;
      window.line.insertBefore(document.createTextNode(' до 20.12.2026'), first);
      window.line.removeChild(first);
    });
    expect(await shown()).toBe('100 грн до 20.12.2026');
  });
});
