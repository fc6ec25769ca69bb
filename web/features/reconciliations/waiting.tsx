import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import formStyles from './act-form.module.css';
import listStyles from './act-list.module.css';
import { text } from './text.ts';
import styles from './waiting.module.css';

const rows = [1, 2];

/** Holds the place of the form until it is known which months there are. */
export function FormWaiting() {
  return (
    <div className={formStyles.new} aria-busy="true">
      <VisuallyHidden>{text.monthsLoading}</VisuallyHidden>
      <div>
        <p className={formStyles.title}>
          <Skeleton shape="short" />
        </p>
        <p className={formStyles.quiet}>{text.about}</p>
      </div>
      <div className={styles.presets}>
        <Skeleton shape="title" />
      </div>
      <div className={formStyles.form}>
        <div className={styles.field}>
          <Skeleton shape="short" />
          <Skeleton shape="tile" />
        </div>
        <div className={styles.field}>
          <Skeleton shape="short" />
          <Skeleton shape="tile" />
        </div>
        <div className={formStyles.press}>
          <div className={styles.press} />
        </div>
      </div>
      <p className={formStyles.quiet}>{text.kept}</p>
    </div>
  );
}

/** Holds the place of the list. */
export function ListWaiting() {
  return (
    <div className={listStyles.list} aria-busy="true">
      <VisuallyHidden>{text.actsLoading}</VisuallyHidden>
      <p className={listStyles.title}>
        <Skeleton />
      </p>
      <ul className={listStyles.acts}>
        {rows.map((row) => (
          <li key={row} className={listStyles.act}>
            <div>
              <Skeleton shape="title" />
              <Skeleton />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
