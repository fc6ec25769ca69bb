import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { metersQuery } from './api.ts';
import { BlockedMeter } from './blocked-meter.tsx';
import { OpenMeter } from './open-meter.tsx';

interface BriefReadingProps {
  account: string;
  /** The address for photos of the meter; undefined while unknown. */
  supplierEmail: string | undefined;
  /** The contacts of the supplier, shown where nothing can be entered. */
  help: ReactNode;
}

/**
 * The reading form of an account with one meter, for a page that has loaded and named the meter: digits, one button,
 * and the result in the same place. It shares its draft with the full form.
 */
export function BriefReading({ account, supplierEmail, help }: BriefReadingProps) {
  const { data } = useQuery(metersQuery(account));
  const meter = data?.meters[0];
  if (!data || !meter) return null;
  if (meter.blocked) return <BlockedMeter reason={meter.blocked} help={help} />;
  return <OpenMeter isBrief options={{ account, meter, window: data.window, supplierEmail }} help={help} />;
}
