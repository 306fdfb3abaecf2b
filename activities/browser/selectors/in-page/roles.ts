/// <reference lib="dom" />
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- serialised; methods by `call` */
/**
 * Runs in the page: determines the role of an element, by HTML-AAM and WAI-ARIA. Self-contained: it is serialised
 * with toString, so that nothing outside of it is available. Built-in methods are invoked with `call`.
 */
import type { DomTools } from './dom.ts'

/** Results of checks of elements and their ancestors, by element. */
export interface HiddenSeen {
  ariaHidden: Map<Element, boolean>
  outside: Map<Element, boolean>
}

/** Returns the functions that determine roles, and whether elements are hidden. */
export function roleTools(dom: DomTools) {
  const words = (list: string): Set<string> => new Set(list.split(' '))

  const known = words(
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
      'complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid ' +
      'gridcell group heading img insertion link list listbox listitem log main mark marquee math meter menu menubar ' +
      'menuitem menuitemcheckbox menuitemradio navigation none note option paragraph presentation progressbar radio ' +
      'radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong ' +
      'subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid ' +
      'treeitem',
  )
  const byTag: Record<string, string> = {
    article: 'article',
    aside: 'complementary',
    blockquote: 'blockquote',
    button: 'button',
    caption: 'caption',
    code: 'code',
    datalist: 'listbox',
    dd: 'definition',
    del: 'deletion',
    details: 'group',
    dfn: 'term',
    dialog: 'dialog',
    dt: 'term',
    em: 'emphasis',
    fieldset: 'group',
    figure: 'figure',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    hr: 'separator',
    html: 'document',
    ins: 'insertion',
    li: 'listitem',
    main: 'main',
    mark: 'mark',
    math: 'math',
    menu: 'list',
    meter: 'meter',
    nav: 'navigation',
    ol: 'list',
    optgroup: 'group',
    option: 'option',
    output: 'status',
    p: 'paragraph',
    progress: 'progressbar',
    search: 'search',
    strong: 'strong',
    sub: 'subscript',
    sup: 'superscript',
    svg: 'img',
    table: 'table',
    tbody: 'rowgroup',
    textarea: 'textbox',
    tfoot: 'rowgroup',
    thead: 'rowgroup',
    time: 'time',
    tr: 'row',
    ul: 'list',
  }
  const byInputType: Record<string, string> = {
    button: 'button',
    checkbox: 'checkbox',
    file: 'button',
    image: 'button',
    number: 'spinbutton',
    radio: 'radio',
    range: 'slider',
    reset: 'button',
    submit: 'button',
  }
  /** Roles of elements whose role depends on more than their tag. */
  const severalByTag: Record<string, Set<string>> = {
    a: words('link'),
    area: words('link'),
    footer: words('contentinfo'),
    form: words('form'),
    header: words('banner'),
    img: words('img'),
    input: words('button checkbox combobox radio searchbox slider spinbutton textbox'),
    section: words('region'),
    select: words('combobox listbox'),
    td: words('cell gridcell'),
    th: words('columnheader rowheader'),
  }
  /** Parents whose role `presentation` removes the role of these elements. */
  const presentationParents: Record<string, Set<string>> = {
    dd: words('dl div'),
    div: words('dl'),
    dt: words('dl div'),
    li: words('ol ul'),
    tbody: words('table'),
    td: words('tr'),
    tfoot: words('table'),
    th: words('tr'),
    thead: words('table'),
    tr: words('thead tbody tfoot table'),
  }
  const globalAttributes = [
    'atomic', 'busy', 'controls', 'current', 'describedby', 'details', 'dropeffect', 'flowto', 'grabbed', 'hidden',
    'keyshortcuts', 'label', 'labelledby', 'live', 'owns', 'relevant', 'roledescription',
  ].map((name) => `aria-${name}`) // prettier-ignore
  const unnamed = words(
    'caption code deletion emphasis generic insertion paragraph presentation strong subscript superscript',
  )
  const landmarkBreakers =
    'article:not([role]), aside:not([role]), main:not([role]), nav:not([role]), section:not([role]), [role=article], [role=complementary], [role=main], [role=navigation], [role=region]'

  const explicitRole = (element: Element): string | null => {
    const value = dom.attribute(element, 'role')
    if (value === null) return null
    const tokens = value.split(' ').map((role) => role.trim().toLowerCase())
    return tokens.find((role) => known.has(role)) ?? null
  }

  const hasExplicitName = (element: Element): boolean =>
    dom.hasAttribute(element, 'aria-label') || dom.hasAttribute(element, 'aria-labelledby')

  const hasGlobalAttribute = (element: Element, role: string | null): boolean =>
    globalAttributes.some(
      (name) =>
        dom.hasAttribute(element, name) &&
        !((name === 'aria-label' || name === 'aria-labelledby') && unnamed.has(role ?? '')) &&
        !(name === 'aria-roledescription' && role === 'generic'),
    )

  const isFocusable = (element: Element): boolean => {
    const tag = dom.tagOf(element)
    const disabled = dom.matches(element, ':disabled')
    if (disabled) return false
    if (tag === 'button' || tag === 'details' || tag === 'select' || tag === 'textarea') return true
    if (tag === 'a' || tag === 'area') return dom.hasAttribute(element, 'href')
    if (tag === 'input') return dom.attribute(element, 'type')?.toLowerCase() !== 'hidden'
    return !Number.isNaN(Number(dom.attribute(element, 'tabindex') ?? Number.NaN))
  }

  /** Whether `presentation` is ignored: for an element that can be focused or has global attributes. */
  const keepsRole = (element: Element, role: string | null): boolean =>
    hasGlobalAttribute(element, role) || isFocusable(element)

  const inputRole = (element: Element): string | null => {
    const type = (dom.attribute(element, 'type') ?? '').toLowerCase()
    if (type === 'hidden') return null
    if (['email', 'tel', 'text', 'url', 'search', ''].includes(type)) {
      const list = dom.referred(element, 'list')[0]
      if (list !== undefined && dom.tagOf(list) === 'datalist') return 'combobox'
      return type === 'search' ? 'searchbox' : 'textbox'
    }
    return byInputType[type] ?? 'textbox'
  }

  const cellRole = (element: Element): string => {
    const table = dom.closest(element, 'table')
    const role = table === null ? null : explicitRole(table)
    return role === 'grid' || role === 'treegrid' ? 'gridcell' : 'cell'
  }

  /** Returns null for the only cell of a table, because it is the header of no other cell. */
  const headerCellRole = (element: Element): string | null => {
    const scope = (dom.attribute(element, 'scope') ?? '').toLowerCase()
    if (scope === 'col' || scope === 'colgroup') return 'columnheader'
    if (scope === 'row' || scope === 'rowgroup') return 'rowheader'
    const row = dom.parentOf(element)
    const cells = row === null ? [] : dom.childrenOf(row).filter((node) => dom.isElement(node))
    const isData = (cell: Element | undefined): boolean => cell !== undefined && dom.tagOf(cell) === 'td'
    const at = cells.indexOf(element)
    if (isData(cells[at - 1]) || isData(cells[at + 1])) return 'rowheader'
    const table = dom.closest(element, 'table')
    const isAlone = cells.length === 1 && table !== null && dom.selectIn(table, 'tr').length <= 1
    return isAlone ? null : 'columnheader'
  }

  const nativeRole = (element: Element): string | null => {
    const tag = dom.tagOf(element)
    if (tag === 'a' || tag === 'area') return dom.hasAttribute(element, 'href') ? 'link' : null
    if (tag === 'input') return inputRole(element)
    if (tag === 'select') {
      const size = Number(dom.attribute(element, 'size') ?? 0)
      return dom.hasAttribute(element, 'multiple') || size > 1 ? 'listbox' : 'combobox'
    }
    if (tag === 'img') {
      const bare = dom.attribute(element, 'alt') === '' && !dom.attribute(element, 'title')
      return bare &&
        !hasGlobalAttribute(element, null) &&
        Number.isNaN(Number(dom.attribute(element, 'tabindex') ?? Number.NaN))
        ? 'presentation'
        : 'img'
    }
    if (tag === 'header' || tag === 'footer') {
      if (dom.closest(element, landmarkBreakers) !== null) return null
      return tag === 'header' ? 'banner' : 'contentinfo'
    }
    if (tag === 'form' || tag === 'section') {
      if (!hasExplicitName(element)) return null
      return tag === 'form' ? 'form' : 'region'
    }
    if (tag === 'td') return cellRole(element)
    if (tag === 'th') return headerCellRole(element)
    return Object.hasOwn(byTag, tag) ? (byTag[tag] ?? null) : null
  }

  const implicitRole = (element: Element): string | null => {
    const role = nativeRole(element)
    if (role === null) return null
    for (let at = element; ;) {
      const parent = dom.parentOf(at)
      const parents = presentationParents[dom.tagOf(at)]
      if (parent === null || parents === undefined || !parents.has(dom.tagOf(parent))) return role
      const parentRole = explicitRole(parent)
      if ((parentRole === 'none' || parentRole === 'presentation') && !keepsRole(parent, parentRole)) return parentRole
      at = parent
    }
  }

  /** Null for an element without a role, which counts as generic. */
  const roleOf = (element: Element): string | null => {
    const role = explicitRole(element)
    if (role === null) return implicitRole(element)
    if (role === 'none' || role === 'presentation') {
      const native = implicitRole(element)
      if (keepsRole(element, native)) return native
    }
    return role
  }

  /** A quick check that avoids computing the role of most elements. */
  const mayHaveRole = (element: Element, role: string): boolean => {
    if (role === 'none' || role === 'presentation' || dom.hasAttribute(element, 'role')) return true
    const tag = dom.tagOf(element)
    if (Object.hasOwn(byTag, tag)) return byTag[tag] === role
    return Object.hasOwn(severalByTag, tag) && severalByTag[tag]!.has(role)
  }

  /** Whether it or something around it is `aria-hidden`. */
  const isAriaHidden = (element: Element, seen: HiddenSeen): boolean => {
    const before = seen.ariaHidden.get(element)
    if (before !== undefined) return before
    const up = dom.layoutParentOf(element)
    const hidden =
      dom.attribute(element, 'aria-hidden')?.toLowerCase() === 'true' || (up !== null && isAriaHidden(up, seen))
    seen.ariaHidden.set(element, hidden)
    return hidden
  }

  /**
   * Whether it is in something that is not displayed or `aria-hidden`, or a child of a shadow host without a slot.
   */
  const isOutsideTree = (element: Element, seen: HiddenSeen): boolean => {
    const before = seen.outside.get(element)
    if (before !== undefined) return before
    const up = dom.parentOf(element)
    const unslotted =
      up !== null &&
      dom.shadowRoot(up) !== null &&
      !dom.isShadowRoot(dom.parentNode(element)) &&
      dom.assignedSlot(element) === null
    const out =
      unslotted ||
      dom.attribute(element, 'aria-hidden')?.toLowerCase() === 'true' ||
      dom.styleOf(element).display === 'none' ||
      (up !== null && isOutsideTree(dom.layoutParentOf(element) ?? up, seen))
    seen.outside.set(element, out)
    return out
  }

  /**
   * Whether it is not in the accessibility tree.
   * @param seen results for other elements of the same query.
   */
  const isHidden = (element: Element, seen: HiddenSeen): boolean => {
    const tag = dom.tagOf(element)
    if (['style', 'script', 'noscript', 'template'].includes(tag)) return true
    const style = dom.styleOf(element)
    if (style.display === 'contents' && tag !== 'slot') {
      const shown = dom
        .childrenOf(element)
        .some((child) => (dom.isElement(child) ? !isHidden(child, seen) : dom.isText(child) && dom.textHasBox(child)))
      if (!shown) return true
    } else if (tag !== 'slot' && !(tag === 'option' && dom.closest(element, 'select') !== null)) {
      // What is rendered is in nothing that is not displayed, and slotted.
      return !dom.isShown(element, style) || isAriaHidden(element, seen)
    }
    return isOutsideTree(element, seen)
  }

  /** Results for the elements of one query; the page must not change meanwhile. */
  const share = (): HiddenSeen => ({ ariaHidden: new Map(), outside: new Map() })

  return { roleOf, mayHaveRole, isHidden, share }
}

export type RoleTools = ReturnType<typeof roleTools>
