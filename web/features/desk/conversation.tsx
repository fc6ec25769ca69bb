import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { beAtDesk, deskFile, joinDesk, type OpenedConversation } from '#contract/desk.ts';
import { noAccount } from '#contract/fields.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { tableOf } from '#domain/table-of.ts';
import { callApi } from '#web/lib/api.ts';
import { FileList } from '#web/lib/files/file-list.tsx';
import { showDate, showMoment } from '#web/lib/format.ts';
import { useLiveSubject, useRecent } from '#web/lib/query/live.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import type { DeskAct } from './act-dialogs.tsx';
import { Composer, type ComposerMode } from './composer.tsx';
import styles from './desk.module.css';
import { type DeskKey, deskKey, openedQuery } from './desk-queries.ts';
import { StateOf, TermLeft } from './queue.tsx';
import { text } from './text.ts';

const beatMs = 20_000;
/** Somebody counts as typing for so long after a key, and tells it so often. */
const typingMs = 5000;
const typingPauseMs = 3000;

const accountWords = (account: string) =>
  account === noAccount ? text.noAccount : formatText(text.account, { account });

interface ConversationProps {
  of: DeskKey;
  mode: ComposerMode;
  onMode: (mode: ComposerMode) => void;
  onAct: (act: DeskAct) => void;
  onOpen: (key: DeskKey) => void;
}

/** The open conversation: what was said and done, who looks at it, and where it is answered. */
export function Conversation({ of, ...acts }: ConversationProps) {
  const query = useQuery(openedQuery(of));
  return (
    <QueryPart
      query={query}
      failed={text.openFailed}
      skeleton={<RowsSkeleton label={text.openLoading} rows={6} />}
    >
      {({ conversation }) => <Opened conversation={conversation} {...acts} />}
    </QueryPart>
  );
}

interface OpenedProps extends Omit<ConversationProps, 'of'> {
  conversation: OpenedConversation;
}

function Opened({ conversation, mode, onMode, onAct, onOpen }: OpenedProps) {
  const presence = usePresence(conversation);
  const isCustomerTyping = useFollowed(conversation);
  const { number, title, state, topic, term, basis, customerName, phone, account } = conversation;
  const receivedOn = term?.receivedOn;
  return (
    <Stack as="article" gap="2" aria-labelledby="desk-title">
      <header className={styles.head}>
        <h2 id="desk-title" tabIndex={-1}>
          {title}
        </h2>
        <p className={styles.headFacts}>
          <Text as="span" isNumeric>
            {formatText(text.number, { number })}
          </Text>
          <StateOf state={state} />
          <TermLeft {...conversation} />
          {topic !== title && <span>{topic || text.chat}</span>}
        </p>
        <p className={styles.headFacts}>
          <span>{[customerName, phone, accountWords(account)].filter(Boolean).join(' · ')}</span>
        </p>
        <p className={styles.headFacts} data-quiet>
          {receivedOn && <span>{formatText(text.received, { date: showDate(receivedOn) })}</span>}
          {term && <span>{formatText(text.due, { date: showDate(term.dueOn) })}</span>}
          {basis && <span>{formatText(text.basis, { basis: basisWords(basis) })}</span>}
          {conversation.internalMinutes > 0 && (
            <span>{formatText(text.worked, { time: showMinutes(conversation.internalMinutes) })}</span>
          )}
        </p>
        <Presence others={presence.others} />
        <section className={styles.acts} aria-label={text.actions}>
          <Button onClick={() => onAct('assign')}>{conversation.assignee?.name ?? text.takeOver}</Button>
          <Button onClick={() => onAct('state')}>{text.change}</Button>
          <Button onClick={() => onAct('topic')}>{text.changeTopic}</Button>
          {conversation.extension && <Button onClick={() => onAct('extend')}>{text.extend}</Button>}
          <Button onClick={() => onAct('join')}>{text.join}</Button>
        </section>
        <Links conversation={conversation} onOpen={onOpen} />
      </header>
      <Thread conversation={conversation} />
      {isCustomerTyping && (
        <p className={styles.presence} role="status">
          {text.customerTypes}
        </p>
      )}
      {presence.hasNewer && <Newer />}
      <Composer
        key={conversation.id}
        conversation={conversation}
        mode={mode}
        onMode={onMode}
        onTyping={presence.onTyping}
      />
      <Events events={conversation.events} />
    </Stack>
  );
}

/** The rule of a term as the customer's papers name it. */
function basisWords(basis: string): string {
  const [, source, number, clause = ''] = /^(NEURC|Law) ([^,]+)(?:, (\d.*))?$/.exec(basis) ?? [];
  if (source === undefined) return basis === 'supplier' ? text.ownTerm : basis;
  const words = text.sources[source === 'Law' ? 'law' : 'regulator'];
  return formatText(clause === '' ? words.whole : words.clause, { number: number ?? '', clause });
}

function showMinutes(minutes: number): string {
  return formatText(text.hours, { h: Math.floor(minutes / 60), m: minutes % 60 });
}

function Presence({ others }: { others: readonly { readonly name: string; readonly isTyping: boolean }[] }) {
  if (others.length === 0) return null;
  const words = others.map(({ name, isTyping }) => (isTyping ? formatText(text.typing, { name }) : name));
  return (
    <p className={styles.presence} role="status">
      {formatText(text.others, { names: words.join(', ') })}
    </p>
  );
}

function Newer() {
  const client = useQueryClient();
  return (
    <Notice
      kind="info"
      live="status"
      title={text.newer}
      actions={
        <Button onClick={() => void client.invalidateQueries({ queryKey: deskKey })}>{text.showNewer}</Button>
      }
    />
  );
}

/** Conversations that are shown together with this one. */
function Links({ conversation, onOpen }: Pick<OpenedProps, 'conversation' | 'onOpen'>) {
  const client = useQueryClient();
  const { account, id, joinedTo, linked } = conversation;
  const unjoin = async () => {
    await callApi(joinDesk, { account, id, to: null });
    await client.invalidateQueries({ queryKey: deskKey });
  };
  return (
    <>
      {joinedTo && (
        <p className={styles.headFacts}>
          <button type="button" className={styles.link} onClick={() => onOpen(joinedTo)}>
            {formatText(text.joinedTo, { number: joinedTo.number })}
          </button>
          <Button kind="plain" onClick={() => void unjoin()}>
            {text.unjoin}
          </Button>
        </p>
      )}
      {linked.length > 0 && (
        <p className={styles.headFacts}>
          <span className={styles.quiet}>{text.linked}:</span>
          {linked.map((other) => (
            <button key={other.id} type="button" className={styles.link} onClick={() => onOpen(other)}>
              {formatText(text.number, { number: other.number })} {other.title}
            </button>
          ))}
        </p>
      )}
    </>
  );
}

type Entry =
  | { readonly at: string; readonly message: OpenedConversation['messages'][number] }
  | { readonly at: string; readonly note: OpenedConversation['notes'][number] };

/** Messages in the order of their numbers, whatever the clocks of the nodes say, and each note before the first one after it. */
function entriesOf({ messages, notes }: Pick<OpenedConversation, 'messages' | 'notes'>): readonly Entry[] {
  const entries: Entry[] = [];
  const left = notes.map((note) => ({ at: note.writtenAt, note }));
  for (const message of messages) {
    const later = left.findIndex(({ at }) => at >= message.sentAt);
    entries.push(...left.splice(0, later === -1 ? left.length : later), { at: message.sentAt, message });
  }
  return [...entries, ...left];
}

/** What was said and noted; a note has another ground, and says who sees it. */
function Thread({ conversation }: { conversation: OpenedConversation }) {
  const { messages, subject, customerReadSeq, customerDeliveredSeq, account } = conversation;
  const lastOfStaff = messages.findLast(({ author }) => author === 'operator')?.seq;
  return (
    <section className={styles.thread} aria-label={text.messages}>
      {subject.length > 0 && (
        <dl className={styles.subject}>
          {subject.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ol>
        {entriesOf(conversation).map((entry) =>
          'note' in entry ? (
            <li key={entry.note.id} className={styles.message} data-author="note">
              <p className={styles.who}>
                <b>{text.note}</b> · {entry.note.authorName} · {showMoment(entry.at)} · {text.noteFor}
              </p>
              <p className={styles.words}>{entry.note.text}</p>
            </li>
          ) : (
            <li key={entry.message.seq} className={styles.message} data-author={entry.message.author}>
              <p className={styles.who}>
                <b>{nameOf(entry.message)}</b> · {showMoment(entry.at)}
                {entry.message.seq === lastOfStaff && customerDeliveredSeq >= entry.message.seq && (
                  <> · {customerReadSeq >= entry.message.seq ? text.seen : text.delivered}</>
                )}
              </p>
              <p className={styles.words}>{entry.message.text}</p>
              <FileList call={deskFile} account={account} files={entry.message.files} />
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

function nameOf({ author, authorName }: OpenedConversation['messages'][number]): string {
  if (author === 'customer') return text.customer;
  return authorName || text.system;
}

function Events({ events }: Pick<OpenedConversation, 'events'>) {
  const wordsOf = ({ kind, after }: OpenedConversation['events'][number]) => {
    const words: Readonly<Record<string, string>> = tableOf({ ...text.states, ...text.compensations });
    if (kind === 'merged' && after === '') return text.events.unmerged;
    const isWord = kind === 'stateChanged' || kind === 'compensation';
    const shown = isWord ? (words[after] ?? after) : after || text.noAssignee;
    return formatText(text.events[kind], { after: shown });
  };
  return (
    <details className={styles.events}>
      <summary>{text.history}</summary>
      <ol>
        {events.map((event) => (
          <li key={event.id}>
            <span className={styles.quiet}>{showMoment(event.at)}</span>
            <span>{event.actor === 'customer' ? text.customer : event.actorName || text.system}</span>
            <span>{wordsOf(event)}</span>
            {event.reason && <q>{event.reason}</q>}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Reads the conversation again when a message comes, whatever node it comes to. Returns whether the customer types. */
function useFollowed({ account, id, messages }: OpenedConversation): boolean {
  const client = useQueryClient();
  const live = useLiveSubject('conversation', `${account}/${id}`);
  const hasNewer = live !== undefined && live.lastSeq > (messages.at(-1)?.seq ?? 0);
  useEffect(() => {
    if (hasNewer) void client.invalidateQueries({ queryKey: openedQuery({ account, id }).queryKey });
  }, [client, hasNewer, account, id]);
  return useRecent(live?.customerTypedAt ?? null, typingMs);
}

/** Tells colleagues every 20 s that it is open here, and learns who else has it and whether there is a newer message. */
function usePresence({ account, id, kind, messages }: OpenedConversation) {
  const [others, setOthers] = useState<readonly { readonly name: string; readonly isTyping: boolean }[]>([]);
  const [lastSeq, setLastSeq] = useState(0);
  const typed = useRef(false);
  const beat = useRef<() => void>(() => undefined);
  useEffect(() => {
    let isLeft = false;
    const tell = async () => {
      const result = await callApi(beAtDesk, { account, id, isTyping: typed.current });
      if (isLeft || !result.ok) return;
      setOthers(result.data.others);
      setLastSeq(result.data.lastSeq);
    };
    beat.current = () => void tell();
    void tell();
    const timer = setInterval(() => {
      void tell();
      typed.current = false;
    }, beatMs);
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [account, id]);
  return {
    others,
    hasNewer: lastSeq > (messages.at(-1)?.seq ?? 0),
    /** The first key of a beat is told at once, the others with the next beat; the customer of a chat sees it at once. */
    onTyping: () => {
      if (typed.current) return;
      typed.current = true;
      beat.current();
      if (kind === 'chat')
        setTimeout(() => {
          typed.current = false;
        }, typingPauseMs);
    },
  };
}
