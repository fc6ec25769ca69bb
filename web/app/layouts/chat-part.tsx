import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { ChatButton } from '#web/features/conversations/chat/chat-button.tsx';
import { startChatOutbox } from '#web/features/conversations/chat/chat-outbox.ts';
import { useChat } from '#web/features/conversations/chat/use-chat.ts';
import { conversationAccount } from '#web/features/conversations/conversation-account.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { showTip } from '#web/ui/tip-area.tsx';
import { chunk } from '../loading/chunk.ts';

const chatWindow = chunk(() => import('#web/features/conversations/chat/chat-window.tsx'));

/**
 * The chat of persons, on every page: of the chosen account, or of a person without an object. What waits to be sent goes also while it is closed.
 * Source: base specification, section 2 (layouts).
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
      <ChatButton
        ref={button}
        unread={chat.unread}
        waiting={chat.waiting.length}
        isOpen={isOpen}
        isBusy={isOpen && !module}
        onOpen={() => setOpen(true)}
      />
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
