import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { text } from '#web/features/conversations/chat/button-text.ts';
import { ChatButton, chatDrawing } from '#web/features/conversations/chat/chat-button.tsx';
import { startChatOutbox } from '#web/features/conversations/chat/chat-outbox.ts';

import { useChat } from '#web/features/conversations/chat/use-chat.ts';
import { conversationAccount } from '#web/features/conversations/conversation-account.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Icon } from '#web/ui/icon.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { chunk } from '../loading/chunk.ts';
import navStyles from './cabinet-nav.module.css';

const chatWindow = chunk(() => import('#web/features/conversations/chat/chat-window.tsx'));

/**
 * The chat of persons, on every page: of the chosen account, or of a person without an object. A button in the header and, on a phone, an
 * entry of the navigation open it. What waits to be sent goes also while it is closed. Source: base specification, section 2 (layouts).
 */
export function ChatPart() {
  const account = useSessionStore(({ person }) => conversationAccount(person));
  const [isOpen, setOpen] = useState(false);
  useEffect(startChatOutbox, []);
  // The chat belongs to the account: that of another one takes its place.
  return <AccountChat key={account} account={account} isOpen={isOpen} setOpen={setOpen} />;
}

interface AccountChatProps {
  account: string;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

function AccountChat({ account, isOpen, setOpen }: AccountChatProps) {
  const chat = useChat(account);
  const place = useSessionStore(({ person }) => {
    const own = person.accounts.find((one) => one.account === account);
    return person.accounts.length > 1 ? own?.objectName || own?.address : undefined;
  });
  const button = useRef<HTMLButtonElement>(null);
  const [header] = useState(() => document.querySelector('[data-chat-button]'));
  const navigation = useNavigationPlace();
  const [module, setModule] = useState(chatWindow.known);
  useEffect(() => {
    if (!isOpen || module) return;
    let isWanted = true;
    chatWindow.load().then(
      (come) => isWanted && setModule(() => come),
      () => {
        if (!isWanted) return;
        showTip('bad', commonMessages['common.network']);
        setOpen(false);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [isOpen, module, setOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  // The sheet of a phone lies over the page that a link leads to.
  const leave = () => {
    if (document.querySelector('dialog[open]')) setOpen(false);
  };
  return (
    <>
      {header &&
        createPortal(
          <ChatButton
            ref={button}
            unread={chat.unread}
            waiting={chat.waiting.length}
            isOpen={isOpen}
            isBusy={isOpen && !module}
            onOpen={() => setOpen(true)}
          />,
          header,
        )}
      {navigation &&
        createPortal(
          <button
            type="button"
            data-changes
            className={navStyles.entry}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => {
              currentTarget.closest<HTMLElement>('[popover]:popover-open')?.hidePopover();
              setOpen(true);
            }}
          >
            <Icon drawing={chatDrawing} size={24} />
            {text.title}
          </button>,
          navigation,
        )}
      {isOpen && module && (
        <module.ChatWindow
          chat={chat}
          place={place}
          onClose={close}
          links={{
            bills: (words) => (
              <Link to="/cabinet/person/bills" onClick={leave}>
                {words}
              </Link>
            ),
            reading: (words) => (
              <Link to="/cabinet/person/indication" onClick={leave}>
                {words}
              </Link>
            ),
            documents: (words) => (
              <Link to="/cabinet/person/docs/reconciliations" onClick={leave}>
                {words}
              </Link>
            ),
            ticket: (id, words) => (
              <Link to="/cabinet/person/tickets" search={{ ticket: id }} onClick={leave}>
                {words}
              </Link>
            ),
          }}
        />
      )}
    </>
  );
}

/** Where the navigation of the page has the chat; null on pages without navigation. */
function useNavigationPlace(): Element | null {
  const [place, setPlace] = useState<Element | null>(null);
  // Another page may have a navigation of its own.
  useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => setPlace(document.querySelector('[data-chat-entry]')));
  return place;
}
