import type { Company } from './company-type.ts';
import styles from './supplier-card.module.css';

/** Pictures come from this site alone. */
const isOwn = (address: string) => /^\/(?!\/)/.test(address) || address.startsWith(`${location.origin}/`);

/** The supplier with its pictures. Source: base specification, section 2 (company info). */
export function SupplierCard({ company }: { company: Company }) {
  const { organizationUpCase, address, images = [] } = company;
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
