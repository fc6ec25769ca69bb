import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPage } from './support/check-page.ts';
import { signedInPage } from './support/signed-in-page.ts';
import { openStage, type Stage, settled } from './support/stage.ts';
import { sampleSignIns } from './support/ways-in.ts';

let stage: Stage;
let database: pg.Pool;

beforeAll(async () => {
  stage = await openStage();
  database = new pg.Pool({ connectionString: stage.product.databaseUrl, max: 1 });
  // A supplier whose window is open on every day, so that the journey is the same on all of them.
  await database.query(
    `update billing.supplier
        set rules = rules || '{"readings": {"window": {"person": {"lastDays": 31}}}}'`,
  );
});
afterAll(async () => {
  await database.end();
  await stage.close();
});

/** The customer has read every register on the second of the month; answers the values to give next. */
async function readBefore(account: string): Promise<{ values: number[]; told: string }> {
  const { rows } = await database.query<{ value: string; day: string; days: number }>(
    `insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at,
       source, status)
     select r.account_number, r.meter_id, r.zone, gen_random_uuid(), to_char(begins.on, 'YYYY-MM'), last.value + 20,
       begins.on + 1, now() - interval '1 hour', 'customer', 'accepted'
     from (select date_trunc('month', now() at time zone 'Europe/Kyiv')::date as on) begins, billing.register r
     join billing.meter m using (account_number, meter_id)
     cross join lateral (select max(value) as value from billing.reading x
       where (x.account_number, x.meter_id, x.zone) = (r.account_number, r.meter_id, r.zone)) last
     where r.account_number = $1 and m.meter_state = 'working'
     order by array_position(array['single', 'day', 'night'], r.zone)
     returning value, to_char(effective_date, 'DD.MM.YYYY') as day,
       (effective_date - 1 + interval '1 month')::date - effective_date as days`,
    [account],
  );
  const [first] = rows;
  if (!first) throw new Error(`${account} has no register`);
  const told = new RegExp(
    `Ви передавали ${first.day}\\.\\s+Передайте ще раз, щоб не рахувати ${first.days} `,
  );
  return { values: rows.map(({ value }) => Number(value) + 30), told: told.source };
}

const fields = (page: Page) => page.locator('main input[inputmode="numeric"]');
const agree = (page: Page) => page.getByRole('button', { name: 'Погоджуюсь' });
const receipt = (page: Page) => page.locator('main [data-paper]');

describe.each([
  ['phone', '2390001111'],
  ['desk', '2390001112'],
] as const)('a reading given before the window, on a %s', (device, account) => {
  it('is asked for again at home and on its page, and is done when it was given', async () => {
    const { values, told } = await readBefore(account);
    const path = `/cabinet/person?account=${account}`;
    const { page, context, problems } = await signedInPage(stage, sampleSignIns.personOfThree, device, {
      path,
    });
    await page.getByText(new RegExp(told)).waitFor();
    await settled(page);
    await checkPage(page);

    await page.goto(`${stage.product.url}/cabinet/person/indication?account=${account}`);
    await page.getByText(new RegExp(told)).waitFor();
    await page.getByRole('button', { name: /^Виправити показання від/ }).waitFor();
    await settled(page);
    await checkPage(page);
    expect(await fields(page).count()).toBe(values.length);

    // By the keyboard alone: the fields, then the button.
    await fields(page).first().focus();
    for (const [index, value] of values.entries()) {
      if (index > 0) await page.keyboard.press('Tab');
      await page.keyboard.type(String(value));
    }
    await page.keyboard.press('Enter');
    await agree(page).or(receipt(page)).first().waitFor();
    if (await agree(page).isVisible()) await agree(page).press('Enter');
    await receipt(page)
      .getByText(/^Показання (прийнято|на перевірці)$/)
      .waitFor();
    await page.getByText(new RegExp(told)).waitFor({ state: 'detached' });
    expect(await fields(page).count()).toBe(0);
    await settled(page);
    await checkPage(page);

    await page.goto(`${stage.product.url}${path}`);
    await page.getByRole('heading', { name: /Що зробити зараз/ }).waitFor();
    await page.getByText('Передайте показання').waitFor({ state: 'detached' });
    expect(problems.filter((problem) => !/status of 422/.test(problem))).toEqual([]);
    await context.close();
  });
});
