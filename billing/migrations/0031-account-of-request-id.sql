-- For what a request id was used: with another account or another call it is refused. Its key is the id alone: it is looked
-- up to find out the account.
create table billing.request_id (
  request_id uuid primary key,
  -- the function module that it was sent to
  module text not null,
  account_number text not null
);
insert into billing.request_id (request_id, module, account_number)
select object_code_request_id, 'ACCOUNT_CODE_RENEW', account_number from billing.account
 where object_code_request_id is not null
    on conflict do nothing;
alter table billing.account drop column object_code_request_id;
