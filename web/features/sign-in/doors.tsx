import { Link } from '@tanstack/react-router';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight } from '#web/ui/icons.ts';
import styles from './doors.module.css';
import { text } from './text.ts';

const { doors } = text;

/** The ways in side by side: households, companies, and small, those who work for the supplier. */
export function Doors() {
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
