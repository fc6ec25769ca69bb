-- The people of a company, each with a sign-in of its own. The identity that signed up with the contract is the company's cabinet
-- and stays its owner. Objects: all (no accounts), some accounts, or metering points of some accounts.
create table portal.company_member (
  member_id uuid primary key,
  company_id uuid not null,
  company_type text not null default 'entity' check (company_type = 'entity'),
  -- the person's own sign-in; null: the invitation was not accepted
  identity_id uuid unique references portal.identity,
  role text not null check (role in ('owner', 'accountant', 'powerEngineer', 'signer', 'viewer')),
  -- null: all accounts of the company
  accounts text[] check (cardinality(accounts) > 0),
  -- EIC codes of metering points; null: all points of those accounts
  points text[] check (cardinality(points) > 0),
  full_name text not null,
  email text not null,
  -- says whose sign-in it is, beside an account of the company; null: not accepted
  unique_code text check (unique_code ~ '^[A-Z0-9]{6,12}$'),
  -- of the link in the newest letter
  token_digest bytea unique,
  invited_by uuid not null references portal.identity,
  invited_at timestamptz not null,
  -- of the newest letter
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- of an invitation: withdrawn
  ended_at timestamptz,
  ended_by uuid references portal.identity,
  foreign key (company_id, company_type) references portal.identity (identity_id, identity_type),
  constraint company_member_objects_check check (points is null or accounts is not null),
  constraint company_member_accepted_check
    check ((accepted_at is null) = (identity_id is null) and (accepted_at is null) = (unique_code is null)),
  constraint company_member_unique_code_key unique (company_id, unique_code)
);
create unique index company_member_email_key on portal.company_member (company_id, lower(email)) where ended_at is null;

-- The accounts that a sign-in sees: of its own cabinet or, for a person of a company, of the company's as far as they are its.
create view portal.cabinet_account as
select identity_id, account_number, owner_type, access_id, display_name, added_at
  from portal.identity_account
union all
select member.identity_id, owned.account_number, owned.owner_type, owned.access_id, owned.display_name, owned.added_at
  from portal.company_member member
  join portal.identity_account owned on owned.identity_id = member.company_id
 where member.identity_id is not null and member.ended_at is null
   and (member.accounts is null or owned.account_number = any(member.accounts));

-- What the people of a company did: a row before a changing call begins, its outcome once after it. Nothing of the payload but
-- the account and its points. Rows are only added.
create table portal.company_action (
  company_id uuid not null references portal.identity,
  action_id uuid not null,
  actor_id uuid not null references portal.identity,
  -- name of a program; null: the person
  program text,
  call text not null,
  area text not null,
  account_number text,
  happened_at timestamptz not null,
  address text not null,
  reference text not null,
  -- ids of the meters that it was about; null: about none
  objects text[],
  -- 'success' or the code of a failure; null: it is under way, or the server was stopped meanwhile
  outcome text,
  primary key (company_id, action_id)
);
create index company_actions_happened_at_idx on portal.company_action (company_id, happened_at desc, action_id desc);
create index company_actions_actor_idx on portal.company_action (company_id, actor_id, happened_at desc, action_id desc);

create function portal.refuse_company_action_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.outcome is null and new.outcome is not null
       and to_jsonb(old) - array['outcome', 'objects'] = to_jsonb(new) - array['outcome', 'objects'] then
      return new;
    end if;
  end if;
  raise exception 'the list of actions is append-only';
end $$;
create trigger company_action_append_only before update or delete on portal.company_action
  for each row execute function portal.refuse_company_action_change();

alter table portal.session drop constraint session_end_reason_check;
alter table portal.session add constraint session_end_reason_check
  check (end_reason in ('signOut', 'ended', 'allEnded', 'passwordChanged', 'passwordRecovered', 'blocked', 'accessEnded'));

alter table portal.outgoing_message drop constraint outgoing_message_kind_check;
alter table portal.outgoing_message add constraint outgoing_message_kind_check
  check (kind in ('code', 'passwordChanged', 'contactChanged', 'test', 'accessAdded', 'billIssued',
    'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted', 'readingUnderReview', 'accessChanged',
    'windowOpens', 'windowCloses', 'dueSoon', 'actToSign', 'plannedSoon', 'limitNear', 'paymentReminder',
    'invitation', 'uniqueCode'));
