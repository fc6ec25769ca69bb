-- The account that a cabinet shows first is written with the accounts of the cabinet, so it stands beside them.
create table portal.chosen_account (
  identity_id uuid primary key references portal.identity on delete cascade,
  account_number text not null
);
insert into portal.chosen_account (identity_id, account_number)
select identity_id, chosen_account from portal.identity where chosen_account is not null;
alter table portal.identity drop column chosen_account;
