-- What is on its way to an account, asked for by each row of a register that names the account.
create index payments_on_their_way_by_account on billing.payment (account_number) where state = 'confirmed';
