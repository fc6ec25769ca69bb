-- without transaction
create index concurrently conversations_closed_at_idx on portal.conversation (closed_at)
  where closed_at is not null and erased_at is null;
