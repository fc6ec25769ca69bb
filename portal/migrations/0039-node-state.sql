-- What a node is doing now, for the dashboard of the staff: one row per node, written anew every two seconds while somebody looks
-- (decision 0129). Nothing of it needs to outlive a crash of the database.
create unlogged table portal.node_state (
  node text primary key,
  -- by the clock of the database
  at timestamptz not null,
  -- null: nobody has looked since the node began
  figures jsonb
) with (fillfactor = 50);
