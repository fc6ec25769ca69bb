import { useEffect, useState } from 'react';
import type { Instant } from '#domain/time/instant.ts';
import { deviceNow } from './clock.ts';

const MINUTE = 60_000;

/** The moment by the device, renewed every minute: for countdowns. */
export function useNow(): Instant {
  const [now, setNow] = useState(deviceNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(deviceNow()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
