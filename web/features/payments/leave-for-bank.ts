interface BankPage {
  readonly payUrl: string;
  /** Sent to it as a form by POST; null: the address alone is opened. */
  readonly payFields: Readonly<Record<string, string>> | null;
}

/** Goes to the page of the bank; false when the address is none to go to. */
export function leaveForBank({ payUrl, payFields }: BankPage): boolean {
  const isPage = /^https?:\/\//i.test(payUrl) || /^\/(?!\/)/.test(payUrl);
  if (!isPage) return false;
  if (payFields === null) {
    window.location.assign(payUrl);
    return true;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = payUrl;
  form.hidden = true;
  for (const [name, value] of Object.entries(payFields)) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  // A field of that name would stand in for the method.
  HTMLFormElement.prototype.submit.call(form);
  return true;
}
