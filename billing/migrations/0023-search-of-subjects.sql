-- Find anything: words of names and addresses by account, beginnings of numbers, both ends of phones (decision 0136).

-- The words of a text, as searchWords of domain/search/search-words.ts makes them; a word that comes twice may stand there twice. A
-- test compares the two. Most texts have no Latin letter: no query is run for their words, a load has millions of them.
create function billing.search_words(value text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  plain text collate pg_c_utf8 := btrim(regexp_replace(
    translate(lower(normalize(value, nfc) collate pg_c_utf8), U&'\0491\0301\00AD''\2019\2018\02BC`\00B4\2032', U&'\0433'),
    '[^[:alnum:]\u0300-\u036f]+', ' ', 'g'));
begin
  if length(plain) <= 60 and plain !~ '[a-z]' then
    return coalesce(string_to_array(nullif(plain, ''), ' '), '{}');
  end if;
  return array(
    select left(case when word ~ '[\u0400-\u052f]' and word ~ '[a-z]' then translate(word, 'abcehikmoptxy', U&'\0430\0432\0441\0435\043D\0456\043A\043C\043E\0440\0442\0445\0443') else word end, 60)
    from unnest(string_to_array(plain, ' ')) word);
end $$;

-- A code as latinCode of domain/identifiers/eic-code.ts makes it: capital Latin letters for Cyrillic ones that look alike.
create function billing.search_code(value text) returns text language sql immutable strict parallel safe as $$
  select translate(upper(value collate pg_c_utf8), U&'\0410\0412\0415\041A\041C\041D\041E\0420\0421\0422\0425\0406 ', 'ABEKMHOPCTXI')
$$;

-- The word, and the word without each of its letters in turn: two words that share one of these differ by one slip.
create function billing.slips_of_word(word text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct overlay(word placing '' from place for 1) from generate_series(1, length(word)) place) || word
$$;

-- Words of the holder, each after '@', and of the address. The triggers write it for rows of premises, whose key is checked.
create table billing.account_search (
  account_number text primary key,
  words tsvector not null
);

-- Words of letters that an account has, for what is misspelt. Rows are only appended, so that no statement waits for another one:
-- two that come at once may bring the same word.
create table billing.search_word (
  word_id bigint generated always as identity primary key,
  word text not null,
  slips text[] not null
);

create function billing.words_of_account(holder billing.customer, place billing.premises) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  name text := array_to_string(billing.search_words(
    concat_ws(' ', holder.surname, holder.name, holder.middle_name, holder.company_name)), ' @');
begin
  return array_to_tsvector(coalesce(string_to_array(nullif('@' || name, '@'), ' '), '{}')
    || billing.search_words(concat_ws(' ', place.settlement, place.street, place.building, place.apartment)));
end $$;

-- What a premises row says, and whoever holds its account.
create function billing.index_premises() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into billing.account_search (account_number, words)
  select p.account_number, billing.words_of_account(c, p)
  from (select account_number from changed order by account_number) named
  join billing.premises p using (account_number)
  join billing.account a using (account_number)
  join billing.customer c using (customer_id)
  on conflict (account_number) do update set words = excluded.words where account_search.words <> excluded.words;
  return null;
end $$;
create trigger premises_search_insert after insert on billing.premises
  referencing new table as changed for each statement execute function billing.index_premises();
create trigger premises_search_update after update on billing.premises
  referencing new table as changed for each statement execute function billing.index_premises();

create function billing.index_holders() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update billing.account_search s set words = billing.words_of_account(c, p)
  from changed a
  join former using (account_number)
  join billing.customer c on c.customer_id = a.customer_id
  join billing.premises p on p.account_number = a.account_number
  where former.customer_id <> a.customer_id and s.account_number = a.account_number;
  return null;
end $$;
create trigger account_search_holder after update on billing.account
  referencing old table as former new table as changed for each statement execute function billing.index_holders();

create function billing.index_names() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update billing.account_search s set words = billing.words_of_account(c, p)
  from changed
  join former using (customer_id)
  join billing.customer c using (customer_id)
  join billing.account a using (customer_id)
  join billing.premises p on p.account_number = a.account_number
  where (former.surname, former.name, former.middle_name, former.company_name)
      <> (changed.surname, changed.name, changed.middle_name, changed.company_name)
    and s.account_number = a.account_number;
  return null;
end $$;
create trigger customer_search_names after update on billing.customer
  referencing old table as former new table as changed for each statement execute function billing.index_names();

create function billing.note_search_words() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  -- Each word once before it is looked at.
  with seen as materialized (select distinct ltrim(lexeme, '@') as word from changed, unnest(tsvector_to_array(words)) lexeme)
  insert into billing.search_word (word, slips)
  select word, billing.slips_of_word(word)
  from seen
  where length(word) between 4 and 30 and word !~ '[0-9]'
    and not exists (select from billing.search_word known where known.word = seen.word);
  return null;
end $$;
create trigger account_search_words_insert after insert on billing.account_search
  referencing new table as changed for each statement execute function billing.note_search_words();
create trigger account_search_words_update after update on billing.account_search
  referencing new table as changed for each statement execute function billing.note_search_words();

-- What is there already.
insert into billing.account_search (account_number, words)
select p.account_number, billing.words_of_account(c, p)
from billing.premises p join billing.account a using (account_number) join billing.customer c using (customer_id);

create index account_searches_words_idx on billing.account_search using gin (words);
create index search_words_word_idx on billing.search_word (word text_pattern_ops);
create index search_words_slips_idx on billing.search_word using gin (slips);

create index accounts_number_prefix_idx on billing.account (account_number text_pattern_ops);
create index accounts_consumer_eic_idx on billing.account (billing.search_code(consumer_eic) text_pattern_ops);
create index customers_phone_idx on billing.customer (phone text_pattern_ops) where phone is not null;
create index customers_phone_end_idx on billing.customer (reverse(phone) text_pattern_ops) where phone is not null;
create index customers_tax_code_idx on billing.customer (tax_code text_pattern_ops) where tax_code <> '';
create index metering_points_eic_prefix_idx on billing.metering_point (billing.search_code(eic_code) text_pattern_ops);
create index meters_serial_prefix_idx on billing.meter (billing.search_code(serial_number) text_pattern_ops);
create index payments_order_prefix_idx on billing.payment (billing.search_code(order_id) text_pattern_ops);
create index payments_reference_prefix_idx on billing.payment (billing.search_code(provider_reference) text_pattern_ops)
  where provider_reference is not null;
