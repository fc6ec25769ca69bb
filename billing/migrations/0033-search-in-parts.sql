-- Words of accounts in parts by a hash of the account: a search that has found enough in the first parts does not read the others,
-- so that a word of a third of all accounts costs no more than a rare one (decision 0136).
alter table billing.account_search rename to account_search_whole;
create table billing.account_search (
  account_number text not null,
  words tsvector not null
) partition by hash (account_number);
do $$ begin
  for part in 0..31 loop
    execute format('create table billing.account_search_part_%s partition of billing.account_search for values with (modulus 32, remainder %s)', part, part);
  end loop;
end $$;
insert into billing.account_search (account_number, words) select account_number, words from billing.account_search_whole;
drop table billing.account_search_whole;

alter table billing.account_search add constraint account_search_pkey primary key (account_number);
create index account_searches_words_idx on billing.account_search using gin (words);
create trigger account_search_words_insert after insert on billing.account_search
  referencing new table as changed for each statement execute function billing.note_search_words();
create trigger account_search_words_update after update on billing.account_search
  referencing new table as changed for each statement execute function billing.note_search_words();
