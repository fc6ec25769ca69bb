-- without transaction
-- The key by which payments can be distributed by account. payment_order_part_key stays for the release before.
create unique index concurrently payment_account_order_key on billing.payment (account_number, order_id, part_number);
