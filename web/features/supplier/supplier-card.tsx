import styles from './supplier-card.module.css';
import { useCompany } from './use-company.ts';

/** Pictures come from this site alone. */
const isOwn = (address: string) => new URL(address, location.origin).origin === location.origin;

/** The supplier with its pictures; nothing while unknown. Source: base specification, section 2 (company info). */
export function SupplierCard() {
  const loaded = useCompany();
  if (loaded.state !== 'ready') return null;
  const { organizationUpCase, address, images = [] } = loaded.company;
  return (
    <section className={styles.card} aria-labelledby="supplier">
      {images.filter(isOwn).map((image) => (
        <img
          key={image}
          className={styles.picture}
          src={image}
          alt=""
          loading="lazy"
          // A browser shows a missing picture as a broken one.
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      ))}
      <h2 id="supplier" className={styles.name}>
        {organizationUpCase}
      </h2>
      <p>{address}</p>
    </section>
  );
}
