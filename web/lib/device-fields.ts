/** What the browser says of itself with a sign-in or sign-up. Language code: base specification, section 5. */
export function deviceFields() {
  return { language: 'ua', platform: 'web', site: window.location.host };
}
