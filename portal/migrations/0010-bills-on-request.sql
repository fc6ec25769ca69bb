-- Bills of many months, and of all accounts of somebody, as one archive: it is theirs alone who asked for it.
alter table portal.document_request
  drop constraint document_request_kind_check,
  add constraint document_request_kind_check check (kind in ('reconciliation', 'bills')),
  -- whose bills are in it; null: it is of its account
  add column accounts text[],
  add constraint an_archive_names_its_accounts check (
    (kind = 'bills') = (accounts is not null) and cardinality(accounts) > 0);

-- Who wants the bill itself with the letter that tells of it.
create table portal.bill_by_mail (
  identity_id uuid primary key references portal.identity,
  asked_at timestamptz not null
);

-- The bill that goes with a letter; it is drawn when the letter is sent.
alter table portal.outgoing_message
  add column attached_account text,
  add column attached_period char(7),
  add constraint a_bill_is_of_an_account_and_a_month check ((attached_account is null) = (attached_period is null)),
  add constraint bills_go_with_letters check (attached_account is null or channel = 'mail');
create unique index a_bill_is_mailed_once on portal.outgoing_message (lower(recipient), attached_account, attached_period)
  where attached_account is not null;
