import type pg from 'pg';

/** The value that stands, as the field shows it in grey. */
export async function previousValue(database: pg.Pool, account: string): Promise<number> {
  const { rows } = await database.query(
    `select max(value_at) as value from (
       select closing_value as value_at from billing.consumption where account_number = $1) as known`,
    [account],
  );
  return Number(rows[0]?.value);
}

/** A value that nobody asks about on any day: what the same month of last year used, for the days since the last one. */
export async function usualValue(database: pg.Pool, account: string): Promise<number> {
  const { rows } = await database.query(
    `with day as (select (now() at time zone 'Europe/Kyiv')::date as today), counts as (
       select case
           when extract(day from today) <= 3 then date_trunc('month', today)::date
           when extract(month from today + 2) <> extract(month from today) then (date_trunc('month', today) + interval '1 month')::date
           else today
         end as on_day from day)
     select (select sum(energy_wh) / 1000.0 / (max(to_date) - min(from_date)) from billing.consumption
         where account_number = $1 and period = to_char(on_day - interval '1 year 1 day', 'YYYY-MM'))
       * (on_day - (select max(to_date) from billing.consumption where account_number = $1)) as kwh
     from counts`,
    [account],
  );
  return (await previousValue(database, account)) + Math.max(1, Math.round(Number(rows[0]?.kwh)));
}

/** A row of /api/readings/points, as far as a usual value depends on it. */
export interface UsualRow {
  readonly previousValue: number;
  readonly coefficient: number;
  readonly dailyAverageKwh: number | null;
}

/** A value of a point of a company by which the month equals that of last year: it is accepted without a question. */
export function usualPointValue({ previousValue, dailyAverageKwh, coefficient }: UsualRow): number {
  return previousValue + Math.max(1, Math.round(((dailyAverageKwh ?? 30) * 30) / coefficient));
}
