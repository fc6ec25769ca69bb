import { Link, Outlet } from '@tanstack/react-router';
import { text as landing } from '#web/features/landing/text.ts';
import { SupplierFooter } from '#web/features/supplier/supplier-footer.tsx';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { text } from '../text.ts';
import styles from './landing-layout.module.css';
import preloaderStyles from './preloader.module.css';
import { ThemeButton } from './theme-button.tsx';

/** Loading message beside the prerendered page. Source: base specification, section 2. */
function Preloader() {
  const hydrated = useHydrated();
  return hydrated ? null : (
    <p className={preloaderStyles.line} role="status" data-tone="dusk">
      <span className={preloaderStyles.glow} aria-hidden="true" />
      {landing.joining}
    </p>
  );
}

/** Layout of the landing: header, page, footer. */
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
