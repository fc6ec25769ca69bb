import { Link } from '@tanstack/react-router';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight } from '#web/ui/icons.ts';
import styles from './sign-in-links.module.css';
import { text } from './text.ts';

const { doors } = text;

/** Links to the sign-in pages: persons, entities, and smaller, staff. */
export function SignInLinks() {
  return (
    <ul className={styles.doors}>
      <li className={styles.door}>
        <Link to="/sign-in/person" className={styles.way}>
          <span>
            <span className={styles.who}>{doors.person}</span>
            <span className={styles.hint}>{doors.personHint}</span>
          </span>
          <Icon drawing={arrowRight} size={24} />
        </Link>
        <Link to="/sign-up/person" className={styles.create}>
          {doors.create}
        </Link>
      </li>
      <li className={styles.door}>
        <Link to="/sign-in/entity" className={styles.way}>
          <span>
            <span className={styles.who}>{doors.entity}</span>
            <span className={styles.hint}>{doors.entityHint}</span>
          </span>
          <Icon drawing={arrowRight} size={24} />
        </Link>
        <Link to="/sign-up/entity" className={styles.create}>
          {doors.create}
        </Link>
      </li>
      <li>
        <Link to="/admin" className={styles.create}>
          {doors.admin}
        </Link>
      </li>
    </ul>
  );
}
