let wanted: string | undefined;
let wasSignedIn = false;

/**
 * Remembers the page of a cabinet that a guard refused for now: it is opened after signing in, or after an entity has chosen an
 * account. What is left by signing out is not remembered: the next visitor may be another.
 */
export function visitJudged(isSignedIn: boolean, redirectedTo: string | undefined, href: string): void {
  const isForNow = isSignedIn ? redirectedTo === '/cabinet/entity' : redirectedTo === '/' && !wasSignedIn;
  if (isForNow && href.startsWith('/cabinet/')) wanted = href;
  wasSignedIn ||= isSignedIn;
}

/** The remembered page, once. */
export function takeWantedPage(): string | undefined {
  const taken = wanted;
  wanted = undefined;
  return taken;
}

/**
 * As after a load of the page: tests of several visits share their modules.
 * @internal
 */
export function forgetVisits(): void {
  wanted = undefined;
  wasSignedIn = false;
}
