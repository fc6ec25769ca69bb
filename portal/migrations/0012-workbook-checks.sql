-- Uploaded workbooks of readings with what their check found: to be marked and sent back, and to be committed. They are pruned
-- after a day.
create table portal.workbook_check (
  account_number text not null,
  -- of the account and the content: the same workbook that comes again is checked anew in its place
  check_id uuid not null,
  request_id uuid not null,
  -- SHA-256, hexadecimal: a request id that comes again with another workbook is refused
  content_hash text not null,
  content bytea not null,
  -- where the table stands in the workbook
  layout jsonb not null,
  -- what a commit submits
  rows jsonb not null,
  -- cells that no commit takes
  wrong jsonb not null,
  -- all wrong cells, and the answer to the upload
  errors jsonb not null,
  answer jsonb not null,
  checked_at timestamptz not null,
  primary key (account_number, check_id),
  constraint workbook_check_request_key unique (account_number, request_id)
);
create index workbook_check_checked_at_idx on portal.workbook_check (checked_at);
