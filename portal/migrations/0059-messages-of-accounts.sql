-- Which account a message is about; null: about none, or about the sign-in. The card of an account reads it.
alter table portal.outgoing_message add column account_number text;
update portal.outgoing_message set account_number = attached_account where attached_account is not null;
create index outgoing_messages_account_idx on portal.outgoing_message (account_number, created_at desc)
  where account_number is not null;
