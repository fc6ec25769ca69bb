-- Which store of files the nodes of this database use, so that a node with another one is found: it would miss what the others
-- store. At most one row.
create table portal.file_store (
  singleton boolean primary key default true check (singleton),
  -- Also in the object `store/id` of the store.
  store_id uuid not null,
  -- Of the node that named it: its store and its name.
  address text not null,
  node text not null,
  named_at timestamptz not null default now()
);
