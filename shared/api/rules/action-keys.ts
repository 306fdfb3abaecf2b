/** Names of keys as callers write them: `Enter`, `a`, `Control+Shift+ArrowLeft`. */

const aliases = new Map(
  Object.entries({
    cmd: 'Meta',
    command: 'Meta',
    controlormeta: 'Control',
    ctrl: 'Control',
    del: 'Delete',
    down: 'ArrowDown',
    esc: 'Escape',
    left: 'ArrowLeft',
    option: 'Alt',
    return: 'Enter',
    right: 'ArrowRight',
    space: 'Space',
    up: 'ArrowUp',
  }),
)

const range = (prefix: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${prefix}${from + at}`)

/** Names of keys, and of key codes on a US keyboard, that are longer than one character. */
const named = [
  'Alt', 'AltGraph', 'AltLeft', 'AltRight', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'Backquote', 'Backslash',
  'Backspace', 'BracketLeft', 'BracketRight', 'CapsLock', 'Comma', 'ContextMenu', 'Control', 'ControlLeft',
  'ControlRight', 'Delete', 'End', 'Enter', 'Equal', 'Escape', 'Home', 'Insert', 'Meta', 'MetaLeft', 'MetaRight',
  'Minus', 'NumLock', 'NumpadAdd', 'NumpadDecimal', 'NumpadDivide', 'NumpadEnter', 'NumpadMultiply', 'NumpadSubtract',
  'PageDown', 'PageUp', 'Pause', 'Period', 'PrintScreen', 'Quote', 'ScrollLock', 'Semicolon', 'Shift', 'ShiftLeft',
  'ShiftRight', 'Slash', 'Space', 'Tab', ...range('Digit', 0, 9), ...range('F', 1, 24), ...range('Numpad', 0, 9),
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('').map((letter) => `Key${letter}`),
] // prettier-ignore
const byLowerCase = new Map(named.map((name) => [name.toLowerCase(), name]))

function keyNamed(text: string): string | null {
  if (/^.$/su.test(text)) return text
  const lower = text.trim().toLowerCase()
  return aliases.get(lower) ?? byLowerCase.get(lower) ?? null
}

/**
 * Parses a chord.
 * @returns keys in the order in which they are pressed: the last is pressed while the others are held. Null when a key
 * is unknown.
 */
export function parseChord(value: string): string[] | null {
  const parts =
    value === '+' ? ['+'] : value.endsWith('++') ? [...value.slice(0, -2).split('+'), '+'] : value.split('+')
  const keys = parts.map(keyNamed)
  return keys.every((key) => key !== null) ? keys : null
}
