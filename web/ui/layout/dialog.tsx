import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { close } from '../icons.ts';
import { closeTips } from '../tip-area.tsx';
import styles from './dialog.module.css';
import { useDialogEntry } from './dialog-history.ts';

interface DialogProps {
  open: boolean;
  title: string;
  closeLabel: string;
  /** Asked by the cross, Escape or a press beside the window. */
  onClose: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

/** The native modal window: its title takes the focus, the page behind is inert, the focus returns where it was; back closes it. */
export function Dialog({ open, title, closeLabel, onClose, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useDialogEntry(open, onClose);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      closeTips();
      element.showModal();
      heading.current?.focus();
    }
    if (!open && element.open) element.close();
  }, [open]);
  // Taken out of the page while it is open it would leave the focus nowhere; `close` gives it back.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.window}>
        <header className={styles.head}>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
            <Icon drawing={close} />
          </button>
        </header>
        <div className={styles.body}>{children}</div>
        {actions && <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  );
}
