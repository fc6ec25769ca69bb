import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';

/** 'lamp' marks the one thing to be done now: at most one on a page. */
export type ButtonKind = 'lamp' | 'ink' | 'quiet' | 'plain' | 'danger';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  kind?: ButtonKind;
  /** The press is being worked on: the button keeps its size and focus and ignores presses. */
  busy?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/** The class of a button, for a link that looks like one (`<Link className={buttonClass('lamp')}>`). */
export function buttonClass(kind: ButtonKind = 'quiet', wide = false): string {
  return classes(styles.button, styles[kind], wide && styles.wide);
}

/** A native button. A busy one stays focusable, so that a screen reader is not thrown out of the form. */
export function Button({
  kind = 'quiet',
  busy = false,
  wide = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(kind, wide)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={styles.label}>{children}</span>
    </button>
  );
}
