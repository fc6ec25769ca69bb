import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './page-shape.module.css';
import { text } from './text.ts';

/** Placeholder of a cabinet page while its code loads. */
export function PageShape() {
  return (
    <main id="content" aria-busy="true" className={styles.shape} data-shape="">
      <VisuallyHidden>
        <span role="status">{text.loadingPage}</span>
      </VisuallyHidden>
      <Skeleton shape="title" />
      <Skeleton shape="tile" />
      <Skeleton />
      <Skeleton />
      <Skeleton shape="chart" />
    </main>
  );
}
