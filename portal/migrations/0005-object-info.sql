-- What was last known of an object, for the time when the billing does not answer; goes with the object.
create table portal.object_info (
  identity_id uuid not null,
  account_number text not null,
  info jsonb not null,
  saved_at timestamptz not null,
  primary key (identity_id, account_number),
  foreign key (identity_id, account_number) references portal.identity_account on delete cascade
);
