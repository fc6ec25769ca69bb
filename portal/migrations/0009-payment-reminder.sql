-- A reminder of paying that a person has asked for: one of an account, gone when its day has come (decision 0051).
create table portal.payment_reminder (
  identity_id uuid not null,
  account_number text not null,
  remind_on date not null,
  set_at timestamptz not null,
  primary key (identity_id, account_number),
  -- who has no longer the account in the cabinet is not reminded of it
  foreign key (identity_id, account_number) references portal.identity_account on delete cascade
);
create index payment_reminders_by_day on portal.payment_reminder (remind_on, identity_id, account_number);

alter table portal.outgoing_message
  drop constraint outgoing_message_kind_check,
  add constraint outgoing_message_kind_check check (kind in ('code', 'passwordChanged', 'contactChanged', 'test',
    'billIssued', 'paymentConfirmed', 'paymentFailed', 'readingAccepted', 'readingUnderReview', 'windowOpens',
    'windowCloses', 'dueSoon', 'paymentReminder'));
