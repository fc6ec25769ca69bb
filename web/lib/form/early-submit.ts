/**
 * A form that is sent before the app has started: the browser must send nothing, and the press must not be lost. The
 * form carries `method="dialog"`, which outside a window sends nothing even without any script (HTML standard, form
 * submission); the script in the head marks the form, and the form sends itself as soon as it is alive.
 */
export function catchEarlySubmits(): void {
  document.addEventListener('submit', (event) => {
    // A form that is alive has dealt with it already.
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    event.target.dataset.early = '';
  });
}

/** Sends the form now if it was sent before the app had started. */
export function repeatEarlySubmit(form: HTMLFormElement | null): void {
  if (form?.dataset.early === undefined) return;
  delete form.dataset.early;
  form.requestSubmit();
}
