-- Find anything: the e-mail of a sign-in by its beginning.
create index identities_email_prefix_idx on portal.identity (lower(email) text_pattern_ops) where email is not null;
