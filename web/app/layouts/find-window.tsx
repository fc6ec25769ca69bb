import { FindDialog } from '#web/features/search/find-dialog.tsx';
import { useAdminPlaces } from '../page-parts/admin-places.ts';

/** The box that finds anything, over the open page; a chunk of its own. */
export function FindWindow({ onClose }: { onClose: () => void }) {
  return <FindDialog places={useAdminPlaces()} onClose={onClose} />;
}
