import { useEffect, useId, useRef, useState } from 'react';

/**
 * Runs when the press that is under way is over, by pointer or key: what moves a control away meanwhile takes it from under
 * the finger.
 */
export function afterPress(run: () => void): void {
  const over = new AbortController();
  const end = () => {
    over.abort();
    run();
  };
  for (const event of ['click', 'keyup']) window.addEventListener(event, end, { signal: over.signal });
}

/** What a button opens in its place, and closes again with the focus back on the button. */
interface Opener {
  readonly isOpen: boolean;
  /** The id of the button. */
  readonly buttonId: string;
  readonly open: () => void;
  readonly close: () => void;
}

export function useOpener(): Opener {
  const buttonId = useId();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.getElementById(buttonId)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, buttonId]);
  return { isOpen, buttonId, open: () => setOpen(true), close: () => setOpen(false) };
}
