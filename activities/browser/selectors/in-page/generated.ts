/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping -- serialised */
/**
 * Runs in the page: reads the text that CSS generates before and after elements. Self-contained: it is serialised with
 * toString, so that nothing outside of it is available.
 */
import type { DomTools } from './dom.ts'

type Pseudo = '::before' | '::after'

/** Returns whether CSS may generate content; false is certain. */
type MayGenerate = (element: Element, pseudo: Pseudo) => boolean

/** Returns the functions that read generated text. */
export function generatedTools(dom: DomTools) {
  const selectorsMax = 100
  const string = '"(?:[^"\\\\]|\\\\.)*"'
  const tokens = new RegExp(`url\\(${string}\\)|${string}|attr\\(\\s*[\\w-]+\\s*\\)|/`, 'g')

  const unescape = (text: string): string =>
    text.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_whole, code: string | undefined, character: string) =>
      code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16)),
    )

  /** Splits a list of selectors at its commas outside of brackets and strings. */
  const selectorsOf = (list: string): string[] =>
    list.match(/(?:[^,()[\]"\\]|\\.|"(?:[^"\\]|\\.)*"|\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])+/g) ?? []

  /**
   * Collects the selectors of elements for which rules name a pseudo-element.
   * @throws Error for rules that cannot be read, or that are not simple: then any element may have content.
   */
  const collect = (rules: CSSRuleList, found: Record<Pseudo, Set<string>>): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        if (rule.cssRules.length > 0 && /:(?:before|after)\b/.test(rule.cssText)) throw new Error('nested')
        if (!/:(?:before|after)\b/.test(rule.selectorText)) continue
        for (const selector of selectorsOf(rule.selectorText)) {
          const pseudo = /::?(before|after)\s*$/.exec(selector)
          if (pseudo === null) {
            if (/:(?:before|after)\b/.test(selector)) throw new Error('not simple')
            continue
          }
          const element = selector.slice(0, pseudo.index).trim()
          found[pseudo[1] === 'before' ? '::before' : '::after'].add(
            /[>+~]$|^$/.test(element) ? `${element} *` : element,
          )
        }
      } else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet !== null) collect(rule.styleSheet.cssRules, found)
      } else if (rule instanceof CSSGroupingRule) {
        if (!(rule instanceof CSSConditionRule) && /^@scope\b/.test(rule.cssText)) throw new Error('scope')
        collect(rule.cssRules, found)
      }
    }
  }

  /** Reads the style sheets of the document; the page must not change meanwhile. */
  const reader = (): MayGenerate => {
    const found: Record<Pseudo, Set<string>> = { '::before': new Set(), '::after': new Set() }
    let lists: Record<Pseudo, string>
    try {
      for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) collect(sheet.cssRules, found)
      if (found['::before'].size + found['::after'].size > selectorsMax) return () => true
      lists = { '::before': [...found['::before']].join(), '::after': [...found['::after']].join() }
      // Throws when a list is not valid by itself.
      for (const list of Object.values(lists)) if (list !== '') dom.selectIn(document.createDocumentFragment(), list)
    } catch {
      return () => true
    }
    // Shadow trees have rules of their own, also for their hosts and for what is slotted into them.
    const hasShadow = dom.everyElement(document).some((element) => dom.shadowRoot(element) !== null)
    const isPlain = (element: Element): boolean =>
      dom.rootOf(element) === document && dom.shadowRoot(element) === null && dom.assignedSlot(element) === null
    return (element, pseudo) => {
      const list = lists[pseudo]
      return (list !== '' && dom.matches(element, list)) || (hasShadow && !isPlain(element))
    }
  }

  /** Returns the text that CSS generates before or after an element; for `"a" / "b"` the alternative `b`. */
  const textOf = (element: Element, pseudo: Pseudo, mayGenerate: MayGenerate): string => {
    if (!mayGenerate(element, pseudo)) return ''
    const { content, display, visibility } = dom.styleOf(element, pseudo)
    if (content === 'none' || content === 'normal' || display === 'none' || visibility !== 'visible') return ''
    let parts: string[] = []
    for (const [token] of content.matchAll(tokens)) {
      if (token === '/') parts = []
      else if (token.startsWith('"')) parts.push(unescape(token.slice(1, -1)))
      else if (token.startsWith('attr')) parts.push(dom.attribute(element, token.slice(5, -1).trim()) ?? '')
    }
    const text = parts.join('')
    return text === '' || display === 'inline' ? text : ` ${text} `
  }

  return { reader, textOf }
}

export type GeneratedTools = ReturnType<typeof generatedTools>
