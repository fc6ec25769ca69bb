import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessageData } from '#contract/conversations/chat.ts';
import { ticketFile } from '#contract/conversations.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { FileList } from '#web/lib/files/file-list.tsx';
import { QueryFailure } from '#web/lib/query/query-part.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { alert, check, chevronDown, clock } from '#web/ui/icons.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { text as ticketText } from '../text.ts';
import {
  type QueuedMessage,
  resendMessage,
  useChatOutbox,
  withdrawMessage,
  writtenMoment,
} from './chat-outbox.ts';
import { type DeliveryMark, dayWords, deliveryOf, timeWords } from './chat-state.ts';
import styles from './chat-window.module.css';
import { type ChatLinks, type QuickAnswer, QuickWords } from './quick-answers.tsx';
import { text } from './text.ts';
import type { Chat } from './use-chat.ts';

/** Two ticks, on the grid of `icons.ts`. */
const doubleCheck = 'M2.5 12.5L7 17l9.5-10M11.5 16l1 1L22 7';
/** So near to its end a log counts as read to the end, px. */
const endSlackPx = 40;

interface ChatLogProps {
  chat: Chat;
  answers: readonly QuickAnswer[];
  links: ChatLinks;
}

/** What was said, the newest below; what is new is read out. */
export function ChatLog({ chat, answers, links }: ChatLogProps) {
  const { query, account, messages, waiting, onWatch } = chat;
  const now = useNow();
  const box = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const [earlier, setEarlier] = useState<{ isBusy: boolean; problem?: string }>({ isBusy: false });
  const isLoaded = query.data !== undefined;
  useEffect(() => onWatch(isLoaded && isAtEnd), [onWatch, isLoaded, isAtEnd]);
  const scroll = useScroll(box, {
    first: messages[0]?.seq,
    // Whatever stands below.
    last: `${messages.at(-1)?.seq} ${waiting.length} ${answers.length} ${chat.isTyping} ${isLoaded}`,
    isAtEnd,
  });
  const loadEarlier = async () => {
    setEarlier({ isBusy: true });
    const failure = await chat.loadEarlier();
    setEarlier({ isBusy: false, ...(failure && { problem: failure.message }) });
  };
  const answersAfter = (from: number, to: number) =>
    answers
      .filter(({ afterSeq }) => afterSeq >= from && afterSeq < to)
      .map((answer) => (
        <li key={`answer ${answer.id}`} className={styles.message} data-from="cabinet">
          <Meta author={text.cabinet} at={instantToIso(answer.at)} />
          <div className={styles.bubble}>
            <QuickWords account={account} kind={answer.kind} links={links} />
            <p className={styles.note}>{text.onlyYou}</p>
          </div>
        </li>
      ));
  return (
    <div className={styles.place}>
      <div
        ref={box}
        className={styles.log}
        role="log"
        tabIndex={messages.length > 0 ? 0 : -1}
        aria-label={ticketText.conversation}
        aria-busy={earlier.isBusy || !isLoaded || undefined}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < endSlackPx)
        }
      >
        {chat.hasEarlier && (
          <div className={styles.earlier}>
            <Button kind="plain" busy={earlier.isBusy} onClick={() => void loadEarlier()}>
              {earlier.isBusy ? text.loadingShort : text.earlier}
            </Button>
            {earlier.problem && <Text size="s">{earlier.problem}</Text>}
          </div>
        )}
        {!isLoaded && !query.error && <Waiting />}
        {!isLoaded && query.error && <QueryFailure query={query} title={text.failed} />}
        {isLoaded && messages.length === 0 && <Text tone="quiet">{text.empty}</Text>}
        <ol className={styles.messages}>
          {answersAfter(0, messages[0]?.seq ?? Number.POSITIVE_INFINITY)}
          {messages.map((message, index) => {
            const next = messages[index + 1];
            const day = dayWords(message.sentAt, now);
            const before = messages[index - 1];
            return (
              <Fragment key={message.seq}>
                {(!before || dayWords(before.sentAt, now) !== day) && <li className={styles.day}>{day}</li>}
                <Message message={message} chat={chat} />
                {answersAfter(message.seq, next?.seq ?? Number.POSITIVE_INFINITY)}
              </Fragment>
            );
          })}
          {waiting.map((message) => (
            <WaitingMessage key={message.id} message={message} />
          ))}
        </ol>
        {chat.isTyping && (
          <p className={styles.typing}>
            <span aria-hidden="true">···</span> {text.typing}
          </p>
        )}
      </div>
      {!isAtEnd && (
        <button type="button" className={styles.toEnd} onClick={scroll.toEnd}>
          <Icon drawing={chevronDown} size={16} />
          {chat.unread > 0 ? formatText(text.newBelow, { n: chat.unread }) : text.toEnd}
        </button>
      )}
    </div>
  );
}

/** Keeps the end in sight for who reads there, and the place of who reads above, also when earlier messages come. */
function useScroll(
  box: { readonly current: HTMLElement | null },
  { first, last, isAtEnd }: { first: number | undefined; last: string; isAtEnd: boolean },
) {
  const before = useRef<{ first: number | undefined; last: string; height: number }>({
    first,
    last,
    height: 0,
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { scrollHeight } = element;
    const isPrepended =
      first !== undefined && before.current.first !== undefined && first < before.current.first;
    if (isPrepended) element.scrollTop += scrollHeight - before.current.height;
    else if (isAtEnd) element.scrollTop = scrollHeight;
    before.current = { first, last, height: scrollHeight };
  }, [box, first, last, isAtEnd]);
  // Pictures and fields that open change the height.
  useEffect(() => {
    const element = box.current;
    if (!element || !isAtEnd || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box, isAtEnd]);
  return {
    toEnd: () => {
      const element = box.current;
      if (!element) return;
      element.scrollTop = element.scrollHeight;
      element.focus();
    },
  };
}

function Waiting() {
  return (
    <Stack gap="2">
      <VisuallyHidden>{ticketText.loading}</VisuallyHidden>
      <Skeleton />
      <Skeleton shape="short" />
      <Skeleton />
    </Stack>
  );
}

function Meta({ author, at, children }: { author: string; at: string; children?: ReactNode }) {
  return (
    <p className={styles.meta}>
      <Text as="span" isStrong>
        {author}
      </Text>
      <time dateTime={at}>{timeWords(at)}</time>
      {children}
    </p>
  );
}

function Message({ message, chat }: { message: ChatMessageData; chat: Chat }) {
  const { author, sentAt, seq } = message;
  const { account } = chat;
  if (author === 'system')
    return (
      <li className={styles.system}>
        <Words>{message.text}</Words>
        <time dateTime={sentAt}>{timeWords(sentAt)}</time>
      </li>
    );
  const isOwn = author === 'customer';
  const mark = isOwn && chat.chat ? deliveryOf(seq, chat.chat) : undefined;
  return (
    <li className={styles.message} data-from={author}>
      <Meta author={isOwn ? text.you : operatorWords(message)} at={sentAt} />
      <div className={styles.bubble}>
        <Words>{message.text}</Words>
        <FileList call={ticketFile} account={account} files={message.files} />
      </div>
      {mark && isMarkShown(seq, mark, chat) && <Mark mark={mark} />}
    </li>
  );
}

const operatorWords = ({ operatorName: name }: ChatMessageData) =>
  name === '' ? text.operator : formatText(text.operatorNamed, { name });

/** The last of the own messages that have come so far says it for those above. */
function isMarkShown(seq: number, mark: DeliveryMark, { messages, chat }: Chat): boolean {
  const next = messages.find((message) => message.author === 'customer' && message.seq > seq);
  return !next || !chat || deliveryOf(next.seq, chat) !== mark;
}

function Mark({ mark }: { mark: DeliveryMark }) {
  return (
    <p className={styles.mark} data-mark={mark}>
      <Icon drawing={mark === 'sent' ? check : doubleCheck} size={16} />
      {text.marks[mark]}
    </p>
  );
}

/** A message on this device: it waits for the network, is on its way, or was refused. */
function WaitingMessage({ message }: { message: QueuedMessage }) {
  const { answer } = message;
  const isSending = useChatOutbox((state) => state.isSending);
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const act = (work: () => Promise<unknown>) => {
    setBusy(true);
    void work()
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  const isRefused = answer?.kind === 'refused';
  const isUnderWay = answer?.kind === 'sent' || (isSending && isOnline && !isRefused);
  return (
    <li className={styles.message} data-from="customer" data-waiting="">
      <Meta author={text.you} at={writtenMoment(message)} />
      <div className={styles.bubble}>
        <Words>{message.text}</Words>
        {message.files.map((file) => (
          <p key={file.id} className={styles.note}>
            {file.name}
          </p>
        ))}
      </div>
      <p className={styles.mark} data-mark={isRefused ? 'refused' : 'waiting'}>
        <Icon drawing={isRefused ? alert : clock} size={16} />
        <span>
          {isRefused
            ? formatText(text.refused, { why: answer.message })
            : isUnderWay
              ? text.sending
              : text.waits}
        </span>
      </p>
      {!isUnderWay && (
        <p className={styles.acts}>
          {isRefused && (
            <Button data-changes kind="plain" busy={isBusy} onClick={() => act(() => resendMessage(message))}>
              {text.again}
            </Button>
          )}
          <Button kind="plain" busy={isBusy} onClick={() => act(() => withdrawMessage(message))}>
            {text.remove}
          </Button>
        </p>
      )}
    </li>
  );
}

/** Lines that no empty line parts. */
const paragraphs = /[^\n]+(?:\n[^\n]+)*/g;

function Words({ children }: { children: string }) {
  return (
    <>
      {[...children.matchAll(paragraphs)].map(({ index, 0: paragraph }) => (
        <p key={index}>{paragraph}</p>
      ))}
    </>
  );
}
