import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { daysBetween, localDate } from '#domain/time/local-date.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseObject } from '#e2e/support/page/choose-object.ts';
import { type SignedInVisitor, signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { uploadPayload } from './support/upload-payload.ts';

/** A picture of one point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What the product says of the meter of an account, and what it would count by last year. */
interface MeterNow {
  readonly meterId: string;
  readonly previous: number;
  readonly kwhAsLastYear: number;
}

let env: OwnTestEnvironment;
let database: pg.Pool;
let visitor: SignedInVisitor;

/** The windows of persons are open on every day, those of entities on none, so that it is the same on all of them. */
const RULES = {
  readings: { window: { person: { lastDays: 31 }, entity: { lastDays: 0, firstDays: 0 } } },
};

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
  database = new pg.Pool({ connectionString: env.product.databaseUrl, max: 1 });
  await database.query('update billing.supplier set rules = rules || $1', [RULES]);
  visitor = await signedInPage(env, sampleSignIns.personOfDifficult, 'phone', {
    path: '/cabinet/person/directory/laws',
  });
});
test.afterAll(async () => {
  await database.end();
  await env.close();
});

interface Meters {
  window: { period: string; effectiveDate: string };
  meters: { meterId: string; registers: { previousValue: number; previousDate: string }[] }[];
}

async function meterOf(account: string): Promise<MeterNow> {
  const answer = await callProduct(env.product.url, '/api/meters/list', { token: visitor.token, account });
  const { meters, window } = answer as unknown as Meters;
  const [meter] = meters;
  const [register] = meter?.registers ?? [];
  if (!meter || !register) throw new Error(`${account} has a meter`);
  const { rows } = await database.query(
    `select sum(energy_wh)::float8 / 1000 as kwh, max(to_date) - min(from_date) as days
       from billing.consumption where account_number = $1 and period = $2`,
    [account, addMonths(billingPeriod(window.period), -12)],
  );
  const days = daysBetween(localDate(register.previousDate), localDate(window.effectiveDate));
  return {
    meterId: meter.meterId,
    previous: register.previousValue,
    kwhAsLastYear: Math.round(((rows[0]?.kwh ?? 0) / (rows[0]?.days ?? 1)) * days) || 120,
  };
}

/** The readings of an object. */
async function openReading(page: Page, account: string): Promise<void> {
  await page.evaluate((chosen) => {
    const kept = JSON.parse(localStorage.getItem('svitlo.cabinet') ?? '{}');
    const person = { ...kept.person, account: chosen };
    localStorage.setItem('svitlo.cabinet', JSON.stringify({ ...kept, person }));
  }, account);
  await page.goto(`${env.product.url}/cabinet/person/indication`);
  await waitUntilIdle(page);
}

/** The words of a code up to what is filled in, as the page may show them. */
function textOf(code: keyof typeof readingMessages): string {
  const [words = ''] = readingMessages[code].split('{');
  // The cabinet has no form of requests, so its pages leave that sentence out.
  return words.replace('Показання прийнято. ', '').replace('Заповніть форму звернення.', '').trim();
}

test.describe('a photo that is refused', () => {
  test('readings.photoRefused says so', async () => {
    const { page } = visitor;
    const meter = await meterOf('2390002032');
    await openReading(page, '2390002032');
    await page.locator('main form input[inputmode="numeric"]').fill(String(meter.previous + 30_000));
    await page.getByRole('button', { name: 'Передати показання' }).click();
    // The page makes a JPEG of every picture: only another encoder makes another.
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (give) => give(new Blob(['GIF89a']));
    });
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'meter.png', mimeType: 'image/png', buffer: PNG });
    await page.getByText(textOf('readings.photoRefused')).first().waitFor();
  });

  for (const [status, code, message] of [
    [503, 'common.busy', 'Зараз опрацьовується багато файлів. Спробуйте через 1 с.'],
    [429, 'common.tooManyRequests', 'Забагато запитів. Спробуйте через 1 с.'],
  ] as const) {
    test(`a photo that ${status} ${code} refuses is sent three times, then the page says why`, async () => {
      const { page } = visitor;
      const meter = await meterOf('2390002032');
      await openReading(page, '2390002032');
      await page.locator('main form input[inputmode="numeric"]').fill(String(meter.previous + 30_000));
      await page.getByRole('button', { name: 'Передати показання' }).click();
      await page.unroute('**/api/readings/add-photo');
      const requestIds: unknown[] = [];
      await page.route('**/api/readings/add-photo', (route) => {
        requestIds.push(uploadPayload(route.request()).requestId);
        const json = { status: 'fail', code, message, reference: 'r-1' };
        return route.fulfill({ status, headers: { 'retry-after': '1' }, json });
      });
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name: 'meter.png', mimeType: 'image/png', buffer: PNG });
      await page.getByText(message).first().waitFor();
      expect([requestIds.length, new Set(requestIds).size]).toEqual([3, 1]);
      await checkPage(page);
    });
  }

  test('readings.tooManyPhotos says so', async () => {
    const { page } = visitor;
    const account = '2390002032';
    const meter = await meterOf(account);
    await database.query(
      `insert into portal.stored_file (file_id, account_number, content_type, byte_count, stored_at, purpose)
         select gen_random_uuid(), $1, 'image/jpeg', 1, now(), 'photo' from generate_series(1, 10)`,
      [account],
    );
    await page.unroute('**/api/readings/add-photo');
    await openReading(page, account);
    await page.locator('main form input[inputmode="numeric"]').fill(String(meter.previous + 30_000));
    await page.getByRole('button', { name: 'Передати показання' }).click();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'meter.png', mimeType: 'image/png', buffer: PNG });
    await page.getByText(textOf('readings.tooManyPhotos')).first().waitFor();
  });
});

test('a photo of 48 megapixels is reduced in the browser and added to a ticket', async () => {
  const photo = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#8fa' } })
    .jpeg({ quality: 40 })
    .toBuffer();
  await chooseObject(env.product.url, sampleSignIns.personOfOne, '2390001130');
  const { page, problems, context } = await signedInPage(env, sampleSignIns.personOfOne, 'phone', {
    path: '/cabinet/person/tickets?part=new',
  });
  await page.getByLabel('Про що звернення').selectOption('billCheck');
  const sent = page.waitForRequest((request) => request.url().includes('/api/tickets/add-file'));
  const input = page.getByLabel('Додати файл');
  expect(await input.getAttribute('capture')).toBeNull();
  await input.setInputFiles({ name: 'IMG_48.jpg', mimeType: 'image/jpeg', buffer: photo });
  expect((await sent).postDataBuffer()?.length ?? 0).toBeLessThan(photo.length);
  await page.getByText('IMG_48.jpg').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
