import { useEffect, useState } from 'react';
import { type DeviceState, readDeviceState } from './push-device.ts';

/** A browser that does not say by then is taken for one that is not told: what stands below waits for it. */
const ANSWER_MS = 3000;

/** Whether this browser is told; undefined while it is found out. Asked again when one comes back from its settings. */
export function useDeviceState(): [DeviceState | undefined, (state: DeviceState) => void] {
  const [state, setState] = useState<DeviceState>();
  useEffect(() => {
    let isLeft = false;
    const read = () => {
      const late = new Promise<DeviceState>((resolve) => setTimeout(() => resolve('off'), ANSWER_MS));
      Promise.race([readDeviceState(), late])
        .catch((): DeviceState => 'unsupported')
        .then((found) => !isLeft && setState(found))
        .catch(() => undefined);
    };
    read();
    window.addEventListener('focus', read);
    return () => {
      isLeft = true;
      window.removeEventListener('focus', read);
    };
  }, []);
  return [state, setState];
}
