-- The newest commit of each node: written by the probe of readiness, because a commit can hang where writes do not.
create table portal.commit_probe (
  node text primary key,
  committed_at timestamptz not null
);
