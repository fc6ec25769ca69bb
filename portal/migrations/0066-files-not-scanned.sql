-- A file that came while no scanner was configured is not scanned; it is given out and says so.
alter table portal.conversation_file drop constraint conversation_file_scan_check;
alter table portal.conversation_file add constraint conversation_file_scan_check
  check (scan in ('checking', 'clean', 'infected', 'notScanned', 'unavailable'));
