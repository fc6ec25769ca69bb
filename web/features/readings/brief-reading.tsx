import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { metersQuery } from './api.ts';
import { BlockedMeter } from './blocked-meter.tsx';
import { OpenMeter } from './open-meter.tsx';

interface BriefReadingProps {
  account: string;
  /** Where a photo of the meter can be sent; undefined while it is not known. */
  supplierEmail: string | undefined;
  /** How to reach the supplier, shown where nothing can be entered. */
  help: ReactNode;
}

/**
 * The reading of an account with one meter, in a place that has loaded and named it already: windows, one button, and in
 * the same place what becomes of it. The draft is that of the whole form: what is typed here is there, too.
 */
export function BriefReading({ account, supplierEmail, help }: BriefReadingProps) {
  const { data } = useQuery(metersQuery(account));
  const meter = data?.meters[0];
  if (!data || !meter) return null;
  if (meter.blocked) return <BlockedMeter reason={meter.blocked} help={help} />;
  return <OpenMeter isBrief options={{ account, meter, window: data.window, supplierEmail }} help={help} />;
}
