import { useEffect, useRef } from 'react';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { FindBox } from './find-box.tsx';
import type { Place } from './find-options.ts';
import { text } from './text.ts';

/** The box over the open page; opened by keys or the button of the header, closed by whatever is opened from it. */
export function FindDialog({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  // After the dialog, which gives the focus to its title.
  useEffect(() => input.current?.focus(), []);
  return (
    <Dialog open title={text.find} closeLabel={text.close} onClose={onClose}>
      <FindBox places={places} input={input} onOpened={onClose} />
    </Dialog>
  );
}
