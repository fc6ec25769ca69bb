const EMAIL = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** A text of the catalogue with its e-mail addresses to be pressed. */
export function MessageText({ children }: { children: string }) {
  return children.split(EMAIL).map((part) =>
    EMAIL.test(part) ? (
      <a key={part} href={`mailto:${part}`}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
