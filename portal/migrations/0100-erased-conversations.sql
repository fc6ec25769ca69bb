-- When the texts and files of a conversation were deleted; number, topic, state and terms stay.
alter table portal.conversation add column erased_at timestamptz;
