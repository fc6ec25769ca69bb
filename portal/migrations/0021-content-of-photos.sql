-- What a photo came as, so that a request id that comes again with another picture is refused: SHA-256 of its base64, hexadecimal.
alter table portal.stored_file add column content_hash text;
