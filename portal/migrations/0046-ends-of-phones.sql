-- Find anything: the phone of a sign-in by its beginning and by its end.
create index identities_phone_prefix_idx on portal.identity (phone text_pattern_ops) where phone is not null;
create index identities_phone_end_idx on portal.identity (reverse(phone) text_pattern_ops) where phone is not null;
