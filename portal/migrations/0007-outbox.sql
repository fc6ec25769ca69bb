-- Messages by SMS, mail and push, with their state. The body is sealed, and gone once a provider has it.
create table portal.outgoing_message (
  message_id uuid primary key,
  channel text not null check (channel in ('sms', 'mail', 'push')),
  recipient text not null,
  kind text not null check (kind in ('code', 'passwordChanged', 'contactChanged', 'test', 'accessAdded', 'billIssued',
    'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted', 'readingUnderReview', 'accessChanged',
    'windowOpens', 'windowCloses', 'dueSoon', 'paymentReminder')),
  body_sealed bytea,
  -- the bill that goes with a letter; it is drawn when the letter is sent
  attached_account text,
  attached_period char(7),
  -- 'always', or only when the recipient is known: decided where it is sent, so that the asking costs the same
  condition text not null default 'always' check (condition in ('always', 'knownPerson', 'knownEntity')),
  condition_account text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'withheld', 'expired')),
  provider text,
  provider_reference text,
  attempts smallint not null default 0,
  last_error text,
  created_at timestamptz not null,
  expires_at timestamptz,
  sent_at timestamptz,
  constraint outgoing_message_sent_check check (state <> 'sent' or (provider is not null and sent_at is not null)),
  constraint outgoing_message_attachment_check check ((attached_account is null) = (attached_period is null)),
  constraint outgoing_message_attachment_channel_check check (attached_account is null or channel = 'mail')
);
create index outgoing_messages_created_at_idx on portal.outgoing_message (created_at desc);
create unique index outgoing_message_bill_key on portal.outgoing_message (lower(recipient), attached_account, attached_period)
  where attached_account is not null;
