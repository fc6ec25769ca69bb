-- Guesses at codes of digits within 90 days, whoever signs in meanwhile; since: the first of them (decision 0210).
alter table portal.wrong_code_count
  add column digit_guesses integer not null default 0,
  add column digits_since timestamptz;
