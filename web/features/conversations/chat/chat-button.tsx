import type { Ref } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { text } from './button-text.ts';
import styles from './chat-button.module.css';

/** Two speech bubbles, on the grid of `icons.ts`. */
const drawing = 'M4 5h12v8.5H9.5L6 16.5v-3H4zM19 9h1.5v8H18v2.8L14.8 17H11';

interface ChatButtonProps {
  ref?: Ref<HTMLButtonElement>;
  unread: number;
  /** Own messages that wait for the network. */
  waiting: number;
  isOpen: boolean;
  isBusy: boolean;
  onOpen: () => void;
}

/**
 * Opens the chat. It follows the lower edge of the screen down to its own place at the end of the page, so that it never lies
 * over what comes after the page.
 */
export function ChatButton({ ref, unread, waiting, isOpen, isBusy, onOpen }: ChatButtonProps) {
  return (
    <section className={styles.place} aria-label={text.chat}>
      <button
        data-changes
        ref={ref}
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-busy={isBusy || undefined}
        onClick={onOpen}
      >
        <Icon drawing={drawing} />
        {text.chat}
        {unread > 0 && (
          <>
            <span className={styles.count} aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
            <VisuallyHidden>{formatText(text.unread, { n: unread })}</VisuallyHidden>
          </>
        )}
        {unread === 0 && waiting > 0 && (
          <VisuallyHidden>{formatText(text.waiting, { n: waiting })}</VisuallyHidden>
        )}
      </button>
    </section>
  );
}
