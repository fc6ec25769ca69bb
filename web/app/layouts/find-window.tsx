import { useEffect, useRef } from 'react';
import { FindBox } from '#web/features/search/find-box.tsx';
import { text } from '#web/features/search/text.ts';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { useAdminPlaces } from '../page-parts/admin-places.ts';

/** The box that finds anything, over the open page; closed by whatever is opened from it. A chunk of its own. */
export function FindWindow({ onClose }: { onClose: () => void }) {
  const places = useAdminPlaces();
  const input = useRef<HTMLInputElement>(null);
  // After the dialog, which gives the focus to its title.
  useEffect(() => input.current?.focus(), []);
  return (
    <Dialog open title={text.find} closeLabel={text.close} onClose={onClose}>
      <FindBox places={places} input={input} onOpened={onClose} />
    </Dialog>
  );
}
