import type { ReactNode } from 'react';

/**
 * Data of an object that exists on this device only and is deleted with the object; it belongs to other features, so
 * the page passes it in.
 */
export interface OnDevice {
  /** What would be lost; undefined: nothing of value. */
  loss: ReactNode;
  /** Deletes the data, after the object was removed. */
  forget: () => Promise<void>;
}
