-- What customers read of planned maintenance; empty: only its time is shown.
alter table portal.maintenance add column customer_text text not null default '';
