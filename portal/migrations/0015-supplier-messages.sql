-- What the supplier writes to its customers: a text and its deliveries to accounts. Who sent it is kept with it, and what was sent
-- stays as it was sent.
create table portal.supplier_message (
  message_id uuid primary key,
  title text not null check (char_length(title) between 3 and 120),
  body text not null check (char_length(body) between 1 and 4000),
  -- whom it was meant for, e.g. {"kind": "accounts"}: accounts that were named
  audience jsonb not null check (audience ->> 'kind' in ('accounts')),
  -- the administrator; null: the supplier
  sent_by uuid references portal.administrator,
  sent_at timestamptz not null,
  request_id uuid unique
);
create index supplier_messages_sent_at_idx on portal.supplier_message (sent_at desc, message_id desc);
create index supplier_messages_sent_by_idx on portal.supplier_message (sent_by);

create function portal.refuse_supplier_message_change() returns trigger language plpgsql as $$
begin
  raise exception 'a message that was sent stays as it was sent';
end $$;
create trigger supplier_message_append_only before update or delete on portal.supplier_message
  for each statement execute function portal.refuse_supplier_message_change();

create table portal.supplier_message_delivery (
  account_number text not null,
  message_id uuid not null references portal.supplier_message,
  primary key (account_number, message_id)
);
create index supplier_message_deliveries_message_id_idx on portal.supplier_message_delivery (message_id);

-- Who has read it: each reader by their own sign-in, because several people look into one account.
create table portal.supplier_message_read (
  account_number text not null,
  message_id uuid not null,
  identity_id uuid not null references portal.identity,
  read_at timestamptz not null,
  primary key (account_number, message_id, identity_id),
  foreign key (account_number, message_id) references portal.supplier_message_delivery
);
create index supplier_message_reads_identity_id_idx on portal.supplier_message_read (identity_id);
create index supplier_message_reads_message_id_idx on portal.supplier_message_read (message_id);
