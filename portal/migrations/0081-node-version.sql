-- Version and commit that a node runs, so that a half-done upgrade is seen. Empty: a node of a version that does not write them.
alter table portal.node_state
  add column version text not null default '',
  add column commit text not null default '';
