import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { text } from '#web/features/search/text.ts';
import { isMenuHidden, keepMenuHidden } from '#web/session/persisted-state.ts';
import { sidebar } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { search } from '#web/ui/icons.ts';
import { showTip } from '#web/ui/tip-area.tsx';
import { chunk } from '../loading/chunk.ts';
import { text as staffText } from './admin-text.ts';
import styles from './staff-header.module.css';

const findWindow = chunk(() => import('./find-window.tsx'));

/** The key, whatever letters the keyboard is set to. */
const isFindKey = ({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  code === 'KeyK' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** What the header has for staff: the button of the menu, and the box that finds anything. */
export function StaffHeader() {
  const [header] = useState(() => document.querySelector('[data-header-space]'));
  if (header === null) return null;
  return (
    <>
      {createPortal(<MenuButton />, header)}
      <Find header={header} />
    </>
  );
}

/** Hides the sidebar on a desktop, so that a table has its width; the device keeps the choice. */
function MenuButton() {
  const [isHidden, setHidden] = useState(isMenuHidden);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-menu-hidden', isHidden);
    return () => document.documentElement.removeAttribute('data-menu-hidden');
  }, [isHidden]);
  return (
    <button
      type="button"
      className={styles.menu}
      aria-label={isHidden ? staffText.showMenu : staffText.hideMenu}
      title={isHidden ? staffText.showMenu : staffText.hideMenu}
      onClick={() => {
        keepMenuHidden(!isHidden);
        setHidden(!isHidden);
      }}
    >
      <Icon drawing={sidebar} />
    </button>
  );
}

/** The button and the keys that open the box over any page of staff. Its code comes when it is wanted. */
function Find({ header }: { header: Element }) {
  const [isOpen, setOpen] = useState(false);
  const [module, setModule] = useState(findWindow.known);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isFindKey(event)) return;
      event.preventDefault();
      // Over another dialog the page under it is not to be left.
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => {
    if (!isOpen || module) return;
    findWindow.load().then(
      (come) => setModule(() => come),
      () => {
        showTip('bad', commonMessages['common.network']);
        setOpen(false);
      },
    );
  }, [isOpen, module]);
  return (
    <>
      {createPortal(
        <button
          type="button"
          className={styles.button}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          aria-busy={isOpen && !module}
          onPointerEnter={findWindow.prefetch}
          onClick={() => setOpen(true)}
        >
          <Icon drawing={search} />
          <span className={styles.words}>{text.find}</span>
          <span className={styles.keys} aria-hidden="true">
            {text.keys}
          </span>
        </button>,
        header,
      )}
      {isOpen && module && <module.FindWindow onClose={() => setOpen(false)} />}
    </>
  );
}
