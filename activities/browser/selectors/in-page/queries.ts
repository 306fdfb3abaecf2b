/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised; methods by `call` */
/**
 * Runs in the page: finds the elements of a parsed selector, in document order. Self-contained: it is serialised
 * with toString, so that nothing outside of it is available. Built-in methods are invoked with `call`.
 */
import type { ElementQuery, RoleQuery, TextMatch } from '@seine/shared/selectors/query.ts'
import type { CssTools } from './css.ts'
import type { DomTools } from './dom.ts'
import type { NameTools } from './names.ts'
import type { RoleTools } from './roles.ts'
import type { StateTools } from './states.ts'

/** Returns the functions that find elements by role, text, label, test id and CSS. */
export function queryTools(dom: DomTools, roles: RoleTools, names: NameTools, states: StateTools, css: CssTools) {
  const testAttributes = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy']

  /** @returns a function that checks whether a normalised text matches. */
  const matcher = (match: TextMatch): ((text: string) => boolean) => {
    if (match.how === 'regex') {
      const expression = new RegExp(match.value, match.flags)
      return (text) => expression.test(text)
    }
    const fold = (text: string): string => (match.ignoreCase ? text.toLowerCase() : text)
    const wanted = fold(dom.normalise(match.value))
    if (match.how === 'equals') return (text) => fold(text) === wanted
    if (match.how === 'starts') return (text) => fold(text).startsWith(wanted)
    if (match.how === 'ends') return (text) => fold(text).endsWith(wanted)
    return (text) => fold(text).includes(wanted)
  }

  const hasNoText = (element: Element): boolean => ['script', 'style', 'noscript'].includes(dom.tagOf(element))

  /**
   * Returns a function that reads the text of an element, including hidden parts; the text of an input button is its
   * value.
   */
  const textReader = () => {
    const cache = new Map<Node, string>()
    const read = (node: Node): string => {
      const before = cache.get(node)
      if (before !== undefined) return before
      let text = ''
      if (dom.isElement(node) && hasNoText(node)) text = ''
      else if (node instanceof HTMLInputElement && ['submit', 'button', 'reset'].includes(node.type)) text = node.value
      else {
        for (const child of dom.childrenOf(node)) {
          if (dom.isText(child)) text += dom.nodeValue(child) ?? ''
          else if (dom.isElement(child)) text += read(child)
        }
        const shadow = dom.isElement(node) ? dom.shadowRoot(node) : null
        if (shadow !== null) text += read(shadow)
      }
      cache.set(node, text)
      return text
    }
    return read
  }

  /** Returns the innermost elements whose text matches. */
  const byText = (root: Document, match: TextMatch): Element[] => {
    const fits = matcher(match)
    const read = textReader()
    const verdicts = new Map<Element, boolean>()
    const verdict = (element: Element): boolean => {
      const before = verdicts.get(element)
      if (before !== undefined) return before
      const result = !hasNoText(element) && fits(dom.normalise(read(element)))
      verdicts.set(element, result)
      return result
    }
    const found: Element[] = []
    const head = dom.head(root)
    const narrows = match.how === 'contains'
    const walk = (node: Node): void => {
      const shadow = dom.isElement(node) ? dom.shadowRoot(node) : null
      const children = [...(shadow === null ? [] : dom.childrenOf(shadow)), ...dom.childrenOf(node)]
      for (const child of children) {
        if (!dom.isElement(child) || child === head) continue
        const fitting = verdict(child)
        if (fitting) {
          const inner = dom.shadowRoot(child)
          const below = [...(inner === null ? [] : dom.childrenOf(inner)), ...dom.childrenOf(child)]
          if (!below.some((each) => dom.isElement(each) && verdict(each))) found.push(child)
        }
        // When an element does not contain a text, none of its descendants does.
        if (fitting || !narrows) walk(child)
      }
    }
    walk(root)
    return found
  }

  const byLabel = (root: Document, match: TextMatch): Element[] => {
    const fits = matcher(match)
    const read = textReader()
    const textOf = (element: Element): string => dom.normalise(read(element))
    const labelsOf = dom.labelReader()
    const labels = (element: Element): string[] => {
      const references = dom.hasAttribute(element, 'aria-labelledby') ? dom.referred(element, 'aria-labelledby') : []
      if (references.length > 0) return references.map(textOf)
      const own = dom.attribute(element, 'aria-label')
      if (own !== null && own.trim() !== '') return [dom.normalise(own)]
      return labelsOf(element).map(textOf)
    }
    return dom.everyElement(root).filter((element) => labels(element).some(fits))
  }

  const byPlaceholder = (root: Document, match: TextMatch): Element[] => {
    const fits = matcher(match)
    return css.select(root, '[placeholder]').filter((element) => {
      const text = dom.attribute(element, 'placeholder') ?? ''
      return fits(dom.normalise(text))
    })
  }

  /** Finds elements by the first of the usual test attributes with this value. */
  const byTestId = (root: Document, value: string): Element[] => {
    const all = dom.everyElement(root)
    for (const name of testAttributes) {
      const found = all.filter((element) => dom.attribute(element, name) === value)
      if (found.length > 0) return found
    }
    return []
  }

  const byXPath = (root: Document, expression: string): Element[] => {
    const { evaluate } = Document.prototype
    const snapshot = evaluate.call(root, expression, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
    const found: Element[] = []
    for (let at = 0; at < snapshot.snapshotLength; at++) {
      const node = snapshot.snapshotItem(at)
      if (dom.isElement(node)) found.push(node)
    }
    return found
  }

  const byRole = (root: Document, query: RoleQuery): Element[] => {
    const shared = names.share()
    const fitsName = query.name === null ? null : matcher(query.name)
    const fitsDescription = query.description === null ? null : matcher(query.description)
    const wanted = query.states
    return dom.everyElement(root).filter((element) => {
      if (!roles.mayHaveRole(element, query.role)) return false
      const role = roles.roleOf(element)
      if (role !== query.role) return false
      if (wanted.checked !== undefined && states.checked(element, role) !== wanted.checked) return false
      if (wanted.pressed !== undefined && states.pressed(element, role) !== wanted.pressed) return false
      if (wanted.selected !== undefined && states.selected(element, role) !== wanted.selected) return false
      if (wanted.expanded !== undefined && states.expanded(element, role) !== wanted.expanded) return false
      if (wanted.disabled !== undefined && states.disabled(element) !== wanted.disabled) return false
      if (query.level !== null && states.level(element, role) !== query.level) return false
      if (!query.includeHidden && roles.isHidden(element, shared.hiddenSeen)) return false
      if (fitsName !== null && !fitsName(names.nameOf(element, query.includeHidden, shared))) return false
      return fitsDescription === null || fitsDescription(names.descriptionOf(element))
    })
  }

  /** @throws DOMException when the browser cannot parse a CSS selector or an XPath. */
  const find = (root: Document, query: ElementQuery): Element[] => {
    switch (query.kind) {
      case 'css':
        return css.select(root, query.selector)
      case 'xpath':
        return byXPath(root, query.expression)
      case 'role':
        return byRole(root, query)
      case 'text':
        return byText(root, query.match)
      case 'label':
        return byLabel(root, query.match)
      case 'placeholder':
        return byPlaceholder(root, query.match)
      default:
        return byTestId(root, query.value)
    }
  }

  return { find }
}

export type QueryTools = ReturnType<typeof queryTools>
