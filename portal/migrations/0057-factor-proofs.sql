-- When a code of the second factor was last right in a session: dangerous acts ask again once it is too long ago (decision 0142).
alter table portal.session add column factor_proven_at timestamptz
  check (factor_proven_at >= started_at);
update portal.session set factor_proven_at = started_at where dual_auth;
