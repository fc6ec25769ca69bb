-- Logos of the supplier, written anew by the server; served by their hash.
create table portal.brand_image (
  -- SHA-256 of the content, in hexadecimal
  content_hash text primary key check (content_hash ~ '^[0-9a-f]{64}$'),
  content bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  added_at timestamptz not null
);

-- Accent and logo of the supplier: the newest version is what customers see, without one it is the look of the product.
create table portal.brand_version (
  version integer primary key check (version > 0),
  -- of links and marks, by theme; null: the ones of the product
  accent_light text check (accent_light ~ '^#[0-9a-f]{6}$'),
  accent_dark text check (accent_dark ~ '^#[0-9a-f]{6}$'),
  -- null: the mark of the product
  logo_hash text references portal.brand_image,
  reason text not null check (reason <> ''),
  author_id uuid not null references portal.administrator,
  changed_at timestamptz not null,
  constraint brand_version_accents_check check ((accent_light is null) = (accent_dark is null))
);

create function portal.refuse_brand_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of the brand is not changed';
end $$;
create trigger brand_version_append_only before update or delete on portal.brand_version
  for each row execute function portal.refuse_brand_change();
