-- without transaction
create index concurrently stored_files_attached_photos_idx on portal.stored_file (stored_at)
  where purpose = 'photo' and is_attached;
