import { useEffect, useId, useRef } from 'react';
import { PayForm } from './pay-form.tsx';
import styles from './pay-panel.module.css';
import { type PayPurpose, titleOf } from './pay-purpose.ts';

interface PayPanelProps {
  account: string;
  purpose: PayPurpose;
  /** Present where the panel was opened by a press: it then takes the focus, and can be put away again. */
  onCancel?: () => void;
}

/** The way of paying as a part of a page. */
export function PayPanel({ account, purpose, onCancel }: PayPanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpened = onCancel !== undefined;
  useEffect(() => {
    if (wasOpened) heading.current?.focus();
  }, [wasOpened]);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {titleOf(purpose)}
      </h2>
      <PayForm account={account} purpose={purpose} onCancel={onCancel} />
    </section>
  );
}
