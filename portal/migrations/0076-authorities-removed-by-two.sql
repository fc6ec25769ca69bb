-- That an authority is trusted no longer is proposed as well (decision 0167).
alter table portal.authority_proposal rename column file_sha256 to content_key;
comment on column portal.authority_proposal.content_key is
  'of a file its SHA-256, of a removal the authority: the same content is proposed once at a time';
-- {"certificates": […], "registry": […], "removed": [ids of portal.authority]}
update portal.authority_proposal set content = content || '{"removed": []}';
