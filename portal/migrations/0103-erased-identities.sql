-- When contacts, names and password of a person were deleted at their request; the row stays for what names it.
alter table portal.identity add column erased_at timestamptz;
