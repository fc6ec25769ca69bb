/** An event of a stream of server-sent events. */
export interface ServerEvent {
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/**
 * Parses server-sent events that come in parts cut anywhere: an empty line ends an event, a line that begins with ':' is a comment.
 * Returns what takes the next part. Source: HTML standard, section 9.2.6.
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): (part: string) => void {
  let rest = '';
  let fields: Record<string, string> = {};
  return (part) => {
    const lines = (rest + part).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        const { id = '', event = 'message', data } = fields;
        fields = {};
        if (data !== undefined) onEvent({ id, name: event, data });
        continue;
      }
      const colon = line.indexOf(':');
      if (colon === 0) continue;
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      fields[name] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value;
    }
  };
}
