import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showTip } from '#web/ui/tips.ts';
import { calendarQuery, sendCalendarRenewal } from './api.ts';

/** Makes the address of the calendar, or another in its place; `said` is told when it is made. */
export function useRenewal(said: string) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  /** Answers whether it was made. */
  const renew = async (): Promise<boolean> => {
    setTrouble('');
    setBusy(true);
    const result = await sendCalendarRenewal();
    setBusy(false);
    if (!result.ok) {
      setTrouble(result.failure.message);
      return false;
    }
    client.setQueryData(calendarQuery.queryKey, result.data);
    showTip('good', said);
    return true;
  };
  return { isBusy, trouble, renew };
}
