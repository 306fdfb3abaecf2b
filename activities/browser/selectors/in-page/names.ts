/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised; methods by `call` */
/**
 * Runs in the page: computes the accessible name of an element, by accname 1.2 and HTML-AAM. Self-contained: it is
 * serialised with toString, so that nothing outside of it is available. Built-in methods are invoked with `call`.
 */
import type { DomTools } from './dom.ts'
import type { GeneratedTools } from './generated.ts'
import type { HiddenSeen, RoleTools } from './roles.ts'

/** Returns the functions that compute accessible names. */
export function nameTools(dom: DomTools, roles: RoleTools, generated: GeneratedTools) {
  const words = (list: string): Set<string> => new Set(list.split(' '))
  const namedByContent = words(
    'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row ' +
      'rowheader switch tab tooltip treeitem',
  )
  /** Roles whose content becomes part of the name of an ancestor. */
  const transparent = words(
    'caption code contentinfo definition deletion emphasis insertion list listitem mark none paragraph presentation ' +
      'region row rowgroup section strong subscript superscript table term time',
  )
  const nameless = words(
    'caption code definition deletion emphasis generic insertion mark paragraph presentation strong subscript ' +
      'suggestion superscript term time',
  )
  const isLabelled = words('button input meter output progress select textarea')
  const ranges = words('meter progressbar scrollbar slider spinbutton')

  /** The state of the computation: why the text of this element is needed. */
  interface Walk {
    seen: Set<Element>
    hiddenSeen: HiddenSeen
    mayGenerate: ReturnType<GeneratedTools['reader']>
    labelsOf: (element: Element) => readonly Element[]
    /** `self`: the element to be named; `inside`: content of it; `none`: reached by a reference. */
    target: 'self' | 'inside' | 'none'
    byReference: boolean
    byLabel: boolean
    /** Whether hidden content counts: on request, or when a reference or a native label names something hidden. */
    intoHidden: boolean
  }

  type Shared = Pick<Walk, 'hiddenSeen' | 'labelsOf' | 'mayGenerate'>

  const isInline = (element: Element): boolean => {
    const { display } = dom.styleOf(element)
    return (display === 'inline' || display === '' || display === 'contents') && dom.tagOf(element) !== 'br'
  }

  const contentOf = (element: Element, walk: Walk): string => {
    const parts = [generated.textOf(element, '::before', walk.mayGenerate)]
    const visit = (node: Node): void => {
      if (dom.isText(node)) parts.push(dom.nodeValue(node) ?? '')
      if (!dom.isElement(node)) return
      const text = textOf(node, walk)
      parts.push(isInline(node) ? text : ` ${text} `)
    }
    const slotted = dom.tagOf(element) === 'slot' ? (element as HTMLSlotElement).assignedNodes() : []
    const shadow = dom.shadowRoot(element)
    for (const node of slotted.length > 0 ? slotted : dom.childrenOf(shadow ?? element)) visit(node)
    for (const owned of dom.referred(element, 'aria-owns')) visit(owned)
    parts.push(generated.textOf(element, '::after', walk.mayGenerate))
    return parts.join('')
  }

  const joined = (elements: Element[], walk: Walk): string =>
    elements
      .map((element) => textOf(element, walk))
      .filter((text) => text !== '')
      .join(' ')

  const labelText = (labels: readonly Element[], walk: Walk): string =>
    labels
      .map((label) => {
        const intoHidden = walk.intoHidden || roles.isHidden(label, walk.hiddenSeen)
        return textOf(label, { ...walk, target: 'none', byReference: false, byLabel: true, intoHidden })
      })
      .filter((text) => text !== '')
      .join(' ')

  /** Returns the value of a control inside of another name; null when its role has none. */
  const valueOf = (element: Element, role: string, walk: Walk): string | null => {
    const tag = dom.tagOf(element)
    const value = (): string => (element as HTMLInputElement).value
    if (role === 'textbox' || role === 'searchbox') {
      return tag === 'input' || tag === 'textarea' ? value() : (dom.textContent(element) ?? '')
    }
    if (role === 'combobox' || role === 'listbox') {
      if (tag === 'select') {
        const { selectedOptions, options } = element as HTMLSelectElement
        const chosen = selectedOptions.length > 0 ? [...selectedOptions] : [...options].slice(0, 1)
        return joined(chosen, { ...walk, target: 'inside' })
      }
      const inside = [...dom.selectIn(element, '*'), ...dom.referred(element, 'aria-owns')]
      const list = role === 'combobox' ? inside.find((each) => roles.roleOf(each) === 'listbox') : element
      const chosen = list === undefined ? [] : dom.selectIn(list, '[aria-selected=true]')
      if (chosen.length === 0 && tag === 'input') return value()
      return joined(chosen, { ...walk, target: 'inside' })
    }
    if (ranges.has(role)) {
      return (
        dom.attribute(element, 'aria-valuetext') ??
        dom.attribute(element, 'aria-valuenow') ??
        dom.attribute(element, 'value') ??
        ''
      )
    }
    return role === 'menu' ? '' : null
  }

  const childNamed = (element: Element, tag: string): Element | undefined =>
    dom.childrenOf(element).find((node): node is HTMLElement => dom.isElement(node) && dom.tagOf(node) === tag)

  /** Returns the name that HTML gives an element; null when content or title decide. */
  const nativeName = (element: Element, walk: Walk): string | null => {
    const tag = dom.tagOf(element)
    const title = dom.attribute(element, 'title') ?? ''
    const labels = isLabelled.has(tag) && !walk.byLabel && !walk.byReference ? walk.labelsOf(element) : []
    const fromChild = (child: Element | undefined): string | null =>
      child === undefined ? null : textOf(child, { ...walk, target: 'none', byLabel: true }) || null

    if (tag === 'input') {
      const type = (dom.attribute(element, 'type') ?? 'text').toLowerCase()
      const { value } = element as HTMLInputElement
      if (type === 'button' || type === 'submit' || type === 'reset') {
        if (value.trim() !== '') return value
        return title || (type === 'submit' ? 'Submit' : type === 'reset' ? 'Reset' : '')
      }
      if (labels.length > 0) return labelText(labels, walk)
      if (type === 'file') return 'Choose File'
      if (type === 'image') return dom.attribute(element, 'alt')?.trim() || title || 'Submit'
      const takesPlaceholder = ['text', 'password', 'search', 'tel', 'email', 'url', 'number'].includes(type)
      return title || (takesPlaceholder ? (dom.attribute(element, 'placeholder') ?? '') : '')
    }
    if (tag === 'textarea' || tag === 'select') {
      if (labels.length > 0) return labelText(labels, walk)
      return title || (tag === 'textarea' ? (dom.attribute(element, 'placeholder') ?? '') : '')
    }
    if (tag === 'button') return labels.length > 0 ? labelText(labels, walk) : null
    if (tag === 'output' || tag === 'meter' || tag === 'progress')
      return labels.length > 0 ? labelText(labels, walk) : title
    if (tag === 'fieldset') return fromChild(childNamed(element, 'legend')) ?? title
    if (tag === 'figure') return fromChild(childNamed(element, 'figcaption')) ?? title
    if (tag === 'table') {
      return fromChild(childNamed(element, 'caption')) ?? (dom.attribute(element, 'summary') || null)
    }
    if (tag === 'img' || tag === 'area') return dom.attribute(element, 'alt')?.trim() || title
    // The title of a drawing is never displayed, so hidden content counts.
    if (tag === 'svg') {
      const drawn = childNamed(element, 'title')
      return drawn === undefined
        ? null
        : textOf(drawn, { ...walk, target: 'none', byLabel: true, intoHidden: true }) || null
    }
    return null
  }

  function textOf(element: Element, walk: Walk): string {
    if (walk.seen.has(element)) return ''
    walk.seen.add(element)
    const tag = dom.tagOf(element)
    if (['style', 'script', 'noscript', 'template'].includes(tag)) return ''
    if (!walk.intoHidden && walk.target !== 'self' && roles.isHidden(element, walk.hiddenSeen)) return ''

    const references = walk.byReference ? [] : dom.referred(element, 'aria-labelledby')
    if (references.length > 0) {
      const text = references
        .map((each) => {
          const seen = each === element ? new Set<Element>() : new Set([...walk.seen].filter((one) => one !== each))
          const intoHidden = walk.intoHidden || roles.isHidden(each, walk.hiddenSeen)
          return textOf(each, { ...walk, seen, target: 'none', byReference: true, byLabel: false, intoHidden })
        })
        .filter((each) => each !== '')
        .join(' ')
      if (text.trim() !== '') return text
    }

    const role = roles.roleOf(element) ?? ''
    const embedded = walk.byReference || walk.byLabel || walk.target === 'inside'
    if (embedded && !isOwnReference(element, walk)) {
      const value = valueOf(element, role, walk)
      if (value !== null) return value
    }
    const label = dom.attribute(element, 'aria-label') ?? ''
    if (label.trim() !== '') return label

    const isPresentation = role === 'presentation' || role === 'none'
    if (!isPresentation) {
      const name = nativeName(element, walk)
      if (name !== null) return name
    }
    const byContent =
      namedByContent.has(role) ||
      (walk.target !== 'self' && (role === '' || transparent.has(role))) ||
      (tag === 'summary' && !isPresentation) ||
      walk.byReference ||
      walk.byLabel
    if (byContent) {
      const inner = { ...walk, target: walk.target === 'self' ? ('inside' as const) : walk.target }
      const text = contentOf(element, inner)
      if ((walk.target === 'self' ? text.trim() : text) !== '') return text
    }
    return isPresentation && tag !== 'iframe' ? '' : (dom.attribute(element, 'title') ?? '')
  }

  /** A control that refers to itself (`aria-labelledby` with its own id) contributes its label, not its value. */
  const isOwnReference = (element: Element, walk: Walk): boolean =>
    walk.byReference && dom.referred(element, 'aria-labelledby').includes(element)

  /** Data that the names of one query share; the page must not change meanwhile. */
  const share = (): Shared => ({
    hiddenSeen: roles.share(),
    labelsOf: dom.labelReader(),
    mayGenerate: generated.reader(),
  })

  const fresh = (shared: Shared, intoHidden: boolean): Walk => ({
    ...shared,
    seen: new Set(),
    target: 'self',
    byReference: false,
    byLabel: false,
    intoHidden,
  })

  /**
   * Returns the accessible name; hidden elements have one too.
   * @param intoHidden whether hidden content counts.
   */
  const nameOf = (element: Element, intoHidden = false, shared = share()): string => {
    if (nameless.has(roles.roleOf(element) ?? '')) return ''
    return dom.normalise(textOf(element, fresh(shared, intoHidden)))
  }

  const descriptionOf = (element: Element): string => {
    const references = dom.referred(element, 'aria-describedby')
    if (references.length > 0) {
      const walk = { ...fresh(share(), false), target: 'none' as const, byReference: true }
      const texts = references.map((each) =>
        textOf(each, { ...walk, intoHidden: roles.isHidden(each, walk.hiddenSeen) }),
      )
      return dom.normalise(texts.join(' '))
    }
    const own = dom.normalise(dom.attribute(element, 'aria-description') ?? '')
    if (own !== '') return own
    const title = dom.normalise(dom.attribute(element, 'title') ?? '')
    return title === nameOf(element) ? '' : title
  }

  return { share, nameOf, descriptionOf }
}

export type NameTools = ReturnType<typeof nameTools>
