import type { OnDevice } from '#web/features/objects/on-device.ts';
import { LostReadings } from '#web/features/readings/waiting/lost-readings.tsx';
import { useWaiting } from '#web/features/readings/waiting/waiting-store.ts';

/** What waits on this device for an object: shown before the object is removed, and forgotten only then. */
export function useReadingsOnDevice(): (account: string) => OnDevice | undefined {
  const readings = useWaiting((state) => state.readings) ?? [];
  return (account) => {
    const own = readings.filter((reading) => reading.account === account);
    if (own.length === 0) return undefined;
    const lost = own.filter(({ answer }) => answer?.kind !== 'taken');
    return {
      loss: lost.length > 0 ? <LostReadings readings={lost} /> : undefined,
      async forget() {
        const { forgetReadings } = await import('#web/features/readings/waiting/waiting-actions.ts');
        await forgetReadings(own);
      },
    };
  };
}
