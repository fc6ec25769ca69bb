import { type RawBuilder, sql } from 'kysely';
import { tidyField } from '#contract/field-rules.ts';
import { browserPatterns, systemPatterns } from '#contract/identity/devices.ts';
import {
  accountAuthInfo,
  signInOutcomes,
  signInWords,
  userTypes,
} from '#contract/reports/people/account-auth-info.ts';
import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { parsePhone } from '#domain/identifiers/contacts.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { loginDigest } from '#portal/modules/codes/public.ts';
import { answerLog, type RecordedPeriod } from '../read-report.ts';

/**
 * SQL of the events of somebody: tried with this login, or of the identity whose account, phone or e-mail it is now. A phone is
 * found however it is written; a number may be an account as well as a phone.
 */
function ofLogin(who: string): RawBuilder<boolean> {
  const account = parseAccountNumber(who, anyAccountNumber) ?? null;
  const phone = parsePhone(who) ?? null;
  const email = parseEmail(who) ?? null;
  const logins = [
    { kind: 'admin', login: tidyField('login', who) },
    ...(account === null ? [] : [{ kind: 'entity', login: account }]),
    ...[phone, email].flatMap((login) => (login === null ? [] : [{ kind: 'person', login }])),
  ];
  return sql`(
    event.login_digest = any(${logins.map(loginDigest)}::bytea[])
    or event.identity_id = any(array(
      select identity_id from portal.cabinet_account where account_number = ${account}::text
      union select identity_id from portal.identity where phone = ${phone}::text
      union select identity_id from portal.identity
             where lower(email) = ${email}::text and identity_type = 'person' and email_confirmed_at is not null)))`;
}

/** SQL of the name that a pattern gives to a user agent; null: none does. */
const named = (patterns: readonly (readonly string[])[]): RawBuilder<unknown> => sql`
  select known.pair ->> 1 from jsonb_array_elements(${JSON.stringify(patterns)}::jsonb) with ordinality as known (pair, place)
   where event.device ~ (known.pair ->> 0) order by known.place limit 1`;

const waiting = ['secondStep', 'passwordNeeded', 'codeAsked'];

type Filter = Readonly<Record<'who' | 'outcome' | 'user' | 'address', string | null>>;

const found = ({ from, until }: RecordedPeriod, { who, outcome, user, address }: Filter) => sql`
  from portal.sign_in_event event cross join (select ${JSON.stringify(signInWords)}::jsonb as of) as words
 where event.happened_at >= ${from}::timestamptz and event.happened_at < ${until}::timestamptz
   and ${who === null ? sql`true` : ofLogin(who)}
   and (${user}::text is null or event.kind = ${user})
   and (${address}::text is null or event.address = ${address})
   and case ${outcome}::text when 'entered' then event.outcome = 'success' when 'asked' then event.outcome = any(${waiting}::text[])
            when 'failed' then event.outcome <> 'success' and event.outcome <> all(${waiting}::text[]) else true end`;

export const accountAuthInfoSource = answerLog(
  accountAuthInfo,
  { at: 'happenedAt', id: 'eventId' },
  (period, filter) => sql`
    select event.happened_at as "happenedAt", event.event_id as "eventId",
           case when event.login like '+380%'
                then concat_ws(' ', left(event.login, 4), substr(event.login, 5, 2), '•••', '••', right(event.login, 2))
                when event.login like '%@%' then left(event.login, 1) || '•••' || substr(event.login, strpos(event.login, '@'))
                else event.login end as login,
           ${JSON.stringify(userTypes)}::jsonb ->> event.kind as type,
           words.of ->> case when event.factor is not null then event.factor when event.way = 'password' then 'password'
                             when event.login like '%@%' then 'codeByMail' else 'codeBySms' end as way,
           case when event.kind = 'entity' and event.outcome = 'wrongPassword' then words.of ->> 'wrongPasswordOrCode'
                else ${JSON.stringify(signInOutcomes)}::jsonb ->> event.outcome end as outcome,
           event.tries, event.address,
           case when event.device = '' then words.of ->> 'unknownDevice'
                else coalesce((${named(browserPatterns)}) || (words.of ->> 'on') || (${named(systemPatterns)}), left(event.device, 60)) end as device,
           (select string_agg(account_number, ', ' order by account_number) from (
              select account_number from portal.cabinet_account owned where owned.identity_id = event.identity_id
               order by account_number limit 5) as first) as accounts
      ${found(period, filter)}`,
  (period, filter) => sql`select ${found(period, filter)}`,
);
