import type { ReactNode } from 'react';

/** What of an object is on this device alone and goes when the object does; other features have it, the page brings it. */
export interface OnDevice {
  /** What would be lost; undefined: nothing that anybody misses. */
  loss: ReactNode;
  /** Forgets what was shown, once the object is gone. */
  forget: () => Promise<void>;
}
