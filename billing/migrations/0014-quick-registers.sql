-- For what accounts a payer paid before, so that an operator who looks at a row nobody knows is shown them. A key by the text
-- of each row cost as much as reading the file; the same payer pays for the same account each month, so this stays small.
create table billing.bank_statement_payer (
  -- hashtextextended(payer, 0)
  payer_key bigint not null,
  account_number text not null,
  primary key (payer_key, account_number)
);

insert into billing.bank_statement_payer (payer_key, account_number)
select distinct hashtextextended(r.payer, 0), o.account_number
from billing.bank_statement_row r
join billing.bank_statement_outcome o on o.statement_number = r.statement_number and o.line = r.line
where o.outcome = 'matched' and o.payment_id is not null and r.payer is not null;

drop index billing.statement_row_by_payer;

-- What a row names besides one account; its verdict hangs on other tables, or on other rows. Most rows name nothing of the kind.
alter table billing.bank_statement_row add column is_intricate boolean not null generated always as (
  order_ids is not null or provider_references is not null or act_numbers is not null
  or (account_numbers is not null and (cardinality(account_numbers) > 1 or own_account is not null))
) stored;
