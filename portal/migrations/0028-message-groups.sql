-- Messages of the supplier to groups: delivered in parts by a job, planned, stopped and recalled.
alter table portal.supplier_message drop constraint supplier_message_audience_check;
-- {"kind": "accounts"}, {"kind": "rule", "rule": …} as contract/values/recipient-rule.ts, {"kind": "everybody"}
alter table portal.supplier_message add constraint supplier_message_audience_check
  check (audience ->> 'kind' in ('accounts', 'rule', 'everybody'));

-- How far a message has come. A message without a row here was delivered when it was sent.
create table portal.supplier_message_dispatch (
  message_id uuid primary key references portal.supplier_message,
  state text not null check (state in ('scheduled', 'delivering', 'delivered', 'stopped')),
  deliver_at timestamptz not null,
  -- accounts up to this number are done
  cursor text not null default '',
  delivered integer not null default 0 check (delivered >= 0),
  -- accounts that were counted before it was sent
  expected integer not null check (expected >= 0),
  -- why it goes to so many; '': it goes to few
  reason text not null,
  changed_at timestamptz not null,
  stopped_by uuid references portal.administrator,
  recalled_at timestamptz,
  recalled_by uuid references portal.administrator,
  recall_reason text,
  constraint supplier_message_dispatch_stopped_check check ((state = 'stopped') = (stopped_by is not null)),
  constraint supplier_message_dispatch_recalled_check
    check (num_nulls(recalled_at, recalled_by, recall_reason) in (0, 3) and (recalled_at is null or state in ('delivered', 'stopped')))
);
create index supplier_message_dispatches_open_idx on portal.supplier_message_dispatch (deliver_at)
  where state in ('scheduled', 'delivering');
create index supplier_message_dispatches_stopped_by_idx on portal.supplier_message_dispatch (stopped_by)
  where stopped_by is not null;
create index supplier_message_dispatches_recalled_by_idx on portal.supplier_message_dispatch (recalled_by)
  where recalled_by is not null;

-- The accounts of a list, as it was sent.
create table portal.supplier_message_target (
  account_number text not null,
  message_id uuid not null references portal.supplier_message,
  primary key (account_number, message_id)
);
create index supplier_message_targets_message_id_idx on portal.supplier_message_target (message_id, account_number);

-- Who was told of a message: once, however many of their accounts it came to.
create table portal.supplier_message_notice (
  message_id uuid not null references portal.supplier_message,
  identity_id uuid not null references portal.identity,
  primary key (message_id, identity_id)
);
create index supplier_message_notices_identity_id_idx on portal.supplier_message_notice (identity_id);

alter table portal.notification_choice drop constraint notification_choice_kind_check;
alter table portal.notification_choice add constraint notification_choice_kind_check
  check (kind in ('billIssued', 'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted',
    'readingUnderReview', 'accessChanged', 'actToSign', 'limitApproved', 'limitDeclined', 'limitApplied', 'ticketNews', 'windowOpens',
    'windowCloses', 'dueSoon', 'plannedSoon', 'limitNear', 'supplierMessage'));

alter table portal.outgoing_message drop constraint outgoing_message_kind_check;
alter table portal.outgoing_message add constraint outgoing_message_kind_check
  check (kind in ('code', 'passwordChanged', 'contactChanged', 'test', 'accessAdded', 'billIssued',
    'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted', 'readingUnderReview', 'accessChanged',
    'windowOpens', 'windowCloses', 'dueSoon', 'actToSign', 'plannedSoon', 'limitNear', 'paymentReminder',
    'invitation', 'uniqueCode', 'limitApproved', 'limitDeclined', 'limitApplied', 'ticketNews', 'supplierMessage'));
-- what it tells of, to count by state; null: nothing that is counted
alter table portal.outgoing_message add column about_id uuid;
create index outgoing_messages_about_id_idx on portal.outgoing_message (about_id, channel, state) where about_id is not null;
