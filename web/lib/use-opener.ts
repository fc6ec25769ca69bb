import { useEffect, useId, useRef, useState } from 'react';

/** What a button opens in its place, and closes again with the focus back on the button. */
export interface Opener {
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
