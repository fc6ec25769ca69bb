import { Link, Outlet } from '@tanstack/react-router';
import { SupplierFooter } from '#web/features/company/supplier-footer.tsx';
import { text as landing } from '#web/features/landing/text.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { text } from '../text.ts';
import styles from './landing-layout.module.css';
import { Preloader } from './preloader.tsx';
import { ThemeButton } from './theme-button.tsx';

/** The landing: a header in the evening sky, the page, the foot. */
export default function LandingLayout() {
  return (
    <>
      <header className={styles.header} data-tone="dusk">
        <div className={styles.inner}>
          <BrandMark name={text.productName} />
          <nav className={styles.nav} aria-label={landing.navLabel}>
            <a href="#tariffs">{landing.tariffs}</a>
            <a href="#how">{landing.how}</a>
            <a href="#contacts">{landing.contacts}</a>
          </nav>
          <span className={styles.tools}>
            <ThemeButton />
            <Link className={styles.enter} to="/auth">
              {text.signIn}
            </Link>
          </span>
        </div>
      </header>
      <Outlet />
      <SupplierFooter />
      <Preloader />
    </>
  );
}
