-- Choices of a person: kind of notice and channel. Only what was chosen is stored; the defaults are in the code.
create table portal.notification_choice (
  identity_id uuid not null references portal.identity,
  kind text not null check (kind in ('billIssued', 'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted',
    'readingUnderReview', 'accessChanged', 'windowOpens', 'windowCloses', 'dueSoon')),
  channel text not null check (channel in ('sms', 'mail', 'push')),
  is_on boolean not null,
  primary key (identity_id, kind, channel)
);

-- A browser that subscribed to push messages. Its address and keys are sealed: who has them can make it show anything.
create table portal.push_subscription (
  subscription_id uuid primary key,
  identity_id uuid not null references portal.identity,
  -- the session in which the browser was seen last
  session_id uuid references portal.session on delete set null,
  endpoint_digest bytea not null unique,
  subscription_sealed bytea not null,
  added_at timestamptz not null
);
create index push_subscriptions_identity_id_idx on portal.push_subscription (identity_id, added_at desc);
create index push_subscriptions_session_id_idx on portal.push_subscription (session_id);

-- Whoever ends a session, and why ever: its browser hears nothing more. A session that just runs out ends nothing.
create function portal.delete_push_of_session() returns trigger language plpgsql as $$
begin
  delete from portal.push_subscription where session_id = new.session_id;
  return null;
end $$;
create trigger session_end_deletes_push after update of ended_at on portal.session
  for each row when (new.ended_at is not null and old.ended_at is null)
  execute function portal.delete_push_of_session();

-- The secret address of a person's calendar: looked up by its digest, shown to its owner from what is sealed.
create table portal.calendar_link (
  identity_id uuid primary key references portal.identity,
  secret_digest bytea not null unique,
  secret_sealed bytea not null,
  made_at timestamptz not null
);

-- Each reminder goes once, however often it is planned and on however many nodes.
create table portal.reminder_sent (
  identity_id uuid not null references portal.identity,
  account_number text not null,
  kind text not null check (kind in ('windowOpens', 'windowCloses', 'dueSoon')),
  period char(7) not null check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  planned_at timestamptz not null,
  primary key (identity_id, account_number, kind, period)
);

-- Payment reminders that a person asked for: one for each account, deleted when its day has come.
create table portal.payment_reminder (
  identity_id uuid not null,
  account_number text not null,
  remind_on date not null,
  set_at timestamptz not null,
  primary key (identity_id, account_number),
  -- who has no longer the account in the cabinet is not reminded of it
  foreign key (identity_id, account_number) references portal.identity_account on delete cascade
);
create index payment_reminders_day_idx on portal.payment_reminder (remind_on, identity_id, account_number);

-- Who wants the bill itself with the letter that tells of it.
create table portal.bill_by_mail (
  identity_id uuid primary key references portal.identity,
  asked_at timestamptz not null
);
