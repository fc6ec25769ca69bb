import { useEffect, useId, useRef } from 'react';
import { PayForm } from './pay-form.tsx';
import styles from './pay-panel.module.css';
import { type PayPurpose, titleOf } from './pay-purpose.ts';

interface PayPanelProps {
  account: string;
  purpose: PayPurpose;
  /** Present where a button opened the panel: it then takes the focus and can be closed again. */
  onCancel?: () => void;
}

/** The payment form as a section of a page. */
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
