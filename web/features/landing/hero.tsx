import { Link } from '@tanstack/react-router';
import { Icon } from '#web/ui/icon.tsx';
import { chevronDown } from '#web/ui/icons.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Facade } from './facade.tsx';
import styles from './hero.module.css';
import { text } from './text.ts';

/** The first view: what this is, and the lit window that leads in. */
export function Hero() {
  return (
    <section className={styles.hero} data-tone="dusk">
      <div className={styles.inner}>
        <div className={styles.words}>
          <PageTitle title={text.title} suffix={text.product} />
          <p className={styles.lead}>{text.lead}</p>
          <p className={styles.ways}>
            {text.newHere} <Link to="/sign-up/person">{text.signUp}</Link>
            <Link to="/sign-in/entity">{text.forCompanies}</Link>
          </p>
          <p>
            <a className={styles.more} href="#how">
              {text.how}
              <Icon drawing={chevronDown} />
            </a>
          </p>
        </div>
        <Facade />
      </div>
    </section>
  );
}
