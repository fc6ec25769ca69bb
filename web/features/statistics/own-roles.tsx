import { useSessionStore } from '#web/session/session-store.ts';
import styles from './own-roles.module.css';
import { text } from './text.ts';

/** The permissions of the administrator, in words. */
export function OwnRoles() {
  const roles = useSessionStore((state) => state.admin.roles);
  return (
    <section className={styles.part} aria-labelledby="own-roles">
      <h2 id="own-roles">{text.yourRoles}</h2>
      {roles.length === 0 ? (
        <p>{text.noRoles}</p>
      ) : (
        <ul className={styles.roles}>
          {roles.map((role) => (
            <li key={role}>
              <b>{text.roles[role].name}</b>
              {text.roles[role].does}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
