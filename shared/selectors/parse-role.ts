/**
 * Parses role selectors: `button`, `button[name="Sign in"]`, `heading[level=2]`, `checkbox[name=/terms/i][checked]`.
 */
import type { RoleQuery, RoleState, TextMatch } from './query.ts'
import { InvalidSelectorError, isQuoted, slashedRegex } from './parse-text.ts'

const states: Record<RoleState, readonly string[]> = {
  checked: ['true', 'false', 'mixed'],
  pressed: ['true', 'false', 'mixed'],
  disabled: ['true', 'false'],
  expanded: ['true', 'false'],
  selected: ['true', 'false'],
}

const attribute =
  /\s*\[\s*([\w-]+)\s*(?:(=|\*=|\^=|\$=)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*|[^\s"'\]/][^\]\s]*)\s*([is])?\s*)?\]/sy

interface Attribute {
  name: string
  operator: string | null
  value: string | null
  flag: string | null
}

function readAttributes(text: string, selector: string): Attribute[] {
  const found: Attribute[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    attribute.lastIndex = at
    const match = attribute.exec(text)
    if (match === null) throw new InvalidSelectorError(`cannot read ${JSON.stringify(text.slice(at))} in ${selector}`)
    at = attribute.lastIndex
    found.push({
      name: (match[1] ?? '').toLowerCase(),
      operator: match[2] ?? null,
      value: match[3] ?? null,
      flag: match[4] ?? null,
    })
  }
  return found
}

const plain = (value: string): string => (isQuoted(value) ? value.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : value)

/**
 * By default a name matches as a case-insensitive substring; an `s` after the value, or `[exact]`, makes it
 * case-sensitive, and `=` then compares the whole name.
 */
function nameMatch({ operator, value, flag }: Attribute, isExact: boolean): TextMatch {
  if (value === null) throw new InvalidSelectorError('name and description require a value')
  const regex = slashedRegex(value)
  if (regex !== null) return regex
  const exact = isExact || flag === 's'
  const how =
    operator === '^=' ? 'starts' : operator === '$=' ? 'ends' : operator === '=' && exact ? 'equals' : 'contains'
  return { how, value: plain(value), ignoreCase: !exact, flags: '' }
}

function truth({ name, operator, value }: Attribute): string {
  if (operator !== null && operator !== '=') throw new InvalidSelectorError(`${name} supports only the operator =`)
  return value === null ? 'true' : plain(value)
}

/**
 * Parses a role selector.
 * @throws InvalidSelectorError when the selector is malformed or names an unknown attribute or state value.
 */
export function parseRole(selector: string): RoleQuery {
  const text = selector.trim().replace(/^role=/, '')
  const head = /^[a-z]+/i.exec(text)
  if (head === null) throw new InvalidSelectorError(`${JSON.stringify(selector)} does not begin with a role`)
  const attributes = readAttributes(text.slice(head[0].length), selector)
  const isExact = attributes.some((each) => each.name === 'exact' && truth(each) === 'true')
  const query: RoleQuery = {
    kind: 'role',
    role: head[0].toLowerCase(),
    name: null,
    description: null,
    states: {},
    level: null,
    includeHidden: false,
  }
  for (const each of attributes) {
    if (each.name === 'exact') continue
    if (each.name === 'name' || each.name === 'description') query[each.name] = nameMatch(each, isExact)
    else if (each.name === 'include-hidden') query.includeHidden = truth(each) === 'true'
    else if (each.name === 'level') {
      query.level = Number(truth(each))
      if (!Number.isInteger(query.level)) throw new InvalidSelectorError('level is a whole number')
    } else if (Object.hasOwn(states, each.name)) {
      const state = each.name as RoleState
      const value = truth(each)
      if (!states[state].includes(value)) {
        throw new InvalidSelectorError(`${state} is one of ${states[state].join(', ')}`)
      }
      query.states[state] = value === 'mixed' ? 'mixed' : value === 'true'
    } else throw new InvalidSelectorError(`a role has no attribute ${each.name}`)
  }
  return query
}
