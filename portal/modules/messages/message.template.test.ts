import { describe, expect, test } from 'vitest';
import { composeMessage, type MessageKind } from './message.template.ts';

const kinds: readonly MessageKind[] = ['code', 'passwordChanged', 'contactChanged', 'test'];

describe.each(kinds)('the message %s', (kind) => {
  test('fits into one SMS', () => {
    const { text, subject } = composeMessage('sms', kind, { code: 'AB3D' });
    expect(text.length).toBeLessThanOrEqual(70);
    expect(text).toMatch(/^Світло: /);
    expect(subject).toBeUndefined();
  });

  test('is a mail with a subject, which gives no code away', () => {
    const { text, subject } = composeMessage('mail', kind, { code: 'AB3D' });
    expect(subject).toMatch(/ — Світло$/);
    expect(subject).not.toContain('AB3D');
    expect(text.includes('AB3D')).toBe(kind === 'code');
  });
});
