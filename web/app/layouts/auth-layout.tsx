import { Link, Outlet } from '@tanstack/react-router';
import { SupplierFooter } from '#web/features/supplier/supplier-footer.tsx';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { TipArea } from '#web/ui/tip-area.tsx';
import { text } from '../text.ts';
import styles from './auth-layout.module.css';
import { ThemeButton } from './theme-button.tsx';

/** Layout of sign-in, sign-up and recovery: header, page, tips, footer. */
export default function AuthLayout() {
  return (
    <>
      <div className={styles.sky}>
        <header className={styles.header} data-tone="dusk">
          <Link to="/" className={styles.brand}>
            <BrandMark name={text.productName} />
          </Link>
          <ThemeButton />
        </header>
        <Outlet />
      </div>
      <SupplierFooter />
      <TipArea closeLabel={text.closeTip} />
    </>
  );
}
