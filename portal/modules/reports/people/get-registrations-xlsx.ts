import { type RawBuilder, sql } from 'kysely';
import { userTypes } from '#contract/reports/people/account-auth-info.ts';
import {
  contactWords,
  getRegistrations,
  registrationWays,
} from '#contract/reports/people/get-registrations-xlsx.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { answerLongReport, type FilterValues, type RecordedPeriod } from '../read-report.ts';
import { kyivDaysOf } from '../rollups.ts';

/**
 * SQL of how an identity came to be. Who signed up agreed to the text of consent in the same transaction; without it the cabinet was
 * made by the supplier: an import, a command.
 */
const wayOf = sql`
  case when not exists (select from portal.consent
                         where consent.identity_id = identity.identity_id
                           and consent.happened_at <= identity.created_at + interval '1 hour') then 'supplier'
       when identity.identity_type = 'person' then 'phone' else 'contract' end`;

type Filter = FilterValues<'user' | 'way' | 'account'>;

/** SQL of the cabinets of a period, without its `select`: the sign-in of a person of a company is no cabinet. */
const made = ({ from, until }: RecordedPeriod, { user, way, account }: Filter): RawBuilder<unknown> => sql`
  from portal.identity
 where identity.identity_type <> 'admin'
   and not exists (select from portal.company_member member where member.identity_id = identity.identity_id)
   and identity.created_at >= ${from}::timestamptz and identity.created_at < ${until}::timestamptz
   and (${user}::text is null or identity.identity_type = ${user})
   and (${way}::text is null or ${wayOf} = ${way})
   and (${account}::text is null or identity.identity_id in (
         select cabinet.identity_id from portal.cabinet_account cabinet where cabinet.account_number = ${account}))`;

/** The days are counted already, unless a filter asks for more than the type; what came after the end of the period is taken off. */
function counted(period: RecordedPeriod, filter: Filter): RawBuilder<unknown> {
  const { first, last } = kyivDaysOf(period);
  const later = { from: period.until, until: instantToIso(kyivMidnight(addDays(last, 1))) };
  return sql`
    select case when ${filter.way}::text is null and ${filter.account}::text is null
                then (select coalesce(sum(registrations), 0)::integer from portal.registration_count
                       where day between ${first}::date and ${last}::date and identity_type <> 'admin'
                         and (${filter.user}::text is null or identity_type = ${filter.user}))
                     - (select count(*)::integer ${made(later, filter)})
                else (select count(*)::integer ${made(period, filter)}) end`;
}

export const getRegistrationsSource = answerLongReport(
  getRegistrations,
  { order: sql`"createdAt" desc, identity_id desc`, counted },
  (period, filter, { limit }) => sql`
    select identity.identity_id, identity.created_at as "createdAt", ${JSON.stringify(userTypes)}::jsonb ->> identity.identity_type as type,
           ${JSON.stringify(registrationWays)}::jsonb ->> ${wayOf} as way, owned.accounts, owned.objects,
           1 + (select count(*)::integer from portal.company_member member
                 where member.company_id = identity.identity_id and member.identity_id is not null and member.ended_at is null) as people,
           nullif(concat_ws(', ', case when identity.phone_confirmed_at is not null then ${contactWords.phone}::text end,
                                  case when identity.email_confirmed_at is not null then ${contactWords.email}::text end), '') as contacts,
           (select max(started_at) from portal.session where session.identity_id = identity.identity_id) as "lastSignIn",
           identity.blocked_at is not null as "isBlocked"
      from (select identity.* ${made(period, filter)}
             order by identity.created_at desc, identity.identity_id desc limit ${limit}::integer) as identity
     cross join lateral (
        select count(*)::integer as objects, string_agg(account_number, ', ' order by account_number) as accounts
          from portal.cabinet_account cabinet where cabinet.identity_id = identity.identity_id) as owned`,
);
