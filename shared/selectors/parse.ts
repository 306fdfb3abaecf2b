/** Converts a selector and its type into a query for the in-page engine. */
import { selectorTypes, type SelectorType } from './selector-type.ts'
import { parseRole } from './parse-role.ts'
import { InvalidSelectorError, regexMatch, slashedRegex, textMatch } from './parse-text.ts'
import type { ElementQuery } from './query.ts'

/**
 * Parses a selector.
 * @returns the query; the browser itself parses CSS and XPath, so it may still refuse them.
 * @throws InvalidSelectorError when the selector is empty or cannot be parsed.
 */
export function parseSelector(type: SelectorType, selector: string): ElementQuery {
  const trimmed = selector.trim()
  if (trimmed === '') throw new InvalidSelectorError('the selector is empty')
  switch (type) {
    case 'css':
      return { kind: 'css', selector: trimmed.replace(/^css=/, '') }
    case 'xpath':
      return { kind: 'xpath', expression: trimmed.replace(/^xpath=/, '') }
    case 'role':
      return parseRole(trimmed)
    case 'text':
      return { kind: 'text', match: textMatch(trimmed) }
    case 'regex':
      return { kind: 'text', match: slashedRegex(trimmed) ?? regexMatch(trimmed, '') }
    case 'test_id':
      return { kind: 'test_id', value: selector }
    case 'label':
      return { kind: 'label', match: textMatch(trimmed) }
    default:
      return { kind: 'placeholder', match: textMatch(trimmed) }
  }
}

const typed = new RegExp(`^(${selectorTypes.join('|')})=`)

/** Splits at ` >> ` outside quotes. */
function split(chain: string): string[] {
  const parts: string[] = ['']
  let quote = ''
  for (let at = 0; at < chain.length; at++) {
    const character = chain[at] ?? ''
    if (quote === '' && /^\s>>\s/.test(chain.slice(at, at + 4))) {
      parts.push('')
      at += 3
      continue
    }
    if (character === quote) quote = ''
    else if (quote === '' && (character === '"' || character === "'")) quote = character
    parts[parts.length - 1] += character
  }
  return parts
}

/**
 * Parses a `frame_selector`: CSS, or `type=...` with any selector type, outermost iframe first.
 * @throws InvalidSelectorError when a part is empty or cannot be parsed.
 */
export function parseFrameChain(chain: string | null): ElementQuery[] {
  if (chain === null || chain.trim() === '') return []
  return split(chain).map((part) => {
    const trimmed = part.trim()
    if (trimmed.startsWith('//')) return parseSelector('xpath', trimmed)
    const type = typed.exec(trimmed)?.[1] as SelectorType | undefined
    return type === undefined ? parseSelector('css', trimmed) : parseSelector(type, trimmed.slice(type.length + 1))
  })
}
