-- What customers say of pages and of answers: a mark of five and a text. Digits of cards and phones were masked before.
create table portal.feedback (
  feedback_id uuid primary key,
  source text not null check (source in ('page', 'conversation')),
  identity_id uuid not null references portal.identity,
  mark smallint not null check (mark between 1 and 5),
  comment text not null check (char_length(comment) <= 1200),
  -- words of the comment as domain/search/search-words.ts makes them
  words tsvector not null,
  -- the path of the page table, never with values in it; '': an address without a page; null: not of a page
  page text,
  -- why it was asked for
  occasion text check (occasion in ('page', 'error', 'notFound', 'refusal')),
  -- of the cabinet in the browser
  version text,
  -- the answer of a conversation that it is about
  conversation_id uuid,
  answer_seq integer,
  topic text,
  operator_id uuid references portal.administrator,
  is_solved boolean,
  -- the Kyiv day of given_at
  given_on date not null,
  given_at timestamptz not null,
  constraint feedback_facts_check check (
    case source
      when 'page' then page is not null and occasion is not null and version is not null
        and num_nonnulls(conversation_id, answer_seq, topic, operator_id, is_solved) = 0
      else conversation_id is not null and answer_seq is not null and is_solved is not null
        and num_nonnulls(page, occasion, version) = 0
    end)
);
create unique index feedback_page_key on portal.feedback (identity_id, page, given_on) where source = 'page';
create unique index feedback_answer_key on portal.feedback (conversation_id, answer_seq) where source = 'conversation';
create index feedback_given_on_idx on portal.feedback (given_on);
create index feedback_given_at_idx on portal.feedback (given_at desc, feedback_id desc) where comment <> '';
create index feedback_operator_id_idx on portal.feedback (operator_id) where operator_id is not null;
create index feedback_words_idx on portal.feedback using gin (words);
