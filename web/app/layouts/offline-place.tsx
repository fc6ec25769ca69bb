import { type ComponentType, useEffect, useState } from 'react';
import { whenSettled } from '#web/lib/prefetch-when-idle.ts';

/**
 * What is done without a network, or waits for one: its code comes after the page itself. When it does not come, the page
 * goes on as it is.
 */
export function OfflinePlace() {
  const [Parts, setParts] = useState<ComponentType>();
  useEffect(
    () =>
      whenSettled(() => {
        import('./offline-parts.tsx').then(
          ({ OfflineParts }) => setParts(() => OfflineParts),
          () => undefined,
        );
      }),
    [],
  );
  return Parts ? <Parts /> : null;
}
