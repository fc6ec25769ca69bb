import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { text } from '../text.ts';

/** In the place of the points while they or the code of their table are loading. */
export function PointsSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>{text.pointsLoading}</VisuallyHidden>
      <Skeleton />
      <Skeleton shape="tile" />
    </div>
  );
}
