import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { alert, check, info } from './icons.ts';
import styles from './notice.module.css';

type NoticeKind = 'info' | 'warn' | 'bad' | 'good';

interface NoticeProps {
  kind: NoticeKind;
  title?: ReactNode;
  /** What can be done about it: links, buttons. */
  actions?: ReactNode;
  /** 'alert' interrupts a screen reader, 'status' waits for a pause; without it the notice is just read in its place. */
  live?: 'alert' | 'status';
  children?: ReactNode;
}

const drawings = { info, warn: alert, bad: alert, good: check };

/** A message in the flow of the page: what happened and what to do next. */
export function Notice({ kind, title, actions, live, children }: NoticeProps) {
  return (
    <div className={classes(styles.notice, styles[kind])} role={live}>
      <span className={styles.mark}>
        <Icon drawing={drawings[kind]} />
      </span>
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div className={styles.text}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
