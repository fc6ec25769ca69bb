import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isClosed, rememberClosed } from '#web/session/notices/closed-messages.ts';
import { pause, play } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { chevronDown, close } from '#web/ui/icons.ts';
import styles from './moving-line.module.css';
import { text } from './text.ts';

const SECONDS_PER_LETTER = 0.16;

/** A service message until it is closed: on this device, for this text. */
export function ClosableLine({ message }: { message: string }) {
  const [isDone, setDone] = useState(() => isClosed(message));
  if (isDone) return null;
  return (
    <MovingLine
      message={message}
      onClose={() => {
        rememberClosed(message);
        setDone(true);
      }}
    />
  );
}

interface MovingLineProps {
  message: string;
  label?: string;
  /** Absent: it cannot be closed. */
  onClose?: () => void;
}

/**
 * Two lines of text. A longer text scrolls in one line, which can be paused, then shows the whole text, and pauses on hover; under reduced
 * motion its first two lines stand still and open. Source: base specification, section 2 (scrolling line); product.md 9; WCAG 2.2.2.
 */
export function MovingLine({ message, label = text.label, onClose }: MovingLineProps) {
  const line = useRef<HTMLParagraphElement>(null);
  const isLong = useIsLong(line);
  const [isStill] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [isOpen, setOpen] = useState(false);
  const walk = { '--walk-time': `${12 + message.length * SECONDS_PER_LETTER}s` } as CSSProperties;
  const toggle = isStill ? (isOpen ? text.less : text.whole) : isOpen ? text.play : text.pause;
  return (
    <section
      className={styles.line}
      aria-label={label}
      data-open={isOpen || undefined}
      data-moves={(isLong && !isOpen && !isStill) || undefined}
    >
      <div className={styles.track}>
        <p ref={line} className={styles.message} style={walk}>
          {message}
        </p>
      </div>
      {isLong && (
        <button
          type="button"
          className={styles.button}
          aria-label={toggle}
          title={toggle}
          aria-expanded={isStill ? isOpen : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon drawing={isStill ? chevronDown : isOpen ? play : pause} size={16} />
        </button>
      )}
      {onClose && (
        <button
          type="button"
          className={styles.button}
          aria-label={text.close}
          title={text.close}
          onClick={onClose}
        >
          <Icon drawing={close} size={16} />
        </button>
      )}
    </section>
  );
}

/** Whether a text needs more than two lines, measured again when the width or the letters change. */
function useIsLong(line: RefObject<HTMLElement | null>): boolean {
  const [isLong, setLong] = useState(false);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    const measure = () => {
      element.toggleAttribute('data-measured', true);
      setLong(element.scrollHeight > element.clientHeight + 1);
      element.toggleAttribute('data-measured', false);
    };
    measure();
    if (typeof ResizeObserver === 'undefined' || !element.parentElement) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, [line]);
  return isLong;
}
