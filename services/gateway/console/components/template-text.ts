/** Treats white space of templates as HTML does: `htm` itself drops the space at a line break. */

/** Whether a text ends inside a tag, and inside which quotes. */
interface ScanState {
  inTag: boolean
  quote: string
}

/** Replaces breaks of lines by a space in the text between tags; tags stay as they are. */
function joined(text: string, state: ScanState): string {
  let made = ''
  let from = 0
  const take = (to: number): void => {
    const part = text.slice(from, to)
    made += state.inTag ? part : part.replaceAll(/\s*\n\s*/g, ' ')
    from = to
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (!state.inTag) {
      if (sign !== '<') continue
      take(at)
      state.inTag = true
    } else if (state.quote !== '') {
      if (sign === state.quote) state.quote = ''
    } else if (sign === '"' || sign === "'") {
      state.quote = sign
    } else if (sign === '>') {
      take(at + 1)
      state.inTag = false
    }
  }
  take(text.length)
  return made
}

/**
 * Returns the texts of a template with a space for each break of lines, and nothing for one at its beginning or end.
 */
export function templateTexts(texts: readonly string[]): string[] {
  const state: ScanState = { inTag: false, quote: '' }
  const last = texts.length - 1
  return texts.map((text, at) => {
    const begun = at === 0 ? text.replace(/^\s*\n\s*/, '') : text
    return joined(at === last ? begun.replace(/\s*\n\s*$/, '') : begun, state)
  })
}
