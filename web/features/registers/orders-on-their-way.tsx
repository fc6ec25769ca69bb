import { useState } from 'react';
import { landRegisterRow } from '#contract/registers.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { showDate, showSum } from '#web/lib/format.ts';
import { providerName } from '#web/lib/provider-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { OnDecided, RegisterRow } from './api.ts';
import styles from './registers.module.css';
import { text } from './text.ts';

interface OrdersOnTheirWayProps {
  register: number;
  row: RegisterRow;
  onDecided: OnDecided;
}

/** Orders on their way whose money a row may be. One press lands one: it changes no debt, so that nothing is asked again. */
export function OrdersOnTheirWay({ register, row, onDecided }: OrdersOnTheirWayProps) {
  const [landing, setLanding] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const { line, orders } = row;
  if (orders.length === 0) return null;

  const land = async (orderId: string) => {
    setLanding(orderId);
    setFailure(undefined);
    const result = await callApi(landRegisterRow, { register, line, orderId });
    setLanding(undefined);
    if (!result.ok) return setFailure(result.failure);
    const { data } = result;
    onDecided(text.landed(showSum(row.sum), orderId), data.register, undefined);
  };
  return (
    <>
      <p className={styles.quiet}>{text.ordersOnTheirWay}</p>
      <ul className={styles.orders}>
        {orders.map(({ orderId, accountNumber, provider, paidOn, sum }) => (
          <li key={orderId}>
            <p>
              <strong>{providerName(provider)}</strong>{' '}
              {text.orderFor(showSum(sum), showDate(paidOn), accountNumber)}
            </p>
            <Button
              kind="ink"
              busy={landing === orderId}
              disabled={landing !== undefined && landing !== orderId}
              onClick={() => void land(orderId)}
            >
              {text.land}
              <VisuallyHidden> {text.landOrder(orderId, line)}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      {failure && (
        <Notice kind="bad" live="alert">
          {failure.message}
        </Notice>
      )}
    </>
  );
}
