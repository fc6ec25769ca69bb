-- Who asked for the deletion of their sign-in and personal data. It is carried out after some days, in which it can be withdrawn.
create table portal.erasure_request (
  request_id uuid primary key,
  identity_id uuid not null references portal.identity,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  withdrawn_at timestamptz,
  -- when all but the files of open conversations was done
  done_at timestamptz,
  -- when those files were deleted too
  files_deleted_at timestamptz,
  constraint erasure_request_term_check check (due_at >= asked_at),
  constraint erasure_request_end_check check (withdrawn_at is null or done_at is null),
  constraint erasure_request_files_check check (files_deleted_at is null or done_at is not null)
);
create unique index erasure_request_open_key on portal.erasure_request (identity_id)
  where withdrawn_at is null and done_at is null;
create index erasure_requests_due_at_idx on portal.erasure_request (due_at) where withdrawn_at is null and done_at is null;
create index erasure_requests_files_idx on portal.erasure_request (done_at) where done_at is not null and files_deleted_at is null;
create index erasure_requests_asked_at_idx on portal.erasure_request (asked_at desc);
