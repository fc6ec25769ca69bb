import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { clock, close } from '#web/ui/icons.ts';
import { useDialogEntry } from '#web/ui/layout/dialog-history.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RateAnswer } from '../rate-answer.tsx';
import { text as buttonText } from './button-text.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatLog } from './chat-log.tsx';
import { hoursWords } from './chat-state.ts';
import styles from './chat-window.module.css';
import { type ChatLinks, type QuickAnswer, QuickButtons } from './quick-answers.tsx';
import { text } from './text.ts';
import type { Chat } from './use-chat.ts';

interface ChatWindowProps {
  chat: Chat;
  /** Of the object, for those who have several. */
  place: string | undefined;
  links: ChatLinks;
  onClose: () => void;
}

/** The chat with the operators, and what the cabinet answers by itself. */
export function ChatWindow({ chat, place, links, onClose }: ChatWindowProps) {
  const [answers, setAnswers] = useState<readonly QuickAnswer[]>([]);
  const { onWatch } = chat;
  useEffect(() => () => onWatch(false), [onWatch]);
  return (
    <Frame title={text.title} onClose={onClose}>
      <Head chat={chat} place={place} links={links} onClose={onClose} />
      <ChatLog chat={chat} answers={answers} links={links} />
      <div className={styles.foot}>
        <Ended chat={chat} />
        <QuickButtons
          onAsk={(kind) =>
            setAnswers((before) => [
              ...before,
              { id: before.length, kind, at: deviceNow(), afterSeq: chat.messages.at(-1)?.seq ?? 0 },
            ])
          }
        />
        <ChatComposer key={chat.account} chat={chat} />
      </div>
    </Frame>
  );
}

/** A sheet over the whole screen of a phone; on a desk a panel at its side, beside which the page can be used. */
function Frame({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const [isSheet] = useState(() => window.matchMedia('(max-width: 60rem)').matches);
  const sheet = useRef<HTMLDialogElement>(null);
  const panel = useRef<HTMLElement>(null);
  useDialogEntry(isSheet, onClose);
  useLayoutEffect(() => {
    const dialog = sheet.current;
    dialog?.showModal();
    // On a phone the field would bring up the keyboard over what is to be read.
    (dialog ?? panel.current)?.querySelector<HTMLElement>(dialog ? '[data-title]' : 'textarea')?.focus();
    return () => dialog?.close();
  }, []);
  useKeyboardHeight(sheet);
  if (isSheet)
    return (
      <dialog
        ref={sheet}
        className={styles.sheet}
        aria-label={title}
        onCancel={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        {children}
      </dialog>
    );
  return (
    <section
      ref={panel}
      className={styles.panel}
      // The page beside it stays in use.
      role="dialog"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {children}
    </section>
  );
}

/** Keeps the sheet above the keyboard of a phone that covers the page. */
function useKeyboardHeight(sheet: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!sheet.current || !visualViewport) return;
    const measure = () => {
      const covered = Math.max(0, Math.round(window.innerHeight - visualViewport.height));
      sheet.current?.style.setProperty('--keyboard', `${covered}px`);
    };
    visualViewport.addEventListener('resize', measure);
    return () => visualViewport.removeEventListener('resize', measure);
  }, [sheet]);
}

function Head({ chat, place, links, onClose }: ChatWindowProps) {
  const now = useNow();
  const isOnline = useOnline();
  const { query, isEnded } = chat;
  const hours = query.data?.hours;
  const isStale = chat.isOld || query.error !== null;
  const ticket = isEnded ? null : (chat.chat?.ticket ?? null);
  return (
    <div className={styles.head}>
      <div className={styles.headLine}>
        <h2 data-title="" tabIndex={-1}>
          {buttonText.chat}
        </h2>
        {chat.chat && !isEnded && <EndButton chat={chat} />}
        <button type="button" className={styles.close} aria-label={text.close} onClick={onClose}>
          <Icon drawing={close} />
        </button>
      </div>
      {place && (
        <Text tone="quiet" size="s">
          {place}
        </Text>
      )}
      <p
        className={styles.hours}
        data-open={isOnline && !isStale && hours?.isOpen ? '' : undefined}
        role="status"
      >
        {!isOnline ? text.offline : hours ? (isStale ? text.stale : hoursWords(hours, now)) : ''}
      </p>
      {ticket && chat.chat && (
        <p className={styles.ticket}>
          <Icon drawing={clock} size={16} />
          <span>
            {formatText(ticket.dueOn ? text.ticketDue : text.ticketDone, {
              number: ticket.number,
              date: ticket.dueOn ? showDate(ticket.dueOn) : '',
            })}{' '}
            {links.ticket(chat.chat.id, text.toTicket)}
          </span>
        </p>
      )}
    </div>
  );
}

function EndButton({ chat }: { chat: Chat }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <Button
        data-changes
        kind="plain"
        busy={isBusy}
        onClick={() => {
          setBusy(true);
          void chat.end().then((failure) => {
            setBusy(false);
            setProblem(failure?.message);
          });
        }}
      >
        {text.end}
      </Button>
      {problem && (
        <Notice kind="bad" live="alert">
          {problem}
        </Notice>
      )}
    </>
  );
}

/** What is asked when the chat is over. */
function Ended({ chat: { chat, messages, isEnded } }: { chat: Chat }) {
  const [ratedId, setRatedId] = useState<string>();
  if (!isEnded || !chat) return null;
  const isAnswered = messages.some(({ author }) => author === 'operator');
  if (ratedId === chat.id)
    return (
      <Text tone="quiet" role="status">
        {text.rated}
      </Text>
    );
  return (
    <>
      <Text tone="quiet" role="status">
        {text.ended}
      </Text>
      {isAnswered && <RateAnswer account={chat.account} id={chat.id} onRated={() => setRatedId(chat.id)} />}
    </>
  );
}
