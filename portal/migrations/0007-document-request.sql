-- Documents that are made on request, beside the answer; the bytes lie in the file store.
create table portal.document_request (
  account_number text not null,
  document_id uuid not null,
  kind text not null check (kind in ('reconciliation')),
  period_from char(7) not null check (period_from ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  period_to char(7) not null check (period_to ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  state text not null default 'queued' check (state in ('queued', 'making', 'ready', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  attempts smallint not null default 0,
  request_id uuid not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  ready_at timestamptz,
  file_id uuid references portal.stored_file,
  file_name text,
  -- the code of what went wrong; null: nothing did
  failure text,
  primary key (account_number, document_id),
  constraint a_document_request_is_answered_once unique (account_number, request_id),
  constraint a_document_ends_where_it_begins_or_later check (period_to >= period_from),
  constraint a_ready_document_has_its_file check (
    (state = 'ready') = (file_id is not null and file_name is not null and ready_at is not null and progress = 100)),
  constraint a_failed_document_says_why check ((state = 'failed') = (failure is not null))
);
create index document_requests_by_time on portal.document_request (requested_at);
create index document_requests_by_file on portal.document_request (file_id) where file_id is not null;
