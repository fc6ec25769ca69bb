-- Codes of digits alone (decision 0210).
alter table portal.confirmation_code add column is_numeric boolean not null default false;
