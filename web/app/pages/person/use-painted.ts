import { useEffect, useState } from 'react';

/** The frame is out by then, also on a slow phone. */
const AFTER_FRAME_MS = 100;

/** Whether what `isReady` brought has been painted, so that what is fetched next holds it up no more. */
export function usePainted(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setPainted(true), AFTER_FRAME_MS);
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [isReady]);
  return isReady && isPainted;
}
