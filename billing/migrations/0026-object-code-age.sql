-- The code that adds an account to a cabinet is replaced from time to time; the date decides when, and which bills print it.
alter table billing.account
  -- when the code was brought by the import
  add column object_code_set_at timestamptz not null default now(),
  -- when it was replaced last; null: it is the one of the import
  add column object_code_changed_at timestamptz,
  -- under which request: the same one again replaces nothing
  add column object_code_request_id uuid;
create index accounts_by_age_of_code on billing.account ((coalesce(object_code_changed_at, object_code_set_at)));
