-- People who answer for an object: whom the supplier calls about it, and as what.
create table billing.account_responsible (
  account_number text not null references billing.account,
  name text not null check (name <> ''),
  phone text not null default '',
  -- in the supplier's words
  role text not null default '',
  -- the last day; null: no end is known
  responsible_until date,
  primary key (account_number, name)
);
