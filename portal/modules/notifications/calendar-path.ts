/** The path of a calendar file, or of its route. */
export function calendarPath(file: string): string {
  return `/calendar/${file}`;
}

/** The path of the calendar that a secret opens. */
export function pathOfSecret(secret: string): string {
  return calendarPath(`${secret}.ics`);
}

/** The secret in the name of a file; undefined: there is none in it. */
export function secretOfFile(file: string): string | undefined {
  return /^([\w-]{27})\.ics$/.exec(file)?.[1];
}
