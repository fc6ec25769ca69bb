-- Photos that no reading names are swept; those that one names stay.
alter table portal.stored_file add column is_attached boolean not null default false;
-- How many photos an account has stored in a month.
create index stored_photos_by_account on portal.stored_file (account_number, stored_at) where content_type like 'image/%';
create index stored_photos_to_sweep on portal.stored_file (stored_at)
  where content_type like 'image/%' and not is_attached;
