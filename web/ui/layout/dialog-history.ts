import { useEffect, useRef } from 'react';

interface EntryState {
  dialog?: boolean;
  /** The router's, of its page; the entry of a dialog has the one of the page under it. */
  key?: string;
}

/** What closes each open dialog, the topmost last. All of them share one entry of the history. */
const openDialogs: (() => void)[] = [];
/** Of the page that has, or had last, the entry of a dialog above it. */
let pageKey: string | undefined;
/** The entry is being left because its dialog has closed. */
let isLeaving = false;
/** An entry without a dialog is being passed on the way to the page under it, which the router does not show yet. */
let isPassing = false;

/** Of the page that lies twice in the history, because a reload has closed the dialog over it. */
let twinKey: string | undefined;

const entry = () => (history.state ?? {}) as EntryState;

/** Leaves or adds the entry, so that it stands exactly while a dialog is open. */
function syncEntry(): void {
  const { dialog, key } = entry();
  if (openDialogs.length > 0 && !dialog) {
    pageKey = key;
    // The prototype's: the router replaced the method of the object and would load the page again.
    History.prototype.pushState.call(history, { ...history.state, dialog: true }, '');
  }
  if (openDialogs.length === 0 && dialog) {
    pageKey = key;
    isLeaving = true;
    history.back();
  }
}

/** Capture: it runs before the router, to which an entry of a dialog is no page. */
function onPopState(event: PopStateEvent): void {
  const { dialog, key } = entry();
  if (dialog) {
    // With a dialog open, a navigation from inside it was taken back before its page came: the router hears.
    if (openDialogs.length > 0) return;
    event.stopImmediatePropagation();
    isPassing = true;
    history.back();
    return;
  }
  if (key !== undefined && key === twinKey) {
    twinKey = undefined;
    event.stopImmediatePropagation();
    history.back();
    return;
  }
  // An entry without a key is of no page of the router: a link to a heading has made it.
  const isUnderDialog = key !== undefined && key === pageKey && !isPassing;
  isPassing = false;
  if (!isUnderDialog) return;
  event.stopImmediatePropagation();
  if (isLeaving) isLeaving = false;
  else openDialogs.at(-1)?.();
  // A dialog below, or one that does not close now, keeps its entry.
  setTimeout(syncEntry);
}

/**
 * Once, before the router starts. The entry of a dialog that a reload has closed becomes one of its page, and the page under it
 * is passed on the way back: it would take a press that changes nothing.
 */
export function startDialogHistory(): void {
  window.addEventListener('popstate', onPopState, { capture: true });
  const { dialog, key } = entry();
  if (!dialog) return;
  twinKey = key;
  const own = `${key}-again`;
  history.replaceState({ ...history.state, dialog: false, key: own, __TSR_key: own }, '');
}

/**
 * Gives an open dialog an entry of the history: back closes it and keeps the page. Closed otherwise, the entry is left;
 * after a navigation from inside the dialog it is passed on the way back.
 */
export function useDialogEntry(open: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!open) return undefined;
    const close = () => latest.current();
    openDialogs.push(close);
    syncEntry();
    return () => {
      openDialogs.splice(openDialogs.indexOf(close), 1);
      // Later: a navigation that closes the dialog writes its own entry first.
      setTimeout(syncEntry);
    };
  }, [open]);
}
