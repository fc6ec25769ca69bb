import { useEffect, useState } from 'react';

const PAUSE_MS = 400;

/** A value as it stands after a pause in typing; undefined while it is still changing. */
export function useSettled(value: string | undefined): string | undefined {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value ? value : undefined;
}
