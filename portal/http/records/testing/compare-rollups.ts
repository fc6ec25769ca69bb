import { sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';

const counted = ['count(*) as calls', 'sum(duration_us) as took_us', 'max(duration_us) as max_us'].join(', ');
const keys = 'kind, name, outcome_code, http_status';
const units = {
  minute: { at: "date_trunc('minute', happened_at, 'UTC')", key: 'at' },
  hour: { at: "date_trunc('hour', happened_at, 'UTC')", key: 'at' },
  day: { at: "(happened_at at time zone 'Europe/Kyiv')::date", key: 'day' },
} as const;
const calls = `(select 'api' as kind, name, happened_at, duration_us, outcome_code, http_status from portal.api_call
  union all select 'fm', name, happened_at, duration_us, outcome_code, http_status from portal.fm_call) as call`;
// By comparing with the powers of 1.04, not by the logarithm that the function takes.
const powers = '(select array_agg(power(1.04::float8, b) order by b) from generate_series(0, 600) as b)';
const bucket = `(case when duration_us <= 1 then 0 else width_bucket(duration_us::float8, ${powers}) end)::smallint`;

const places = Array.from({ length: 16 }, (_, place) => place);

/** Each rollup, and the same by plain SQL over the raw rows. */
const rollups: Readonly<Record<string, readonly [kept: string, plain: string]>> = {
  ...Object.fromEntries(
    Object.entries(units).flatMap(([unit, { at, key }]) => [
      [
        `call_count_${unit}`,
        [
          `select ${keys}, ${key}, calls, took_us, max_us, last_at from portal.call_count_${unit}`,
          `select ${keys}, ${at} as ${key}, ${counted}, max(happened_at) as last_at from ${calls} group by ${keys}, ${at}`,
        ],
      ],
      ...(unit !== 'hour'
        ? []
        : [
            [
              `call_latency_${unit}`,
              [
                `select kind, name, ${key}, bucket, calls from portal.call_latency_${unit}`,
                `select kind, named.name, ${at} as ${key}, ${bucket} as bucket, count(*) as calls
                 from ${calls} cross join lateral (values (call.name), ('')) as named(name) group by 1, 2, 3, 4`,
              ],
            ],
          ]),
    ]),
  ),
  call_total_minute: [
    'select kind, outcome_code, http_status, at, calls from portal.call_total_minute',
    `select kind, outcome_code, http_status, ${units.minute.at} as at, count(*) as calls from ${calls} group by 1, 2, 3, 4`,
  ],
  call_latency_minute: [
    'select kind, at, buckets, calls from portal.call_latency_minute',
    `select kind, at, array_agg(bucket order by bucket) as buckets, array_agg(calls order by bucket) as calls
     from (select kind, ${units.minute.at} as at, ${bucket} as bucket, count(*)::integer as calls from ${calls} group by 1, 2, 3) as counted
     group by 1, 2`,
  ],
  call_latency_day: [
    'select kind, day, bucket, calls from portal.call_latency_day',
    `select kind, ${units.day.at} as day, ${bucket} as bucket, count(*) as calls from ${calls} group by 1, 2, 3`,
  ],
  name_latency_day: [
    `select kind, day, name, bucket, of_bucket
     from portal.name_latency_day, unnest(array[${places.map((place) => `n${place}`).join(', ')}]) with ordinality as counted (of_bucket, place)
     cross join lateral (select (first_bucket + place - 1)::smallint as bucket) as placed
     where of_bucket > 0 and first_bucket % 16 = 0`,
    `select kind, ${units.day.at} as day, name, ${bucket} as bucket, count(*)::integer as of_bucket from ${calls} group by 1, 2, 3, 4`,
  ],
  'sums of name_latency_day': [
    'select kind, day, name, sum(calls) as calls from portal.name_latency_day group by 1, 2, 3',
    `select kind, ${units.day.at} as day, name, count(*) as calls from ${calls} group by 1, 2, 3`,
  ],
  failed_return_day: [
    'select day, name, outcome_code, http_status, cause, previous_day, users from portal.failed_return_day where users <> 0',
    `select day, name, outcome_code, http_status, cause, previous_day, count(*)::integer as users
     from (select *, lag(day) over (partition by name, outcome_code, http_status, cause, who order by day) as previous_day
             from (select distinct ${units.day.at} as day, name, outcome_code, http_status, coalesce(cause, '') as cause,
                          coalesce(identity_id, session_id) as who
                     from portal.api_call left join portal.session using (session_id)
                    where http_status >= 400 and session_id is not null) as met) as met
     where previous_day >= day - 30 group by 1, 2, 3, 4, 5, 6`,
  ],
  active_user_minute: [
    'select minute, identity_id from portal.active_user_minute',
    `select distinct ${units.minute.at} as minute, identity_id from portal.api_call join portal.session using (session_id)`,
  ],
  call_pair_day: [
    'select day, api, fm, calls, failed, took_us from portal.call_pair_day',
    `select ${units.day.at} as day, coalesce(api, '') as api, name as fm, count(*) as calls,
       count(*) filter (where http_status >= 400) as failed, sum(duration_us) as took_us from portal.fm_call group by 1, 2, 3`,
  ],
  failed_call_day: [
    'select day, name, outcome_code, http_status, cause, calls, users, first_at, last_at from portal.failed_call_day',
    `select ${units.day.at} as day, name, outcome_code, http_status, coalesce(cause, '') as cause, count(*) as calls,
       count(distinct coalesce(identity_id, session_id)) as users, min(happened_at) as first_at, max(happened_at) as last_at
     from portal.api_call left join portal.session using (session_id) where http_status >= 400 group by 1, 2, 3, 4, 5`,
  ],
  slow_call_day: [
    'select * from portal.slow_call_day',
    `select kind, ${units.day.at} as day, name, ${['500', '1000', '3000', '10000']
      .map((ms) => `count(*) filter (where duration_us >= ${ms} * 1000) as at_least_${ms}`)
      .join(', ')}
     from ${calls} where duration_us >= 500000 group by 1, 2, 3`,
  ],
  ...Object.fromEntries(
    (['minute', 'hour', 'day'] as const).flatMap((unit) => {
      const used = `select distinct ${units[unit].at} as ${unit}, identity_id, identity_type
        from portal.api_call join portal.session using (session_id) join portal.identity using (identity_id)`;
      return [
        ...(unit === 'minute'
          ? []
          : [
              [
                `active_user_${unit}`,
                [`select ${unit}, identity_id, identity_type from portal.active_user_${unit}`, used],
              ],
            ]),
        [
          `user_count_${unit}`,
          [
            `select ${unit}, identity_type, users from portal.user_count_${unit}`,
            `select ${unit}, identity_type, count(*) as users from (${used}) as used group by 1, 2`,
          ],
        ],
      ];
    }),
  ),
};

/** Rows of each rollup, and those in which it differs from the raw rows. */
export async function compareRollups(
  db: PortalDatabase,
): Promise<Record<string, { rows: number; differing: number }>> {
  const result: Record<string, { rows: number; differing: number }> = {};
  for (const [name, [kept, plain]] of Object.entries(rollups)) {
    const { rows } = await sql
      .raw<{ rows: number; differing: number }>(
        `with kept as materialized (${kept}), plain as materialized (${plain})
         select (select count(*) from plain)::integer as rows,
           (select count(*) from ((select * from kept except all select * from plain)
             union all (select * from plain except all select * from kept)) as difference)::integer as differing`,
      )
      .execute(db);
    result[name] = rows[0] ?? { rows: 0, differing: -1 };
  }
  return result;
}
