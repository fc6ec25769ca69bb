import { Link } from '@tanstack/react-router';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight } from '#web/ui/icons.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import styles from './sign-in-links.module.css';
import { text } from './steps-text.ts';

const { doors } = text;

/** Links to the sign-in pages: persons, entities, and smaller, staff. */
export function SignInLinks() {
  return (
    <Stack as="ul" gap="3">
      <li className={styles.door}>
        <Link to="/sign-in/person" className={styles.way}>
          <span>
            <Text as="span" size="l" isStrong>
              {doors.person}
            </Text>
            <Text as="span" size="s" tone="quiet">
              {doors.personHint}
            </Text>
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
            <Text as="span" size="l" isStrong>
              {doors.entity}
            </Text>
            <Text as="span" size="s" tone="quiet">
              {doors.entityHint}
            </Text>
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
    </Stack>
  );
}
