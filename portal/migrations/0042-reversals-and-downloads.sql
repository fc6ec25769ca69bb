-- A compensation whose entry of the ledger was taken back. It was booked, whether that was noted or not.
alter table portal.compensation add column reversed_at timestamptz;
alter table portal.compensation drop constraint compensation_state_check;
alter table portal.compensation add constraint compensation_state_check
  check (state in ('proposed', 'approved', 'excluded', 'booked', 'reversed'));
alter table portal.compensation drop constraint compensation_booked_check;
alter table portal.compensation add constraint compensation_booked_check check (
  (state in ('booked', 'reversed')) = (booked_at is not null) and (state = 'reversed') = (reversed_at is not null));

-- How many rows of a list a file that the staff took away had; null: it was no such file, or the count is not known.
alter table portal.staff_action add column row_count integer check (row_count >= 0);
