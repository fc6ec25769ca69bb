-- The hash of a seal is an HMAC by a key that the database does not have. Before, it was a plain SHA-256: those have no key.
alter table billing.audit_seal add column key_id text not null default '' check (key_id ~ '^[a-z0-9]{0,8}$');
alter table billing.audit_seal alter column key_id drop default;

-- The newest plain seal of each chain is made again, with a key: so every row has a keyed seal over it or after it.
alter table billing.audit_seal disable trigger user;
delete from billing.audit_seal kept
 where seal_number = (select max(seal_number) from billing.audit_seal newest where newest.chain = kept.chain);
alter table billing.audit_seal enable trigger user;
update billing.audit_chain set checked_seal = 0, checked_hash = null;
