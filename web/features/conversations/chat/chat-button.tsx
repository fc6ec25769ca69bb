import type { Ref } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { Icon } from '#web/ui/icon.tsx';
import { text } from './button-text.ts';
import styles from './chat-button.module.css';

/** Two speech bubbles, on the grid of `icons.ts`. */
export const chatDrawing = 'M4 5h12v8.5H9.5L6 16.5v-3H4zM19 9h1.5v8H18v2.8L14.8 17H11';

interface ChatButtonProps {
  ref?: Ref<HTMLButtonElement>;
  unread: number;
  /** Own messages that wait for the network. */
  waiting: number;
  isOpen: boolean;
  isBusy: boolean;
  onOpen: () => void;
}

/** Opens the chat from the header: a round icon on a phone, an icon with its word on a desktop. */
export function ChatButton({ ref, unread, waiting, isOpen, isBusy, onOpen }: ChatButtonProps) {
  const news =
    unread > 0
      ? formatText(text.unread, { n: unread })
      : waiting > 0
        ? formatText(text.waiting, { n: waiting })
        : '';
  return (
    <button
      data-changes
      ref={ref}
      type="button"
      className={styles.button}
      aria-label={text.chat + news}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-busy={isBusy || undefined}
      onClick={onOpen}
    >
      <Icon drawing={chatDrawing} />
      <span className={styles.word}>{text.chat}</span>
      {unread > 0 && <span className={styles.count}>{unread > 99 ? '99+' : unread}</span>}
    </button>
  );
}
