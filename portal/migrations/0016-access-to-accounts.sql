-- Who has an account in the cabinet is shown to those who have it, under an id that is nobody's name elsewhere.
alter table portal.identity_account
  add column access_id uuid not null default gen_random_uuid() constraint an_access_has_an_id unique;

-- Register of who came to an account and who left, why and by whom: rows are only added, but for the note that it was told.
create table portal.access_change (
  account_number text not null,
  change_id uuid not null,
  -- whose access
  identity_id uuid not null references portal.identity,
  kind text not null check (kind in ('added', 'left', 'ended', 'holderChanged')),
  -- who did it; null: the supplier
  actor_id uuid references portal.identity,
  happened_at timestamptz not null,
  -- when everybody concerned was told
  told_at timestamptz,
  primary key (account_number, change_id)
);
create index access_changes_by_time on portal.access_change (account_number, happened_at desc);

-- Who knows the code of an account and waits for the one who has it to allow it.
create table portal.access_request (
  account_number text not null,
  identity_id uuid not null references portal.identity,
  request_id uuid not null constraint an_access_request_has_an_id unique,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_number, identity_id)
);
create index access_requests_of_an_identity on portal.access_request (identity_id);

-- What was kept before holds contacts that are masked now; it is kept anew when the object is looked at.
delete from portal.object_info;

alter table portal.notification_choice
  drop constraint notification_choice_kind_check,
  add constraint notification_choice_kind_check check (kind in ('billIssued', 'paymentConfirmed', 'paymentFailed',
    'paymentReturned', 'readingAccepted', 'readingUnderReview', 'accessChanged', 'windowOpens', 'windowCloses', 'dueSoon'));
alter table portal.outgoing_message
  drop constraint outgoing_message_kind_check,
  add constraint outgoing_message_kind_check check (kind in ('code', 'passwordChanged', 'contactChanged', 'test',
    'accessAdded', 'billIssued', 'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted',
    'readingUnderReview', 'accessChanged', 'windowOpens', 'windowCloses', 'dueSoon', 'paymentReminder'));
alter table portal.confirmation_code
  drop constraint confirmation_code_purpose_check,
  add constraint confirmation_code_purpose_check check (purpose in ('register', 'login', 'recover', 'confirm',
    'secondFactor', 'access'));
