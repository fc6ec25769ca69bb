import { sql } from 'kysely';
import { userTypes } from '#contract/reports/people/account-auth-info.ts';
import {
  contactWords,
  getRegistrations,
  registrationWays,
} from '#contract/reports/people/get-registrations-xlsx.ts';
import { answerReport } from '../read-report.ts';

/**
 * Who signed up agreed to the text of consent in the same transaction; without it the cabinet was made by the supplier: an import, a
 * command.
 */
export const getRegistrationsSource = answerReport(
  getRegistrations,
  ({ from, until }, { user, way, account }) => sql`
    select made."createdAt", ${JSON.stringify(userTypes)}::jsonb ->> made.type as type,
           ${JSON.stringify(registrationWays)}::jsonb ->> made.way as way, owned.accounts,
           coalesce(cardinality(owned.numbers), 0) as objects, made.contacts,
           (select max(started_at) from portal.session where session.identity_id = made.identity_id) as "lastSignIn",
           made."isBlocked"
      from (
        select identity.identity_id, identity.created_at as "createdAt", identity.identity_type as type,
               identity.blocked_at is not null as "isBlocked",
               case when member.identity_id is not null then 'invitation'
                    when not exists (select from portal.consent
                                      where consent.identity_id = identity.identity_id
                                        and consent.happened_at <= identity.created_at + interval '1 hour') then 'supplier'
                    when identity.identity_type = 'person' then 'phone' else 'contract' end as way,
               nullif(concat_ws(', ', case when identity.phone_confirmed_at is not null then ${contactWords.phone}::text end,
                                      case when identity.email_confirmed_at is not null then ${contactWords.email}::text end), '') as contacts
          from portal.identity
          left join portal.company_member member on member.identity_id = identity.identity_id
         where identity.identity_type <> 'admin'
           and identity.created_at >= ${from}::timestamptz and identity.created_at < ${until}::timestamptz) as made
      left join lateral (
        select array_agg(account_number) as numbers, string_agg(account_number, ', ' order by account_number) as accounts
          from portal.cabinet_account cabinet where cabinet.identity_id = made.identity_id) as owned on true
     where (${user}::text is null or made.type = ${user}) and (${way}::text is null or made.way = ${way})
       and (${account}::text is null or ${account} = any(owned.numbers))`,
);
