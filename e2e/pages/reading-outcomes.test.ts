import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { billingMessages } from '#contract/messages/billing-messages.ts';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { daysBetween, localDate } from '#domain/time/local-date.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { text } from '#web/features/readings/text.ts';
import { callProduct } from '../support/call-product.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

/** What the product says of the meter of an account, and what it would count by last year. */
interface MeterNow {
  readonly meterId: string;
  readonly previous: number;
  readonly kwhAsLastYear: number;
}

/** One way in which a reading ends: whose, what is so with it, what is given, and what is done after that. */
interface Ending {
  readonly account: string;
  /** SQL; `$1` is the account, `$2` the period of the window a year ago. */
  readonly before?: readonly string[];
  readonly value: (meter: MeterNow) => string;
  /** When the form is open and the value typed. */
  readonly meanwhile?: (meter: MeterNow) => Promise<unknown>;
  readonly agrees?: true;
}

const asLastYear = ({ previous, kwhAsLastYear }: MeterNow) => String(previous + kwhAsLastYear);
const LAST_YEAR = `delete from billing.consumption where account_number = $1 and period = $2`;
const AT_THE_END = [
  `update billing.reading set value = 99990 where (account_number, meter_id, zone, reading_id) =
     (select account_number, meter_id, zone, reading_id from billing.reading
       where account_number = $1 and status = 'accepted' order by period desc limit 1)`,
  `update billing.consumption set closing_value = 99990 where (account_number, period) =
     (select account_number, max(period) from billing.consumption where account_number = $1 group by 1)`,
];
const TWO_METERS = [
  `insert into billing.meter (account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme, digit_capacity, installed_on)
     select account_number, gen_random_uuid(), eic_code, '00000001', meter_type, zone_scheme, digit_capacity, installed_on
     from billing.meter where account_number = $1`,
  `insert into billing.register (account_number, meter_id, zone, installed_value)
     select account_number, meter_id, 'single', 100 from billing.meter where account_number = $1 and serial_number = '00000001'`,
];

let cabinet: CabinetPages;
let page: Page;
let database: pg.Pool;
let token: string;

/** The windows of persons are open on every day, those of entities on none, so that it is the same on all of them. */
const RULES = {
  readings: { window: { person: { lastDays: 31 }, entity: { lastDays: 0, firstDays: 0 } } },
};

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
  database = new pg.Pool({ connectionString: cabinet.server.url, max: 1 });
  await database.query('update billing.supplier set rules = rules || $1', [RULES]);
  token = await cabinet.signIn(sampleSignIns.personOfDifficult);
});
afterAll(async () => {
  await database.end();
  await cabinet.close();
});

interface Meters {
  window: { period: string; effectiveDate: string };
  meters: { meterId: string; registers: { previousValue: number; previousDate: string }[] }[];
}

async function meterOf(account: string): Promise<MeterNow> {
  const answer = await callProduct(cabinet.product.url, '/api/meters/list', { token, account });
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

async function prepare(account: string, statements: readonly string[]): Promise<void> {
  const answer = await callProduct(cabinet.product.url, '/api/meters/list', { token, account });
  const { window } = answer as unknown as Meters;
  for (const statement of statements) {
    const isOfPeriod = statement.includes('$2');
    const lastYear = addMonths(billingPeriod(window.period), -12);
    await database.query(statement, isOfPeriod ? [account, lastYear] : [account]);
  }
}

/** The readings of an object. */
async function openReading(account: string): Promise<void> {
  token = await cabinet.visit(sampleSignIns.personOfDifficult, '/cabinet/person/indication', account);
}

/** The words of a code up to what is filled in, as the page may show them. */
function textOf(code: keyof typeof readingMessages): string {
  // The window is open on every day.
  if (code === 'readings.accepted') return text.nothingToDo;
  if (code === 'readings.deviation') return ' % більше, ніж торік: ';
  const [words = ''] = readingMessages[code].split('{');
  // The cabinet has no form of requests, so its pages leave that sentence out.
  return words.replace('Показання прийнято. ', '').replace('Заповніть форму звернення.', '').trim();
}

const endings: readonly (readonly [code: keyof typeof readingMessages, ending: Ending])[] = [
  ['readings.accepted', { account: '2390002022', value: asLastYear }],
  ['readings.digitCapacity', { account: '2390002027', value: ({ previous }) => `${previous + 9},5` }],
  [
    'readings.rollOver',
    {
      account: '2390002004',
      before: AT_THE_END,
      value: ({ kwhAsLastYear }) => String(kwhAsLastYear - 10).padStart(5, '0'),
      agrees: true,
    },
  ],
  [
    'readings.deviation',
    {
      account: '2390002024',
      value: ({ previous, kwhAsLastYear }) =>
        String(previous + kwhAsLastYear + Math.max(105, Math.ceil(kwhAsLastYear * 0.6))),
      agrees: true,
    },
  ],
  [
    'readings.operatorCheck',
    {
      account: '2390002025',
      value: ({ previous, kwhAsLastYear }) => String(previous + kwhAsLastYear * 4 + 120),
    },
  ],
  ['readings.additionalVerification', { account: '2390002021', value: asLastYear }],
  ['readings.noStatistics', { account: '2390002023', before: [LAST_YEAR], value: asLastYear }],
  [
    'readings.alreadySubmitted',
    {
      account: '2390002026',
      value: asLastYear,
      meanwhile: (meter) =>
        callProduct(cabinet.product.url, '/api/readings/submit', {
          token,
          account: '2390002026',
          meterId: meter.meterId,
          values: { single: String(meter.previous + meter.kwhAsLastYear - 1) },
          requestId: crypto.randomUUID(),
        }),
    },
  ],
  [
    'readings.personInputBlocked',
    {
      account: '2390002028',
      value: asLastYear,
      meanwhile: () =>
        database.query('update billing.account set input_blocked = true where account_number = $1', [
          '2390002028',
        ]),
    },
  ],
  [
    'readings.meterNotFound',
    {
      account: '2390002029',
      value: asLastYear,
      meanwhile: () =>
        database.query(`update billing.meter set meter_state = 'removed' where account_number = $1`, [
          '2390002029',
        ]),
    },
  ],
  [
    'readings.severalMeters',
    {
      account: '2390002030',
      before: TWO_METERS,
      value: asLastYear,
      // An older page of the cabinet named no meter.
      meanwhile: async (meter) => {
        const answer = await callProduct(cabinet.product.url, '/api/readings/submit', {
          token,
          account: '2390002030',
          values: { single: asLastYear(meter) },
          requestId: crypto.randomUUID(),
        });
        cabinet.replaceAnswers({ '/api/readings/submit': { httpStatus: 422, ...answer } });
      },
    },
  ],
  [
    'readings.notInCalculation',
    {
      account: '2390002031',
      before: [
        `insert into billing.period (period, state)
           select '2026-11', 'closing' where $1 <> ''
           on conflict (period) do update set state = 'closing'`,
      ],
      value: asLastYear,
    },
  ],
];

describe('a reading that ends as', () => {
  it.each(endings)('%s says so', async (code, { account, before, value, meanwhile, agrees }) => {
    cabinet.takeProblems();
    if (before) await prepare(account, before);
    const meter = await meterOf(account);
    await openReading(account);
    const form = page.locator('main form').filter({ has: page.getByRole('button', { name: 'Передати' }) });
    await form.locator('input[inputmode="numeric"]').first().fill(value(meter));
    await meanwhile?.(meter);
    await form.getByRole('button', { name: 'Передати показання' }).first().click();
    const words = page.locator('main').getByText(textOf(code)).filter({ visible: true });
    if (agrees) {
      await page.getByText(textOf(code)).and(page.locator('form *')).last().waitFor();
      await page.getByRole('button', { name: 'Усе правильно, передати' }).click();
      await page.getByText(textOf('readings.accepted')).first().waitFor();
    } else await words.first().waitFor();
    await cabinet.settled();
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
    cabinet.replaceAnswers({});
  });

  it('readings.meterNotFound says so where there is no meter at all', async () => {
    await openReading('2390002029');
    await page.getByText(textOf('readings.meterNotFound')).waitFor();
    await page.locator('main').getByRole('link', { name: '0 800 300 015' }).first().waitFor();
    await checkPage();
  });

  it('readings.entityPeriodClosed says so', async () => {
    const path = '/cabinet/entity/indication';
    const [commercial = ''] = billingMessages['billing.commercialMetering'].split(' {');
    await cabinet.visit(sampleSignIns.entityOfOne, path);
    await page.getByText(textOf('readings.entityPeriodClosed')).first().waitFor();
    await page.getByText('Вікно для показань відкриється').first().waitFor();
    await checkPage();

    const changed = async (statement: string) => {
      await database.query(statement, ['1000000001']);
      await page.reload();
    };
    await changed('update billing.account set input_blocked = true where account_number = $1');
    await page.getByText(textOf('readings.entityInputBlocked')).first().waitFor();
    await page.getByText('зателефонуйте в контактний центр').first().waitFor();
    await changed(`update billing.metering_point set point_state = 'commercial' where account_number = $1`);
    await page.getByText(commercial).first().waitFor();
    await page.getByText('Передавати показання не потрібно').first().waitFor();
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
  });
});

describe('a photo that is refused', () => {
  const account = '2390002032';

  /** Gives more than the line can carry, with a photo that the canvas of the browser has reduced to these bytes. */
  async function addPhoto(reduced: Uint8Array<ArrayBuffer>): Promise<void> {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 8, height: 8, close: () => undefined }));
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(new Blob([reduced])));
    const { previous } = await meterOf(account);
    await openReading(account);
    await page.locator('main form input[inputmode="numeric"]').fill(String(previous + 30_000));
    await page.getByRole('button', { name: 'Передати показання' }).click();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer: smallJpeg });
  }

  it('readings.photoRefused says so', async () => {
    await addPhoto(new TextEncoder().encode('GIF89a'));
    await page.getByText(textOf('readings.photoRefused')).first().waitFor();
    await checkPage();
  });

  it('readings.tooManyPhotos says so', async () => {
    await database.query(
      `insert into portal.stored_file (file_id, account_number, content_type, byte_count, stored_at, purpose)
         select gen_random_uuid(), $1, 'image/jpeg', 1, now(), 'photo' from generate_series(1, 10)`,
      [account],
    );
    await addPhoto(new Uint8Array(smallJpeg));
    await page.getByText(textOf('readings.tooManyPhotos')).first().waitFor();
    await checkPage();
  });
});
