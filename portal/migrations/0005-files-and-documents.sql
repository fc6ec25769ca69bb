-- Files of customers (photos of meters): the bytes lie in the file store, this is their register.
create table portal.stored_file (
  file_id uuid primary key,
  account_number text not null,
  content_type text not null,
  byte_count integer not null check (byte_count > 0),
  -- SHA-256 of its base64, hexadecimal: a request id that comes again with another picture is refused
  content_hash text,
  stored_at timestamptz not null,
  -- photos that no reading names are swept; those that one names stay
  is_attached boolean not null default false
);
create index stored_files_account_photos_idx on portal.stored_file (account_number, stored_at)
  where content_type like 'image/%';
create index stored_files_unattached_photos_idx on portal.stored_file (stored_at)
  where content_type like 'image/%' and not is_attached;

-- Documents that are made on request, beside the answer. Bills of many months, and of all accounts of somebody, come as one
-- archive: it is theirs alone who asked for it.
create table portal.document_request (
  account_number text not null,
  document_id uuid not null,
  kind text not null check (kind in ('reconciliation', 'bills')),
  period_from char(7) not null check (period_from ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  period_to char(7) not null check (period_to ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- whose bills are in it; null: it is of its account
  accounts text[],
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
  constraint document_request_request_id_key unique (account_number, request_id),
  constraint document_request_period_check check (period_to >= period_from),
  constraint document_request_accounts_check check ((kind = 'bills') = (accounts is not null) and cardinality(accounts) > 0),
  constraint document_request_ready_check check (
    (state = 'ready') = (file_id is not null and file_name is not null and ready_at is not null and progress = 100)),
  constraint document_request_failure_check check ((state = 'failed') = (failure is not null))
);
create index document_requests_requested_at_idx on portal.document_request (requested_at);
create index document_requests_file_id_idx on portal.document_request (file_id) where file_id is not null;
-- A request id belongs to one document, of whatever account.
create index document_requests_request_id_idx on portal.document_request (request_id);
