-- without transaction
-- The key by which requests of access can be distributed by account. access_request_request_id_key stays for the release before.
create unique index concurrently access_request_account_request_key on portal.access_request (account_number, request_id);
