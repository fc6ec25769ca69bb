import { type ReactNode, useEffect, useRef } from 'react';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { MeterData, WindowData } from '../api.ts';
import { RecalculationRequest } from '../history/recalculation-request.tsx';
import { text } from '../text.ts';
import type { Draft } from './draft.ts';

interface LateCorrectionProps {
  account: string;
  meter: MeterData;
  window: WindowData;
  draft: Draft;
  help: ReactNode;
  onLeave: () => void;
}

/**
 * Shown when the month was closed during the correction: nothing changed, and the typed values are kept for a
 * request.
 */
export function LateCorrection({ account, meter, window, draft, help, onLeave }: LateCorrectionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const right = meter.registers.flatMap(({ zone }) => {
    const typed = draft.values[zone];
    return typed ? [{ zone, value: Number(typed) }] : [];
  });
  const reading = {
    account,
    meterSerial: meter.serialNumber,
    period: addMonths(window.period as BillingPeriod, -1),
    effectiveDate: window.effectiveDate,
    receiptNumber: null,
    values: [],
    right,
    reason: draft.reason.trim(),
  };
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        kind="warn"
        title={text.lateCorrectionTitle}
        actions={<Button onClick={onLeave}>{text.lateCorrectionLeave}</Button>}
      >
        <p>{text.closedWords}</p>
        <RecalculationRequest reading={reading} help={help} />
      </Notice>
    </div>
  );
}
